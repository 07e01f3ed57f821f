"""People of a class without a browser: the page fetched, its connection opened, its forms sent."""

from __future__ import annotations

import json
import re
from time import perf_counter
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from attrs import define, field
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.app import HOST

if TYPE_CHECKING:
    from tornado.websocket import WebSocketClientConnection

    from tests.app import Visitor

LARGEST = 50_000_000
"""Bytes of a message from the server; a page with its figures is the largest."""


@define
class Pupil:
    """An open page of a class.

    Args:
        link: The connection of the page.
        screen: The id of what draws the page.
    """

    link: WebSocketClientConnection
    screen: str
    waits: list[float] = field(factory=list)
    """Seconds from each answer that was sent to the page that says so."""
    heard: list[str] = field(factory=list)
    """Everything that the server has sent to the page."""

    @classmethod
    async def open(
        cls, visitor: Visitor, code: str, place: str = "class", until: str = 'class="where"'
    ) -> Pupil:
        """Open the page of somebody who has joined a class, or opened it.

        Args:
            visitor: Whose browser, with its cookies.
            code: The code of the class.
            place: ``class`` or ``teach``.
            until: Words that stand on the page once it is drawn.
        """
        page = visitor.get(f"/{place}?room={code}").text
        token = re.search(r'"token":\s*"([^"]+)"', page)
        assert token is not None, page[:1000]
        asked = HTTPRequest(
            f"ws://{HOST}:{visitor.port}/{place}/ws?room={code}",
            headers={"Origin": f"http://{HOST}:{visitor.port}"},
        )
        protocols = ["bokeh", token[1]]
        link = await websocket_connect(asked, subprotocols=protocols, max_message_size=LARGEST)
        await _read(link)  # the server's greeting
        await _send(link, "PULL-DOC-REQ", {})
        document = json.dumps(await _read(link))
        screen = re.search(r'"name": "panel.models.esm.ReactiveESM", "id": "([^"]+)"', document)
        assert screen is not None, document[:1000]
        pupil = cls(link, screen[1], heard=[page, document])
        await pupil.act("ready", {})
        await pupil.hears(until)
        return pupil

    async def act(self, name: str, data: dict[str, str]) -> None:
        """Do what a button of the page does."""
        values = {"model": {"id": self.screen}, "data": {"act": name, "data": data}}
        event = {"type": "event", "name": "data_event", "values": values}
        patch = {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": event}
        await _send(self.link, "PATCH-DOC", {"events": [patch]})

    async def hears(self, words: str) -> str:
        """Read on until the page has some words on it; return the message that brings them."""
        while True:
            said = json.dumps(await _read(self.link), ensure_ascii=False).replace('\\"', '"')
            self.heard.append(said)
            if words in said:
                return said

    async def reply(self, question: str, said: str) -> None:
        """Answer a question, and wait until the page says that it has been sent."""
        begun = perf_counter()
        await self.act("reply", {"question": question, "said": said, "reason": ""})
        await self.hears(f"Sent: <b>{said}</b>")
        self.waits.append(perf_counter() - begun)

    async def listen(self) -> None:
        """Read what the page is told, and do nothing."""
        while True:
            await _read(self.link)

    async def close(self) -> None:
        """Leave the page."""
        self.link.close()
        while await self.link.read_message() is not None:
            pass


async def _send(link: WebSocketClientConnection, kind: str, content: dict[str, Any]) -> None:
    header = {"msgid": uuid4().hex, "msgtype": kind}
    for part in (header, {}, content):
        await link.write_message(json.dumps(part))


async def _read(link: WebSocketClientConnection) -> Any:
    """Return the content of the next message: header, metadata, content, and what follows."""
    header = json.loads(await _part(link))
    await _part(link)
    content = json.loads(await _part(link))
    for _ in range(2 * int(header.get("num_buffers", 0))):
        await _part(link)
    return content


async def _part(link: WebSocketClientConnection) -> str | bytes:
    part = await link.read_message()
    assert part is not None, "the server has closed the page"
    return part
