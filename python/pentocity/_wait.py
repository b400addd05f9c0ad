"""Long calls that Ctrl-C can end."""
import threading


def wait(call, stop):
    """Makes a call on another thread and returns what it returns. Ctrl-C calls `stop`, and is raised when it is over."""
    outcome = []

    def target():
        try:
            outcome.append((call(), None))
        except BaseException as error:  # noqa: BLE001: it is raised again below
            outcome.append((None, error))

    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except KeyboardInterrupt:
        stop()
        thread.join()
        raise
    result, error = outcome[0]
    if error is not None:
        raise error
    return result
