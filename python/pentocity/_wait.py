"""Long calls that Ctrl-C can end."""
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def wait(call: Callable[[], Result], stop: Callable[[], object]) -> Result:
    """Makes a call on another thread and returns what it returns. Ctrl-C calls `stop`, and is raised when it is over."""
    results: list[Result] = []
    errors: list[BaseException] = []

    def target() -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001: it is raised again below
            errors.append(error)

    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except KeyboardInterrupt:
        stop()
        thread.join()
        raise
    if errors:
        raise errors[0]
    return results[0]
