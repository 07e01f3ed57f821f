"""A JupyterLab server that answers a click at once, and shows no error where a picture was saved.

Kernel messages are small, and TCP holds small packets back until the one before is acknowledged:
tens of milliseconds for every answer. The server lets its kernel connection class be replaced by a
public setting, ``ServerApp.kernel_websocket_connection_class``; ``wargame lab`` names this one.

A saved widget has its picture beside it, but JupyterLab prefers the widget even when the kernel
that knew it is gone, and shows "Error displaying widget". Files are read by a class of a public
setting too, ``ServerApp.contents_manager_class``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

if TYPE_CHECKING:
    from asyncio import Future

WIDGET = "application/vnd.jupyter.widget-view+json"


class PromptKernelConnection(ZMQChannelsWebsocketConnection):
    """The server's own connection to a kernel, with TCP_NODELAY set on its websocket."""

    def connect(self) -> Future[None] | None:  # type: ignore[override]  # the parent differs likewise
        """Connect as usual, after telling the socket not to hold small messages back.

        The handler calls this when the websocket has just been opened, so the stream is there and
        the HTTP connection, which would reset the option, no longer owns it.
        """
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class PictureContents(AsyncLargeFileManager):
    """The server's own files, where a widget that lost its kernel gives way to its picture."""

    async def get(self, path: str, *args: Any, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - the parent's, handed on
        """Return a file as usual; of a notebook that no kernel runs, without its dead widgets.

        Args:
            path: Where it is.
            args: As the parent has them.
            options: As the parent has them.
        """
        found = await super().get(path, *args, **options)  # type: ignore[no-untyped-call]
        model: dict[str, Any] = found
        if model["type"] == "notebook" and model["content"] and not await self._runs(path):
            drop_dead_widgets(model["content"])
        return model

    async def _runs(self, path: str) -> bool:
        """Whether a kernel runs the notebook, so that its widgets may be alive."""
        server: Any = self.parent
        sessions = await server.session_manager.list_sessions()
        return any(each["path"].strip("/") == path.strip("/") for each in sessions)


def drop_dead_widgets(notebook: dict[str, Any]) -> None:
    """Take the widgets out of a notebook's outputs wherever there is HTML to show instead.

    Args:
        notebook: The notebook as nbformat has it; it is changed.
    """
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "text/html" in data:
                data.pop(WIDGET, None)
