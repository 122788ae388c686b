from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from made_modules import made_module

from mcproots import EngineError, Roots


def test_eight_threads_get_the_answers_that_one_gets() -> None:
    documents = ['{"roots":[%s]}' % ",".join('{"uri":"file:///w/%d/%d"}' % (n, i) for i in range(n)) for n in range(64)]
    documents += ['{"roots":[{"uri":"https:///w/%d"}]}' % n for n in range(64)]
    alone = Roots()
    expected = [(alone.valid_response(d), alone.call_text("describe", d)) for d in documents]
    shared = Roots()  # compiles while eight threads wait for it
    barrier = threading.Barrier(8)

    def work(turn: int) -> bool:
        barrier.wait(60)
        order = documents[turn * 16 :] + documents[: turn * 16]
        wanted = expected[turn * 16 :] + expected[: turn * 16]
        return all(
            [(shared.valid_response(d), shared.call_text("describe", d)) for d in order] == wanted for _ in range(5)
        )

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [True] * 8
    assert 1 <= len(shared._idle) <= 8


def test_a_trap_in_one_thread_leaves_the_others_alone() -> None:
    shared = Roots(wasm=made_module({"check": "(unreachable)"}))

    def work(turn: int) -> int:
        faults = 0
        for _ in range(50):
            if turn % 2:
                assert isinstance(shared.call("info", {}).value, int)
                shared._idle.clear()  # a count has one digit: begin again
            else:
                try:
                    shared.call("check", {})
                except EngineError:
                    faults += 1
        return faults

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [50, 0] * 4


def test_no_more_than_eight_instances_wait() -> None:
    shared = Roots(wasm=made_module())
    instances = [shared._take() for _ in range(20)]
    for instance in instances:
        shared._give(instance)
    assert len(shared._idle) == 8


def test_a_process_ends_quietly_with_instances_waiting_and_at_work() -> None:
    program = """
import threading, mcproots
document = '{"roots":[' + ",".join(['{"uri":"file:///w"}'] * 5000) + "]}"
started = threading.Event()
def work():
    while True:
        mcproots.valid_response(document)
        started.set()
for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
started.wait(60)
print(mcproots.valid_response('{"roots":[]}'))
"""
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env=dict(os.environ)
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
