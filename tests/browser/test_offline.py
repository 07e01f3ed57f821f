"""Nothing asks the network: every test here is watched, and this one sees to the watching."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.lab import Lab

ELSEWHERE = "http://elsewhere.example/picture.png"


def test_a_request_to_another_machine_would_be_seen(lab: Lab) -> None:
    before = lab.recorder.asked
    lab.page.evaluate("url => fetch(url).catch(error => String(error))", f"{lab.server.url}api")
    assert lab.recorder.asked > before
    assert lab.recorder.strangers == []
    failed = lab.page.evaluate("url => fetch(url).catch(error => String(error))", ELSEWHERE)
    assert failed == "TypeError: Failed to fetch"
    opened = """url => new Promise(resolve => {
      try { const socket = new WebSocket(url); socket.onerror = () => resolve(null); }
      catch { resolve(null); }
    })"""
    lab.page.evaluate(opened, ELSEWHERE.replace("http", "ws"))
    assert lab.recorder.strangers == [ELSEWHERE, ELSEWHERE.replace("http", "ws")]
    lab.recorder.strangers.clear()
