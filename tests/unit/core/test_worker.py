"""The child's side of a worker: requests in, answers out, taken back at any time."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest

from newsdesk.core.errors import ModelError
from newsdesk.core.worker import Call, Cancelled, Deserted, Worker

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 20.0
Operations = Mapping[str, Callable[[Call], None]]


def line(**request: Any) -> bytes:
    return json.dumps(request).encode() + b"\n"


def talk(operations: Operations, lines: Iterable[bytes]) -> list[dict[str, Any]]:
    """What a worker answers to these lines; its input ends when all were answered.

    A line is asked for only when the one before it was taken in.
    """
    answered = threading.Event()

    def source() -> Iterator[bytes]:
        yield from lines
        yield line(id=99, op="last")
        assert answered.wait(PATIENCE)

    sink = io.BytesIO()
    operations = {**operations, "last": lambda _: answered.set()}
    Worker(operations, cast(BinaryIO, source()), cast(BinaryIO, sink)).serve()
    ready, *heard = map(json.loads, sink.getvalue().splitlines())
    assert ready == {"event": "ready", "pid": os.getpid()}
    assert heard.pop()["id"] == 99
    return heard


def events(heard: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(message["id"], message["event"]) for message in heard]


def greet(call: Call) -> None:
    call.tell("greeting", text=f"Good day, {call.request['name']}")


def count(call: Call) -> None:
    for done in range(1, 1001):
        call.tell_progress(done, 1000)


def test_progress_is_told_at_first_and_at_the_end_but_not_at_every_step() -> None:
    heard = talk({"count": count}, [line(id=7, op="count")])
    told = [message["done"] for message in heard if message["event"] == "progress"]
    assert told[0] == 1
    assert told[-1] == 1000
    assert len(told) < 100


def test_answers_carry_the_id_of_their_request_and_end_with_done() -> None:
    heard = talk(
        {"greet": greet}, [line(id=7, op="greet", name="Zoë"), line(id=8, op="greet", name="新闻")]
    )
    assert heard == [
        {"id": 7, "event": "greeting", "text": "Good day, Zoë"},
        {"id": 7, "event": "done"},
        {"id": 8, "event": "greeting", "text": "Good day, 新闻"},
        {"id": 8, "event": "done"},
    ]


def test_a_request_taken_back_before_it_starts_never_runs() -> None:
    taken_back = threading.Event()

    def wait(_: Call) -> None:
        assert taken_back.wait(PATIENCE)

    def lines() -> Iterator[bytes]:
        yield line(id=1, op="wait")
        yield line(id=2, op="greet", name="nobody")
        yield line(id=3, op="cancel", target=2)
        taken_back.set()
        yield line(id=4, op="greet", name="Ann")

    heard = talk({"wait": wait, "greet": greet}, lines())
    assert events(heard) == [(1, "done"), (2, "cancelled"), (4, "greeting"), (4, "done")]


def test_a_request_is_taken_back_while_it_runs_and_the_next_one_is_answered() -> None:
    running = threading.Event()

    def work(call: Call) -> None:
        while True:
            running.set()
            call.check()

    def lines() -> Iterator[bytes]:
        yield line(id=1, op="work")
        assert running.wait(PATIENCE)
        yield line(id=2, op="cancel", target=1)
        yield line(id=3, op="greet", name="Ann")

    heard = talk({"work": work, "greet": greet}, lines())
    assert events(heard) == [(1, "cancelled"), (3, "greeting"), (3, "done")]


def fail(_: Call) -> None:
    raise ModelError("no_model", "There is no model.", "Import one.")


def crash(_: Call) -> None:
    raise KeyError("secret detail")


def exhaust(_: Call) -> None:
    raise MemoryError


def test_a_failure_is_told_as_its_problem() -> None:
    (heard,) = talk({"fail": fail}, [line(id=1, op="fail")])
    problem = {"kind": "no_model", "message": "There is no model.", "remedy": "Import one."}
    assert heard == {"id": 1, "event": "failed", "problem": problem}


@pytest.mark.logs_warnings
def test_a_fault_of_the_program_is_told_without_traceback_and_logged_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard = talk(
        {"crash": crash, "greet": greet},
        [line(id=1, op="crash"), line(id=2, op="greet", name="Ann")],
    )
    assert events(heard) == [(1, "failed"), (2, "greeting"), (2, "done")]
    problem = heard[0]["problem"]
    assert problem["kind"] == "internal"
    assert "Traceback" not in json.dumps(problem)
    assert "test_worker.py" not in json.dumps(problem)
    assert problem["remedy"]
    assert "Traceback" in caplog.text


@pytest.mark.logs_warnings
def test_want_of_memory_is_told_as_such() -> None:
    (heard,) = talk({"exhaust": exhaust}, [line(id=1, op="exhaust")])
    assert heard["problem"]["kind"] == "memory"


def test_an_unknown_request_fails_and_names_it() -> None:
    (heard,) = talk({}, [line(id=1, op="dance")])
    assert heard["problem"]["kind"] == "unknown_request"
    assert "'dance'" in heard["problem"]["message"]


RUBBISH = [
    b"\n",
    b"nonsense\n",
    b"\xff\xfe\x00\n",
    b"[1, 2]\n",
    b'{"op": "greet"}\n',
    b'{"id": "x", "op": "greet"}\n',
    b'{"id": 1e999, "op": "greet"}\n',
    b'{"id": 5, "op": "cancel"}\n',
    b'{"id": 5, "op": "cancel", "target": "x"}\n',
    b'{"id": 5, "op": "cancel", "target": {}}\n',
]


@pytest.mark.logs_warnings
@pytest.mark.parametrize("rubbish", RUBBISH, ids=repr)
def test_rubbish_is_survived_and_logged(rubbish: bytes, caplog: pytest.LogCaptureFixture) -> None:
    heard = talk({"greet": greet}, [rubbish, line(id=1, op="greet", name="Ann")])
    assert events(heard) == [(1, "greeting"), (1, "done")]
    assert "not a request" in caplog.text


def test_a_worker_whose_window_has_gone_stops_working() -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    steps: list[int] = []

    def work(call: Call) -> None:
        for step in range(1000):
            call.check()
            steps.append(step)
            call.tell("step")

    source = io.BytesIO(line(id=1, op="work"))
    Worker({"work": work}, source, Gone()).serve()
    assert steps == []


PRINTING = """
import sys
from newsdesk.core.worker import Worker

def work(call):
    print("a library prints")
    sys.stdout.write("and writes")
    import os; os.system("echo and a child echoes")
    call.tell("step")

Worker({"work": work}).serve()
"""


def test_what_else_prints_does_not_reach_the_protocol() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PRINTING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        process.stdin.write(line(id=1, op="work"))
        process.stdin.flush()
        heard = [json.loads(process.stdout.readline()) for _ in range(3)]
        process.stdin.close()
        rest, said = process.stdout.read(), process.stderr.read().decode()
    assert [message["event"] for message in heard] == ["ready", "step", "done"]
    assert rest == b""
    assert process.returncode == 0
    for words in ("a library prints", "and writes", "and a child echoes"):
        assert words in said


def test_work_that_nobody_is_left_to_hear_of_is_deserted_and_not_cancelled() -> None:
    ended: list[type[BaseException]] = []
    working = threading.Event()

    def work(call: Call) -> None:
        working.set()
        try:
            while True:
                call.check()
        except Cancelled as error:
            ended.append(type(error))
            raise

    def window_goes() -> Iterator[bytes]:
        yield line(id=1, op="work")
        assert working.wait(PATIENCE)

    def taken_back() -> Iterator[bytes]:
        yield from window_goes()
        yield line(id=2, op="cancel", target=1)

    for source in (window_goes(), taken_back()):
        working.clear()
        sink = cast(BinaryIO, io.BytesIO())
        Worker({"work": work}, cast(BinaryIO, source), sink).serve()
    assert ended == [Deserted, Cancelled]
