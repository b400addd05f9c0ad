// Making puzzles and counting plans in a worker (worker.js).

/**
 * A function that sends a request to a worker of its own, so that one that is no longer wanted can be stopped, by the function
 * that it returns. done(answer) is called at the end, with null if the browser could not answer; progress(share) on the way.
 * @param {string} script the worker's
 * @returns {(request: object, done: (answer: any) => void, progress?: (share: number) => void) => () => void}
 */
export function counterOf(script) {
  const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
  return (request, done, progress) => {
    const worker = new Worker(address);
    const end = (answer) => {
      worker.terminate();
      done(answer);
    };
    worker.onmessage = ({data}) => {
      if (data.share === undefined) end(data.result);
      else progress?.(data.share);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(null);
    };
    worker.postMessage(request);
    return () => worker.terminate();
  };
}
