"""A JupyterLab server that answers a click at once.

Kernel messages are small, and TCP holds small packets back until the one before is acknowledged:
tens of milliseconds for every answer. The server lets its kernel connection class be replaced by a
public setting, ``ServerApp.kernel_websocket_connection_class``; ``wargame lab`` names this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

if TYPE_CHECKING:
    from asyncio import Future


class PromptKernelConnection(ZMQChannelsWebsocketConnection):
    """The server's own connection to a kernel, with TCP_NODELAY set on its websocket."""

    def connect(self) -> Future[None] | None:  # type: ignore[override]  # the parent differs likewise
        """Connect as usual, after telling the socket not to hold small messages back.

        The handler calls this when the websocket has just been opened, so the stream is there and
        the HTTP connection, which would reset the option, no longer owns it.
        """
        self.websocket_handler.set_nodelay(True)
        return super().connect()
