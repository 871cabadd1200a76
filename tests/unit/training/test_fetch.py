"""Base models from a hub: what is offered, what is taken, and what a broken download leaves."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("huggingface_hub", reason="the training extra is not installed")

from newsdesk.core import paths
from newsdesk.core.catalogue import encoder_folder, encoder_problem, other_encoders
from newsdesk.core.errors import TrainingError

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = "fedcba9876543210fedcba9876543210fedcba98"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "goal", "match", "新", "聞"]


def weights(rows: int = len(WORDS), size: int = 3 << 20) -> bytes:
    """A safetensors file whose header tells of a word embedding."""
    width = size // 4 // rows
    entry = {"dtype": "F32", "shape": [rows, width], "data_offsets": [0, rows * width * 4]}
    header = json.dumps({"bert.embeddings.word_embeddings.weight": entry}).encode()
    return len(header).to_bytes(8, "little") + header + os.urandom(rows * width * 4)


FILES = {
    "config.json": json.dumps({"model_type": "bert", "vocab_size": len(WORDS)}).encode(),
    "vocab.txt": "\n".join(WORDS).encode(),
    "model.safetensors": weights(),
    "README.md": b"not asked for",
    "pytorch_model.bin": b"a pickle",
    "onnx/model.safetensors": b"of something else",
}


@dataclass
class FakeHub:
    """What the hub has, and what was asked of it.

    files: by commit; refs: names to commits. stall: bytes after which weights stop coming.
    """

    files: dict[str, dict[str, bytes]]
    refs: dict[str, str]
    stall: int = 0
    asked: list[str] = field(default_factory=list)
    ranges: list[str] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)
    address: str = ""

    def weights_asked(self) -> list[str]:
        return [path for path in self.asked if path.endswith(".safetensors")]


class Handler(BaseHTTPRequestHandler):
    hub: FakeHub

    def log_message(self, *_: Any) -> None:
        """Nothing."""

    def do_HEAD(self) -> None:
        self._answer(False)

    def do_GET(self) -> None:
        self._answer(True)

    def _answer(self, body: bool) -> None:
        path = self.path.partition("?")[0]
        self.hub.asked.append(f"{self.command} {path}")
        if found := re.fullmatch(r"/api/models/house/news(/revision/(.+))?", path):
            return self._info((found[2] or "main").replace("%2F", "/"))
        if path == "/api/models/house/news/refs":
            return self._json(
                {
                    "branches": [
                        {"name": "main", "ref": "refs/heads/main", "targetCommit": COMMIT}
                    ],
                    "converts": [],
                    "tags": [],
                    "pullRequests": [
                        {"name": r, "ref": r, "targetCommit": c}
                        for r, c in self.hub.refs.items()
                        if "pr" in r
                    ],
                }
            )
        if found := re.fullmatch(r"/house/news/resolve/([0-9a-f]{40})/(.+)", path):
            return self._file(found[1], found[2], body)
        return self._missing("RepoNotFound")

    def _info(self, revision: str) -> None:
        commit = self.hub.refs.get(revision, revision)
        if commit not in self.hub.files:
            self._missing("RevisionNotFound")
            return
        siblings = []
        for name, content in self.hub.files[commit].items():
            entry: dict[str, Any] = {"rfilename": name, "size": len(content)}
            if name.endswith(".safetensors"):
                digest = hashlib.sha256(content).hexdigest()
                entry["lfs"] = {"sha256": digest, "size": len(content), "pointerSize": 130}
            siblings.append(entry)
        self._json(
            {
                "id": "house/news",
                "modelId": "house/news",
                "sha": commit,
                "tags": ["license:mit"],
                "private": False,
                "downloads": 1,
                "likes": 0,
                "siblings": siblings,
                "cardData": {"license": "mit"},
            }
        )

    def _file(self, commit: str, name: str, body: bool) -> None:
        content = self.hub.files[commit][name]
        start = 0
        if asked := self.headers.get("Range"):
            self.hub.ranges.append(f"{name} {asked}")
            start = int(re.fullmatch(r"bytes=(\d+)-", asked)[1])  # type: ignore[index]
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(content) - start))
        if start:
            last = len(content) - 1
            self.send_header("Content-Range", f"bytes {start}-{last}/{len(content)}")
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", commit)
        self.end_headers()
        if not body:
            return
        stop = self.hub.stall if name.endswith(".safetensors") else 0
        self.wfile.write(content[start : stop or None])
        if stop:
            self.wfile.flush()
            self.hub.release.wait(30)

    def _json(self, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _missing(self, code: str) -> None:
        self.send_response(404)
        self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", "0")
        self.end_headers()


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    """One repository, house/news, with safetensors in its main revision."""
    made = FakeHub({COMMIT: dict(FILES)}, {"main": COMMIT, "refs/heads/main": COMMIT})
    handler = type("OneHub", (Handler,), {"hub": made})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    made.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield made
    made.release.set()
    server.shutdown()
    thread.join()
    server.server_close()


def start(
    hub: FakeHub | None, *arguments: str, module: tuple[str, ...] = ("training", "fetch")
) -> subprocess.Popen[str]:
    environment = dict(os.environ) | {"HF_ENDPOINT": hub.address if hub else "http://127.0.0.1:9"}
    return subprocess.Popen(
        [sys.executable, "-m", *module, *arguments],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=Path(__file__).parents[3],
    )


def fetch(hub: FakeHub | None, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and what was said."""
    process = start(hub, *arguments)
    out, err = process.communicate(timeout=60)
    assert not err, err
    return process.returncode, [json.loads(line) for line in out.splitlines()]


def test_size_licence_and_revision_are_told_before_anything_is_downloaded(hub: FakeHub) -> None:
    code, said = fetch(hub, "house/news", "--offer")
    assert code == 0
    taken = ("config.json", "vocab.txt", "model.safetensors")
    assert said == [
        {
            "event": "offer",
            "size": sum(len(FILES[name]) for name in taken),
            "licence": "mit",
            "files": 3,
            "revision": COMMIT,
            "note": "",
        }
    ]
    assert not hub.weights_asked()
    assert encoder_folder("house/news") is None


def test_only_safetensors_config_and_tokenizer_are_taken(hub: FakeHub) -> None:
    code, said = fetch(hub, "house/news")
    assert code == 0
    folder = Path(said[-1]["folder"])
    assert said[-1]["event"] == "done"
    assert folder == encoder_folder("house/news") == paths.encoders() / "house--news"
    assert {path.name for path in folder.iterdir()} == {
        "config.json",
        "vocab.txt",
        "model.safetensors",
        "tokenizer.json",  # made from the vocabulary
        "newsdesk-encoder.json",
    }
    assert encoder_problem("house/news", thorough=True) is None
    assert other_encoders() == ["house/news"]
    progress = [line for line in said if line["event"] == "progress"]
    assert progress[-1]["done"] == progress[-1]["total"] == said[0]["size"]
    # Weights of another model put there afterwards are found out.
    (folder / "model.safetensors").write_bytes(weights())
    problem = encoder_problem("house/news", thorough=True)
    assert problem is not None
    assert problem.kind == "mixed_files"


@pytest.mark.parametrize("signal_name", ["terminate", "kill"])
def test_a_download_broken_off_in_mid_file_goes_on_where_it_was(
    hub: FakeHub, signal_name: str
) -> None:
    hub.stall = 2 << 20
    process = start(hub, "house/news")
    partial = paths.encoders() / f".house--news.{COMMIT[:12]}.partial" / "model.safetensors.part"
    wait_for(lambda: partial.exists() and partial.stat().st_size >= 1 << 20)
    getattr(process, signal_name)()
    out, _ = process.communicate(timeout=30)
    assert process.returncode in (143, -9)
    assert '"failed"' not in out
    assert encoder_folder("house/news") is None
    have = partial.stat().st_size

    hub.release.set()
    hub.stall = 0
    code, _ = fetch(hub, "house/news")
    assert code == 0
    assert hub.ranges == [f"model.safetensors bytes={have}-"]
    folder = encoder_folder("house/news")
    assert folder is not None
    assert (folder / "model.safetensors").read_bytes() == FILES["model.safetensors"]
    assert not partial.parent.exists()


def test_the_command_shows_what_comes_and_ctrl_c_leaves_what_came(hub: FakeHub) -> None:
    command = ("newsdesk", "encoders", "fetch")
    hub.stall = 2 << 20
    process = start(hub, "house/news", "--yes", module=command)
    partial = paths.encoders() / f".house--news.{COMMIT[:12]}.partial" / "model.safetensors.part"
    wait_for(lambda: partial.exists() and partial.stat().st_size >= 1 << 20)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines() == [
        "house/news: 3 MB in 3 files; licence: mit",
        "",
        "Stopped; what came so far is kept, and fetching it again goes on.",
    ]
    hub.release.set()
    hub.stall = 0
    process = start(hub, "house/news", "--yes", module=command)
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, f"house/news is in {encoder_folder('house/news')}\n")
    assert len(hub.ranges) == 1


def test_what_was_begun_of_another_revision_is_not_mixed_in(hub: FakeHub) -> None:
    begun = paths.encoders() / f".house--news.{OTHER[:12]}.partial"
    begun.mkdir(parents=True)
    (begun / "model.safetensors.part").write_bytes(b"of another revision")
    code, _ = fetch(hub, "house/news")
    assert code == 0
    assert not begun.exists()
    assert not hub.ranges


def test_a_pickle_is_never_taken_and_a_revision_that_has_safetensors_is_named(hub: FakeHub) -> None:
    hub.files[OTHER] = dict(FILES)
    del hub.files[COMMIT]["model.safetensors"]
    hub.refs["refs/pr/1"] = OTHER
    code, said = fetch(hub, "house/news")
    assert code == 1
    problem = said[-1]["problem"]
    assert problem["kind"] == "no_safetensors"
    assert "house/news@refs/pr/1" in problem["remedy"]
    assert not any("pytorch_model.bin" in path for path in hub.asked)

    code, said = fetch(hub, "house/news@refs/pr/1")
    assert (code, said[0]["revision"]) == (0, OTHER)


def test_an_encoder_that_cannot_be_used_is_refused_before_its_weights_come(hub: FakeHub) -> None:
    hub.files[COMMIT]["config.json"] = json.dumps({"model_type": "bert", "vocab_size": 4}).encode()
    code, said = fetch(hub, "house/news")
    assert code == 1
    assert said[-1]["problem"]["kind"] == "tokenizer_mismatch"
    assert not hub.weights_asked()
    assert encoder_folder("house/news") is None


def test_without_a_connection_another_way_is_named(home: Path) -> None:
    code, said = fetch(None, "house/news")
    assert code == 1
    assert said[-1]["problem"]["kind"] == "no_network"
    assert "another machine" in said[-1]["problem"]["remedy"]


def test_an_unknown_name_and_a_name_that_cannot_be_one_are_told(hub: FakeHub) -> None:
    assert fetch(hub, "nobody/nothing")[1][-1]["problem"]["kind"] == "no_repository"
    assert fetch(hub, "not a name")[1][-1]["problem"]["kind"] == "bad_name"
    assert not any("not%20a%20name" in path for path in hub.asked)


def test_a_full_disk_is_told_before_the_download(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.fetching import fetch as fetching
    from training.fetching.hub import Offer, RemoteFile

    usage = shutil.disk_usage(paths.home())
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1 << 20))
    offer = Offer("house/news", COMMIT, "", (RemoteFile("model.safetensors", 10 << 20),))
    with pytest.raises(TrainingError, match="1 MB are free"):
        fetching.fetch("house/news", offer, lambda *_, **__: None)
    assert not hub.asked


def wait_for(reached: Any, seconds: float = 20.0) -> None:
    limit = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < limit, "it took too long"
        time.sleep(0.02)
