// A portable player in the browser: its calls of WASI (preview 1), answered as the program answers them (docs/how-to/portable.md).

const FAULT = 21, INVALID = 28, BAD_FILE = 8, NOT_SUPPORTED = 52, NO_SEEK = 70;
const MOST_PARTS = 1024, MOST_SUBSCRIPTIONS = 64, MOST_OUTPUT = 4 << 20, KEPT_ERRORS = 64 << 10;
const PRICE_OF_CALL = 500n;  // instructions, each a nanosecond of its clock
const OWN_NAME = new TextEncoder().encode('player\0');
const WASI = 'wasi_snapshot_preview1';

/// What traps are called, by what browsers say of them; some do not tell two kinds apart.
/** @type {[RegExp, string][]} */
const TRAPS = [
  [/call stack|too much recursion/i, 'stack overflow'], [/unreachable/i, 'unreachable code'],
  [/(divi|remainder).*zero/i, 'division by zero'], [/unrepresentable in|trunc/i, 'integer overflow, or bad conversion to an integer'],
  [/conversion to integer/i, 'bad conversion to an integer'],
  [/unrepresentable|integer overflow/i, 'integer overflow'], [/table.*bounds|bounds.*table/i, 'table access out of bounds'],
  [/null function or/i, 'indirect call of nothing, or of another type'], [/signature.*match/i, 'indirect call of another type'],
  [/null/i, 'indirect call of nothing'],
  [/bounds/i, 'memory access out of bounds'],
];

/// Ends a player from within: `why` it has ended, in the program's words.
class Leave {
  constructor(why) { this.why = why; }
}

/// Compiles a player from its bytes; `file` is the name of its file. Throws an Error with one line for people.
export function compileGuest(bytes, file) {
  const magic = [0, 97, 115, 109, 1, 0, 0, 0];
  if (!magic.every((byte, i) => bytes[i] === byte)) throw new Error(`${file}: it is no module of WebAssembly (version 1)`);
  let module;
  try {
    module = new WebAssembly.Module(bytes);
  } catch (error) {
    throw new Error(`${file}: ${error.message}`);
  }
  for (const {module: from, name, kind} of WebAssembly.Module.imports(module))
    if (from !== WASI || kind !== 'function')
      throw new Error(`${file}: it imports '${name}' from '${from}': a portable player has the functions of WASI preview 1 only`);
  return module;
}

function wordsOf(error) {
  const [, words] = TRAPS.find(([pattern]) => pattern.test(error.message)) ?? [null, 'trap'];
  // The first frame within the player, as Chromium or Firefox writes it.
  const frame = String(error.stack).split('\n').find((line) => line.includes('wasm-function[')) ?? '';
  const name = frame.match(/^\s*at (.*) \(wasm:/)?.[1] ?? frame.match(/^([^@]+)@/)?.[1];
  const number = frame.match(/wasm-function\[(\d+)\]/)?.[1];
  return words + (name ? ` in '${name.slice(0, 100)}'` : number ? ` in function ${number}` : '');
}

/// Plays a game: `engine` is the door to the module, `call` what its call `guest` takes. `made` is called with each answer of the
/// player, as the call `answer` takes it. Returns what the call `guest_end` does. Throws an Error if the player declares something wrong.
export function playGuest(engine, module, call, made = () => {}) {
  const {game, message} = engine({...call, do: 'guest'}), encode = new TextEncoder();
  let input = encode.encode(message), output = '', errors = '', clock = 0n;
  let memory = new WebAssembly.Memory({initial: 0});

  // Its memory, of which each part must lie within.
  const view = () => new DataView(memory.buffer);
  const has = (at, size) => at + size <= memory.buffer.byteLength;
  const put = (at, value) => {
    if (!has(at, 4)) return FAULT;
    view().setUint32(at, value, true);
    return 0;
  };
  const putLong = (at, value) => {
    if (!has(at, 8)) return FAULT;
    view().setBigUint64(at, value, true);
    return 0;
  };
  const parts = (at, count) => {
    if (!has(at, 8 * count)) return null;
    const list = Array.from({length: count}, (_, i) => [view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true)]);
    return list.every(([begin, size]) => has(begin, size)) ? list.map(([begin, size]) => new Uint8Array(memory.buffer, begin, size)) : null;
  };
  const letters = (bytes) => {
    let out = '';
    for (let i = 0; i < bytes.length; i += 4096) out += String.fromCharCode(...bytes.subarray(i, i + 4096));
    return out;
  };

  const calls = {
    __proto__: null,  // what an object has by itself is no call of WASI
    args_sizes_get: (count, size) => put(count, 1) || put(size, OWN_NAME.length),
    args_get(list, text) {
      if (!has(text, OWN_NAME.length) || put(list, text)) return FAULT;
      new Uint8Array(memory.buffer).set(OWN_NAME, text);
      return 0;
    },
    environ_sizes_get: (count, size) => put(count, 0) || put(size, 0),
    environ_get: () => 0,
    fd_close: (file) => (file <= 2 ? 0 : BAD_FILE),
    fd_seek: (file) => (file <= 2 ? NO_SEEK : BAD_FILE),
    fd_prestat_get: () => BAD_FILE,
    fd_fdstat_get(file, at) {
      if (file > 2) return BAD_FILE;
      if (!has(at, 24)) return FAULT;
      const place = new Uint8Array(memory.buffer, at, 24).fill(0);
      [place[0], place[8]] = [2, file === 0 ? 1 << 1 : 1 << 6];  // a character device, and what may be done with it
      return 0;
    },
    fd_write(file, list, count, written) {
      if (file !== 1 && file !== 2) return BAD_FILE;
      if (count > MOST_PARTS) return INVALID;
      const all = parts(list, count);
      if (!all) return FAULT;
      const size = all.reduce((sum, part) => sum + part.length, 0);
      if (size > 0xffffffff) return INVALID;
      if (file === 1 && output.length + size > MOST_OUTPUT) throw new Leave('output');
      for (const part of all) {
        if (file === 1) output += letters(part);
        else errors = (errors + letters(part.subarray(-KEPT_ERRORS))).slice(-KEPT_ERRORS);
      }
      return put(written, size);
    },
    // Where nothing is left to read, what was written is the answer, and the next message comes.
    fd_read(file, list, count, read) {
      if (file !== 0) return BAD_FILE;
      if (count > MOST_PARTS) return INVALID;
      const all = parts(list, count);
      if (!all || !has(read, 4)) return FAULT;
      if (input.length === 0) {
        const next = engine({do: 'guest_read', game, written: output});
        output = '';
        next.made.forEach(made);
        if (next.message === null) throw new Leave('');
        input = encode.encode(next.message);
      }
      let taken = 0;
      for (const part of all) {
        const piece = input.subarray(taken, taken + part.length);
        part.set(piece);
        taken += piece.length;
      }
      input = input.subarray(taken);
      return put(read, taken);
    },
    proc_exit(code) { throw new Leave(`exit:${code}`); },
    sched_yield: () => 0,
    random_get(at, size) {
      if (!has(at, size)) return FAULT;
      for (let done = 0; done < size; done += 4096)
        new Uint8Array(memory.buffer).set(engine({do: 'guest_random', game, count: Math.min(4096, size - done)}).bytes, at + done);
      return 0;
    },
    clock_res_get: (which, at) => (which >= 4 ? INVALID : putLong(at, 1n)),
    clock_time_get: (which, _precision, at) => (which >= 4 ? INVALID : putLong(at, clock)),
    // Files are always ready. Otherwise the first clock is waited for.
    poll_oneoff(list, events, count, happened) {
      if (count === 0 || count > MOST_SUBSCRIPTIONS) return INVALID;
      if (!has(list, 48 * count) || !has(events, 32 * count)) return FAULT;
      const all = Array.from({length: count}, (_, i) => {
        const at = list + 48 * i, time = view().getBigUint64(at + 24, true), absolute = view().getUint16(at + 40, true) & 1;
        const wait = !absolute ? time : time > clock ? time - clock : 0n;
        return {own: view().getBigUint64(at, true), kind: view().getUint8(at + 8), wait};
      });
      const files = all.filter(({kind}) => kind !== 0);
      const least = files.length ? 0n : all.reduce((most, {wait}) => (wait < most ? wait : most), all[0].wait);
      clock += least;
      const ready = files.length ? files : all.filter(({wait}) => wait <= least);
      new Uint8Array(memory.buffer, events, 32 * ready.length).fill(0);
      ready.forEach(({own, kind}, i) => {
        view().setBigUint64(events + 32 * i, own, true);
        view().setUint8(events + 32 * i + 10, kind);
        if (files.length) view().setUint8(events + 32 * i + 16, 1);
      });
      return put(happened, ready.length);
    },
  };

  /** @type {WebAssembly.ModuleImports} */
  const imports = Object.create(null);
  for (const {name} of WebAssembly.Module.imports(module))
    imports[name] = (...numbers) => {
      clock += PRICE_OF_CALL;
      return calls[name]?.(...numbers.map((number) => (typeof number === 'number' ? number >>> 0 : number))) ?? NOT_SUPPORTED;
    };
  let why = 'exit:0';
  try {
    const exported = /** @type {any} */ (new WebAssembly.Instance(module, {[WASI]: imports}).exports);
    if (exported.memory instanceof WebAssembly.Memory) memory = exported.memory;
    if (exported._start) exported._start();
    else why = 'the module exports no function \'_start\'';
  } catch (error) {
    const isTrap = error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error.name === 'InternalError';
    if (!(error instanceof Leave) && !isTrap) throw error;
    why = isTrap ? wordsOf(error) : error.why;
  }
  const end = engine({...call, do: 'guest_end', game, why, written: output, errors});
  end.made.forEach(made);
  return end;
}
