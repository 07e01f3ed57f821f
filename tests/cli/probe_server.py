"""The lessons' kernel connection, telling what its socket is set to when a message arrives."""

from __future__ import annotations

import socket

from widgets.lab_server import PromptKernelConnection


class Probe(PromptKernelConnection):
    """Says on the log, at each message from the browser, whether TCP_NODELAY is set."""

    def handle_incoming_message(self, incoming_msg: str) -> None:
        stream = self.websocket_handler.ws_connection.stream
        option = stream.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        self.log.critical("TCP_NODELAY is %s", bool(option))
        super().handle_incoming_message(incoming_msg)
