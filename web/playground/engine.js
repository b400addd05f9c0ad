// The door to the module, beside the toolchain's own script, which defines pentocityModule(). A plain script: the page and its
// worker run the same text.

/// Starts the module, whose bytes these are. Gives a function that takes a call, an object with `do`, and returns the answer,
/// an object; the function throws an Error with one line for people if the call is wrong.
async function startEngine(bytes) {
  const module = await pentocityModule({wasmBinary: bytes});
  return (call) => {
    const text = JSON.stringify(call), size = module.lengthBytesUTF8(text) + 1;
    const at = module._malloc(size);
    module.stringToUTF8(text, at, size);
    const answer = JSON.parse(module.UTF8ToString(module._pentocity_call(at)));
    module._free(at);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  };
}

// As a worker: the first message has the bytes, each other one is a call, answered by {answer} or {error}.
if (typeof WorkerGlobalScope !== 'undefined') {
  let engine;
  self.onmessage = async ({data}) => {
    try {
      if (engine) self.postMessage({answer: (await engine)(data)});
      else engine = startEngine(data);
    } catch (error) {
      self.postMessage({error: String(error.message ?? error)});
    }
  };
}
