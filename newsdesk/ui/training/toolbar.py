"""The bar above the queue: new jobs, and the device that they go on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from newsdesk.services.job_choices import DeviceState
from newsdesk.ui.training.words import device_name
from newsdesk.ui.widgets.labels import ElidedLabel, label

RIGHT_OF_WAY = "classifying has right of way"


class TrainingToolbar(QWidget):
    """new_asked, file_asked: ways to a new job."""

    new_asked = Signal()
    file_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("toolbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(52)
        self.new_button = QPushButton("New job…")
        self.new_button.setProperty("role", "primary")
        self.new_button.clicked.connect(self.new_asked)
        self.file_button = QPushButton("From file…")
        self.file_button.setToolTip("A specification that was saved as a file")
        self.file_button.clicked.connect(self.file_asked)
        self._device = ElidedLabel()
        self._device.setProperty("role", "soft")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 1)
        row.setSpacing(12)
        row.addWidget(label("Training", "heading"))
        row.addWidget(self.new_button)
        row.addWidget(self.file_button)
        row.addStretch(1)
        row.addWidget(self._device)

    @property
    def device_text(self) -> str:
        """What is said of the device."""
        return self._device.text()

    def show_devices(self, devices: list[DeviceState]) -> None:
        """Show the device that jobs go on, unless they ask for another: the first card, or CPU."""
        if devices:
            self._device.setText(f"{device_text(devices[0])} · {RIGHT_OF_WAY}")
            self._device.setToolTip("\n".join(device_text(device) for device in devices))


def device_text(device: DeviceState) -> str:
    """“GPU 0 · RTX 3070 · 5.2 of 8 GB”"""
    parts = [device_name(device.code), device.name.removeprefix("Processor, ")]
    if device.memory:
        used = f"{device.used / 1e9:.1f} of " if device.used else ""
        parts.append(f"{used}{device.memory / 1e9:.0f} GB")
    return " · ".join(dict.fromkeys(part for part in parts if part))
