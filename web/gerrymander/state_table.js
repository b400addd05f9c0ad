// A hash table of keys, in order of arrival, with `width` counts each.
export class StateTable {
  constructor(words, width) {
    this.words = words;
    this.width = width;
    this.length = 0;
    this.keys = new Int32Array(64 * words);
    this.counts = new Float64Array(64 * width);
    this.slots = new Int32Array(128).fill(-1);
  }

  // The place of a key, with counts of 0 if it is new.
  place(key) {
    const {words, keys, slots} = this, mask = slots.length - 1;
    let slot = this.slot(key, 0);
    for (let s; (s = slots[slot]) >= 0; slot = (slot + 1) & mask) {
      let k = 0;
      while (k < words && keys[s * words + k] === key[k]) ++k;
      if (k === words) return s;
    }
    if (2 * (this.length + 1) > slots.length) {
      this.grow();
      return this.place(key);
    }
    slots[slot] = this.length;
    keys.set(key, this.length * words);
    return this.length++;
  }

  slot(key, at) {
    let hash = 0;
    for (let k = 0; k < this.words; ++k) {
      hash = Math.imul(hash ^ key[at + k], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash & (this.slots.length - 1);
  }

  grow() {
    const keys = new Int32Array(2 * this.keys.length), counts = new Float64Array(2 * this.counts.length);
    keys.set(this.keys);
    counts.set(this.counts);
    this.keys = keys;
    this.counts = counts;
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    const mask = this.slots.length - 1;
    for (let s = 0; s < this.length; ++s) {
      let slot = this.slot(this.keys, s * this.words);
      while (this.slots[slot] >= 0) slot = (slot + 1) & mask;
      this.slots[slot] = s;
    }
  }

  // The keys alone, and which outcomes a key has.
  trimmed() {
    const {width, length, counts} = this, had = new Uint8Array(Math.ceil(length * width / 8));
    for (let k = 0; k < length * width; ++k) if (counts[k] !== 0) had[k >> 3] |= 1 << (k & 7);
    return {keys: this.keys.slice(0, length * this.words), has: (s, k) => ((had[(s * width + k) >> 3] >> ((s * width + k) & 7)) & 1) === 1};
  }
}
