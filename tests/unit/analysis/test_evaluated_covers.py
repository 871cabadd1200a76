"""An article that was evaluated is shown with its cover, as on the desk."""

from __future__ import annotations

import io
from pathlib import Path

from models_made import make_model
from PIL import Image

from newsdesk.analysis.evaluated import load
from newsdesk.analysis.evaluating import evaluate
from newsdesk.core import paths
from newsdesk.core.dataset import LabelledArticle, SplitPlan
from newsdesk.core.evaluation import Material
from newsdesk.core.pictures import read_cover
from newsdesk.core.section import Section
from newsdesk.engine.loading import load as load_model
from newsdesk.store import Store


def test_covers_of_a_data_set_can_be_looked_at(home: Path) -> None:
    make_model(home / "models")
    picture = io.BytesIO()
    Image.new("RGB", (80, 60), "red").save(picture, "PNG")
    cover = read_cover(picture.getvalue(), "red.png")
    with Store.open() as store:
        added = store.datasets.begin("news", "News", "file", "f", (Section("sport"),), SplitPlan())
        store.datasets.add_rows(
            added,
            [
                LabelledArticle(1, "With", "A goal.", "sport", split="test", cover=cover.digest),
                LabelledArticle(2, "Without", "A match.", "sport", split="test"),
            ],
            {cover.digest: cover},
        )
        store.datasets.finish(added, "mark", "")
        made = evaluate(store, load_model("tiny"), Material("news"))
    assert load(made.id).covers == [cover.digest, ""]
    with Image.open(paths.rendition(cover.digest)) as drawn:
        assert drawn.size == (80, 60)
