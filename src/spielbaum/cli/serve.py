"""`spielbaum serve`: the pages in the browser."""

from __future__ import annotations

import socket
import webbrowser
from pathlib import Path
from threading import Timer

import click

from spielbaum.cli import language_option
from spielbaum.cli.paths import FOLDER
from spielbaum.errors import BadInput
from spielbaum.language import say


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8421, show_default=True, help="0: any free one"
)
@click.option("--host", default="127.0.0.1", show_default=True, help="the address to listen on")
@click.option("--allow-host", multiple=True, metavar="NAME", help="another name under which it is reached")
@click.option("--open", "browser", is_flag=True, help="open the page in the browser")
@click.option("--game", "games", multiple=True, metavar="FILE.py", help="a game of your own, offered as well")
@click.option("--workers", type=click.IntRange(1, 64), help="searches at the same time; as many as cores")
@click.option(
    "--runs",
    type=FOLDER,
    default=Path("runs"),
    show_default=True,
    help="the folder of the page Experiments",
)
@click.option("--allow-runs", is_flag=True, help="others than this machine may start experiments too")
@language_option
def command(
    port: int,
    host: str,
    allow_host: tuple[str, ...],
    browser: bool,
    games: tuple[str, ...],
    workers: int | None,
    runs: Path,
    allow_runs: bool,
    lang: str,
) -> None:
    """Play and learn in the browser. The server runs until Ctrl-C and keeps no games."""
    try:
        import uvicorn

        from spielbaum.web.app import create_app
    except ModuleNotFoundError as error:
        raise BadInput("web.serve.extra") from error
    from spielbaum.web.limits import Limits
    from spielbaum.web.shelf import files_by_name

    files = files_by_name(games)
    limits = Limits() if workers is None else Limits(workers=workers)
    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        local = host in ("127.0.0.1", "localhost", "::1")
        # Another name means that others reach it through something that stands before it.
        alone = local and not allow_host
        names = (shown, *allow_host)
        app = create_app(limits, files, names, warm="connect4", runs=runs, may_start=alone or allow_runs)
        config = uvicorn.Config(app, log_level="warning", lifespan="on", timeout_graceful_shutdown=2)
        click.echo(say("web.serve.address", lang, address=address), err=True)
        if not local:
            click.echo(say("web.serve.public", lang, host=host), err=True)
        if browser:
            Timer(0.5, webbrowser.open, (address,)).start()
        server = uvicorn.Server(config)
        app.state.experiments.ending = lambda: server.should_exit
        server.run(sockets=[listener])


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, or one sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise BadInput("web.serve.port", port=port, why=error.strerror or error) from error
    return listener
