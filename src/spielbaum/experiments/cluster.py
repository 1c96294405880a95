"""Work on other machines: a Dask scheduler hands tasks to the workers that have joined it.

Only imported where a cluster is asked for, on the machine that asks and on its workers.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, NamedTuple, ParamSpec, TypeVar

import spielbaum
from spielbaum.errors import BadInput, SpielbaumError
from spielbaum.experiments.executor import TaskExecutor, cores, limited
from spielbaum.experiments.worker import stops_with

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds that a scheduler may take to answer, and that the first worker may take to be there.
ANSWER = 5.0
#: Seconds without any worker after which the work is given up for now.
ALONE = 30.0
#: Seconds between two looks of a worker whether its task is still wanted.
LOOK = 0.2


# ------------------------------------------------------------------------------------- on the worker


class Greeting(NamedTuple):
    """What a worker is."""

    version: str
    sources: str
    cores: int


@cache
def greeting() -> Greeting:
    """Of this process; read once, so that it tells of the code that is running."""
    return Greeting(spielbaum.__version__, _sources(Path(spielbaum.__file__).parent), cores())


def _sources(package: Path) -> str:
    """A digest of all the code there: a version number alone does not tell two checkouts apart."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


#: One task at a time in a process, however many threads it was given: they would share an interpreter.
_one = Lock()


def do(function: Callable[..., T], arguments: tuple[Any, ...], named: Mapping[str, Any]) -> T:
    """A task on a worker; its `stop_event` is set when nobody waits for it any more."""
    from distributed import get_worker

    worker = get_worker()
    unwanted, done = Event(), Event()
    Thread(target=_watch, args=(worker, worker.get_current_task(), unwanted, done), daemon=True).start()
    try:
        with _one, stops_with(unwanted):
            return function(*arguments, **named)
    finally:
        done.set()


def _watch(worker: Any, key: str, unwanted: Event, done: Event) -> None:
    """A task is cancelled where its driver asked for that, and where its driver has gone."""
    while not done.wait(LOOK):
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            unwanted.set()
            return


# ------------------------------------------------------------------------------------- on the driver


@contextmanager
def open_cluster(address: str, workers: int | None, cores_each: int) -> Iterator[TaskExecutor]:
    """The workers of the cluster at that address, or of one that is started here: `local:4`."""
    if workers is not None:
        raise BadInput("error.cluster.workers")
    match = re.fullmatch(r"local(?::([1-9]\d{0,2}))?", address)
    if match is None and re.fullmatch(r"(tcp|tls)://[^\s/]+:\d{1,5}", address) is None:
        raise BadInput("error.cluster.address", given=address)
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise BadInput("error.cluster.missing") from error
    with _silent(), ExitStack() as stack:
        if match is None:
            scheduler: Any = address
        else:
            number = limited(int(match[1]) if match[1] else None, cores_each)
            scheduler = stack.enter_context(_local_cluster(number))
        client = stack.enter_context(_connected(scheduler, address))
        yield stack.enter_context(_executor(client, address, cores_each))


def _local_cluster(workers: int) -> Any:
    from distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )


@contextmanager
def _connected(scheduler: Any, address: str) -> Iterator[Any]:
    from distributed import Client

    try:
        if isinstance(scheduler, str):
            with ThreadPoolExecutor(1) as aside:  # notebooks have an event loop running already
                aside.submit(asyncio.run, _knock(scheduler)).result()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a mismatch of versions means for us we say ourselves
            client = Client(scheduler, timeout=ANSWER, set_as_default=False)
    except TypeError as error:
        raise BadInput("error.cluster.tls", address=address) from error
    except (OSError, ValueError, RuntimeError) as error:
        raise BadInput("error.cluster.silent", address=address, seconds=f"{ANSWER:g}") from error
    try:
        yield client
    finally:
        client.close()


async def _knock(address: str) -> None:
    """Raise where nobody answers in time; `Client` itself would wait for ever for the first word."""
    from distributed.comm.core import connect
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    try:
        comm = await asyncio.wait_for(connect(address, timeout=ANSWER, **arguments), ANSWER)
    except TimeoutError as error:
        raise OSError from error
    await comm.close()


def _executor(client: Any, address: str, cores_each: int) -> TaskExecutor:
    from distributed import KilledWorker

    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except OSError as error:
        raise BadInput("error.cluster.nobody", address=address) from error
    look = _Look(client, address, cores_each)
    executor = TaskExecutor(lambda: _OnCluster(client, look), 1, deadly=(KilledWorker,), ahead=1)

    def check() -> None:
        executor.at_once = max(look.workers(), 1)

    executor.check = check
    check()
    return executor


class _Look:
    """Watches over the workers: each is asked once whether it is one of ours."""

    def __init__(self, client: Any, address: str, cores_each: int) -> None:
        self.client, self.address, self.cores_each = client, address, cores_each
        self.known: dict[str, Greeting] = {}
        self.seen = monotonic()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Whatever is asked of a scheduler that has gone, the answer is the same."""
        from distributed.client import ClosedClientError

        try:
            if self.client.status == "running":
                yield
                return
        except (OSError, ClosedClientError) as error:
            raise SpielbaumError("error.cluster.lost", address=self.address) from error
        raise SpielbaumError("error.cluster.lost", address=self.address)

    def workers(self) -> int:
        """How many there are; raises where they cannot do the work."""
        with self.answering():
            there = list(self.client.nthreads())
            new = [address for address in there if address not in self.known]
            greetings = self.client.run(greeting, workers=new, on_error="return") if new else {}
        now = monotonic()
        if there:
            self.seen = now
        elif now - self.seen > ALONE:
            raise SpielbaumError("error.cluster.gone", address=self.address, seconds=f"{ALONE:g}")
        for address, answer in greetings.items():
            if not isinstance(answer, OSError):  # else it has gone again
                self.known[address] = self._acquainted(address, answer)
        if new and self.cores_each:
            self._count([address for address in there if address in self.known])
        return len(there)

    def _acquainted(self, worker: str, answer: Any) -> Greeting:
        if not isinstance(answer, Greeting):
            raise BadInput("error.cluster.without", worker=worker, why=_first_line(answer))
        own = greeting()
        if (answer.version, answer.sources) != (own.version, own.sources):
            there, here = (f"{each.version} ({each.sources})" for each in (answer, own))
            raise BadInput("error.cluster.version", worker=worker, there=there, here=here)
        return answer

    def _count(self, workers: list[str]) -> None:
        """Timed tasks need cores of their own on every machine."""
        machines = Counter(map(_machine, workers))
        for worker in workers:
            number, there = machines[_machine(worker)], self.known[worker].cores
            if number * self.cores_each > there:
                raise BadInput(
                    "error.cluster.cores",
                    host=_machine(worker), workers=number, cores=there, each=self.cores_each,
                )  # fmt: skip


def _machine(worker: str) -> str:
    """10.0.0.2 of tcp://10.0.0.2:40123."""
    return worker.rpartition(":")[0].rpartition("/")[2]


def _first_line(error: object) -> str:
    named = str(error) if type(error) is Exception else f"{type(error).__name__}: {error}"  # Dask wraps some
    return named.partition("\n")[0]


class _OnCluster(Executor):
    """Dask's own executor, with the way to stop that `concurrent.futures` has."""

    def __init__(self, client: Any, look: _Look) -> None:
        self._client = client
        self._look = look
        self._inner = client.get_executor(pure=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with self._look.answering():
            future: Future[T] = self._inner.submit(do, fn, args, kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with suppress(SpielbaumError), self._look.answering():  # else there is nobody to tell
            self._inner.shutdown(wait=wait and not cancel_futures)


@contextmanager
def _silent() -> Iterator[None]:
    """What goes wrong is told in one sentence, not in the logs of the libraries below."""
    import distributed  # noqa: F401 - its loggers are there afterwards

    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in _LOGGERS]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


_LOGGERS = {"distributed", "tornado", "asyncio"}
