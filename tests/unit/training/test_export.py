"""From every architecture to a model folder that the desk classifies with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the training extra is not installed")

import onnx  # noqa: E402
from onnx import TensorProto  # noqa: E402
from tiny_encoders import ARTICLES, CONFIGS, make_encoder  # noqa: E402

from newsdesk.core.article import Article  # noqa: E402
from newsdesk.core.manifest import Manifest, Preprocessing, write_manifest  # noqa: E402
from newsdesk.core.recipes import TuningSpec  # noqa: E402
from newsdesk.core.section import Section  # noqa: E402
from newsdesk.engine.classifier import Classifier  # noqa: E402
from newsdesk.engine.model_folder import find_model  # noqa: E402
from training import export  # noqa: E402
from training.networks import head_of, load_network, logits_of, new_network, text_encoder  # noqa: E402
from training.predict import to_network  # noqa: E402
from training.tokens import EncodedRows, encode_rows  # noqa: E402

CODES = ["money", "sport"]
READ = Preprocessing(max_tokens=40, title_tokens=16)


@dataclass(frozen=True)
class Labelled:
    title: str
    body: str
    section: str


def articles(language: str) -> list[Labelled]:
    """Four short articles, and one that is cut."""
    short = [
        Labelled(title, body, section)
        for section, pairs in ARTICLES[language].items()
        for title, body in pairs
    ]
    first = short[0]
    return [*short, Labelled(first.title, first.body * 12, first.section)]


@dataclass(frozen=True)
class Taught:
    """A network that knows its few articles by heart, and where it was saved and exported."""

    network: torch.nn.Module
    rows: EncodedRows
    pad_id: int
    folder: Path


def teach(folder: Path, kind: str, language: str) -> Taught:
    encoder = make_encoder(folder / "encoder", kind, language)
    network = new_network(encoder, CODES, TuningSpec(dropout=0.0, attention_dropout=0.0), 13)
    reader = text_encoder(encoder, READ)
    rows = encode_rows(articles(language), CODES, reader)
    batch = to_network(network, rows.whole.batch(range(len(rows)), reader.pad_id, 40))
    optimiser = torch.optim.AdamW(network.parameters(), lr=5e-3)
    network.train()
    for _ in range(25):
        optimiser.zero_grad()
        loss = torch.nn.functional.cross_entropy(
            network(**batch).logits, torch.from_numpy(rows.labels)
        )
        torch.autograd.backward(loss)
        optimiser.step()
    network.eval()
    out = folder / "model"
    out.mkdir()
    export.save_network(network, encoder, out)
    export.export_onnx(out, export.mixed_lengths(rows.whole), reader.pad_id)
    export.quantise(out)
    return Taught(network, rows, reader.pad_id, out)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", sorted(CONFIGS))
def test_each_architecture_trains_saves_loads_exports_and_classifies(
    kind: str, language: str, tmp_path: Path
) -> None:
    taught = teach(tmp_path, kind, language)
    whole = taught.rows.whole
    wanted = logits_of(taught.network, whole, taught.pad_id, 40)
    assert wanted.argmax(axis=1).tolist() == taught.rows.labels.tolist()
    loaded = load_network(taught.folder, CODES)
    np.testing.assert_allclose(logits_of(loaded, whole, taught.pad_id, 40), wanted, atol=1e-6)

    session = export.open_session(taught.folder / "model.onnx")
    assert [given.name for given in session.get_inputs()] == list(export.INPUTS)
    assert [given.name for given in session.get_outputs()] == ["logits", "text_features"]
    found = export.onnx_logits(session, whole, taught.pad_id, 40)
    np.testing.assert_allclose(found, wanted, atol=1e-4)

    batch = whole.batch(range(len(whole)), taught.pad_id, 40)  # short rows padded to the longest
    logits, features = session.run(None, {name: part.numpy() for name, part in batch.items()})
    np.testing.assert_allclose(logits, wanted, atol=1e-4)
    head = head_of(taught.network)
    expected = features @ head.weight.detach().numpy().T + head.bias.detach().numpy()
    np.testing.assert_allclose(logits, expected, atol=1e-4)

    manifest = Manifest(
        name="model",
        title="Tiny",
        sections=tuple(Section(code) for code in CODES),
        languages=(language,),
        preprocessing=READ,
    )
    for name in ("model.onnx", "model.int8.onnx"):
        (taught.folder / name).rename(taught.folder / f"{name}.kept")
    for name in ("model.onnx", "model.int8.onnx"):
        (taught.folder / f"{name}.kept").rename(taught.folder / name)
        write_manifest(manifest, taught.folder)
        classifier = Classifier(find_model(str(taught.folder)))
        told = classifier.classify(
            [Article(title=a.title, body=a.body) for a in articles(language)]
        )
        assert [one.section for one in told] == [a.section for a in articles(language)]
        assert all(one.unknown_share < 0.2 for one in told)
        (taught.folder / name).unlink()


def test_shared_weights_are_in_the_small_file_once_and_as_int8(tmp_path: Path) -> None:
    taught = teach(tmp_path, "albert", "en")
    graph = onnx.load(taught.folder / "model.int8.onnx").graph
    large = [constant for constant in graph.initializer if np.prod(constant.dims) >= 32 * 32]
    assert large
    assert {constant.data_type for constant in large} <= {TensorProto.INT8, TensorProto.UINT8}
    rows = taught.rows
    full, small = (
        export.onnx_logits(export.open_session(taught.folder / name), rows.whole, 0, 40)
        for name in ("model.onnx", "model.int8.onnx")
    )
    assert np.abs(full - small).max() < 0.5
    assert small.argmax(axis=1).tolist() == rows.labels.tolist()


def test_padding_changes_no_logit(tmp_path: Path) -> None:
    taught = teach(tmp_path, "distilbert", "zh")
    session = export.open_session(taught.folder / "model.onnx")
    whole = taught.rows.whole
    alone = export.onnx_logits(session, whole.select([0]), taught.pad_id, 40)
    together = whole.batch(range(len(whole)), taught.pad_id, 40)
    logits = session.run(["logits"], {name: part.numpy() for name, part in together.items()})[0]
    np.testing.assert_allclose(logits[:1], alone, atol=1e-5)


def test_int8_ships_only_where_it_is_worth_having(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught = teach(tmp_path, "bert", "en")
    rows = export.mixed_lengths(taught.rows.whole)

    def refusal(before: float = 0.9, after: float = 0.9) -> str:
        return export.refuse_int8(taught.folder, rows, taught.pad_id, before, after)

    assert refusal() == ""
    assert "falls from 0.9000 to 0.8940" in refusal(after=0.894)
    assert refusal(after=0.896) == ""
    monkeypatch.setattr(export, "JUDGED_FROM", 0)
    monkeypatch.setattr(export, "MOST_SIZE", 0.1)
    assert "hardly smaller" in refusal()
    monkeypatch.setattr(export, "MOST_SIZE", 1.0)
    monkeypatch.setattr(export, "MOST_TIME", 0.0)
    assert "times as long" in refusal()


def test_rows_of_mixed_lengths_go_from_the_shortest_to_the_longest(tmp_path: Path) -> None:
    encoder = make_encoder(tmp_path / "e", "bert", "en")
    rows = encode_rows(articles("en"), CODES, text_encoder(encoder, READ)).whole
    chosen = export.mixed_lengths(rows, most=3).lengths.tolist()
    assert chosen[0] == rows.lengths.min()
    assert chosen[-1] == rows.lengths.max() == 40
    assert chosen == sorted(chosen)
