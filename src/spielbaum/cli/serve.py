"""`spielbaum serve`: the pages in the browser."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import sleep

import click

from spielbaum.cli import language_option
from spielbaum.cli.desktop import open_page, somebody_looks
from spielbaum.cli.paths import FOLDER
from spielbaum.errors import BadInput
from spielbaum.language import say


@click.command("serve")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8421, show_default=True, help="0 takes any free port"
)
@click.option("--host", default="127.0.0.1", show_default=True, help="the address to listen on")
@click.option(
    "--allow-host", multiple=True, metavar="NAME", help="another host name under which the server is reached"
)
@click.option(
    "--open/--no-open",
    "browser",
    default=None,
    help="open the page in the browser; by default if started in a terminal on a desktop",
)
@click.option(
    "--game", "games", multiple=True, metavar="FILE.py", help="a game of your own, offered with the others"
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="searches that may run at the same time; by default one per core",
)
@click.option(
    "--runs",
    type=FOLDER,
    metavar="FOLDER",
    default=Path("runs"),
    show_default=True,
    help="folder of the runs that the page Experiments shows",
)
@click.option(
    "--solutions",
    type=FOLDER,
    metavar="FOLDER",
    default=Path(),
    show_default=True,
    envvar="SPIELBAUM_SOLUTIONS",
    help="folder of the files of solve --all that the page Solution shows and engines use"
    " (SPIELBAUM_SOLUTIONS)",
)
@click.option(
    "--warmup/--no-warmup",
    default=True,
    show_default=True,
    help="compile all games in the background, those that people play most first",
)
@click.option("--allow-runs", is_flag=True, help="let visitors from other machines start experiments")
@language_option
def command(
    port: int,
    host: str,
    allow_host: tuple[str, ...],
    browser: bool | None,
    games: tuple[str, ...],
    workers: int | None,
    runs: Path,
    solutions: Path,
    warmup: bool,
    allow_runs: bool,
    lang: str,
) -> None:
    """Play and learn in the browser. The server runs until you press Ctrl-C; it stores no games."""
    try:
        from spielbaum.web.app import create_app
        from spielbaum.web.server import make_server
    except ModuleNotFoundError as error:
        raise BadInput("web.serve.extra") from error
    from spielbaum.games import by_popularity
    from spielbaum.web.game_catalog import files_by_name
    from spielbaum.web.server_limits import ServerLimits

    if not solutions.is_dir():
        raise BadInput("web.serve.solutions", path=solutions)
    files = files_by_name(games)
    limits = ServerLimits() if workers is None else ServerLimits(workers=workers)
    with _listening(host, port) as listener:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        local = host in ("127.0.0.1", "localhost", "::1")
        # Another name means that others reach it through something that stands before it.
        alone = local and not allow_host
        names = (shown, *allow_host)
        app = create_app(
            limits,
            files,
            names,
            warm=by_popularity() if warmup else (),
            runs=runs,
            may_start=alone or allow_runs,
            solutions=solutions,
        )
        click.echo(say("web.serve.address", lang, address=address), err=True)
        if not local:
            click.echo(say("web.serve.public", lang, host=host), err=True)
        server = make_server(app)
        if somebody_looks() if browser is None else browser:
            local_address = f"http://127.0.0.1:{listener.getsockname()[1]}/" if host == "0.0.0.0" else address

            def show() -> None:
                while not server.started:
                    sleep(0.05)
                open_page(local_address)

            Thread(target=show, daemon=True).start()
        with suppress(KeyboardInterrupt):  # the usual end
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
