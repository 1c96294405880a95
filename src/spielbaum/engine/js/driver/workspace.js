/**
 * The arrays that a kernel works on, in the memory of its instance.
 *
 * @typedef {import("./kernel.js").Kernel} Kernel
 */

/** The arrays that a kernel works on, and the directory that tells it where they are. */
export class Workspace {
  /** One that somebody else has made. @param {Kernel} kernel @param {number} directory */
  static at(kernel, directory) {
    /** @type {Workspace} */
    const found = Object.create(Workspace.prototype);
    Object.assign(found, { kernel, directory, shapes: {}, addresses: {} });
    for (const [at, name] of kernel.facts.workspace.entries()) {
      const [address, rows, columns] = kernel.words(directory + 24 * at, 3);
      found.shapes[name] = [Number(rows), Number(columns)];
      found.addresses[name] = Number(address);
    }
    return found;
  }

  /** @param {Kernel} kernel @param {Record<string, [number, number]>} shapes @param {Record<string, number>} shared */
  constructor(kernel, shapes, shared) {
    this.kernel = kernel;
    const fields = kernel.facts.workspace;
    this.directory = kernel.allocate(3 * fields.length);
    /** @type {Record<string, [number, number]>} */
    this.shapes = {};
    /** @type {Record<string, number>} */
    this.addresses = {};
    for (const name of fields) this.put(name, shapes[name] ?? [1, 1], shared[name]);
  }

  /** @param {string} name @param {[number, number]} shape @param {number} [address] */
  put(name, shape, address = this.kernel.allocate(shape[0] * shape[1])) {
    this.shapes[name] = shape;
    this.addresses[name] = address;
    const at = this.directory + 24 * this.kernel.facts.workspace.indexOf(name);
    this.kernel.words(at, 3).set([BigInt(address), BigInt(shape[0]), BigInt(shape[1])]);
  }

  /** An array four times as long, and empty: what was in it is made again. @param {string} name */
  enlarge(name) {
    this.set("FAULT", 0);
    this.put(name, [4 * this.shapes[name][0], this.shapes[name][1]]);
  }

  /** Whether the moves needed more room; then there is more now, and the kernel has to begin again. */
  madeRoom() {
    if (this.get("FAULT") !== this.kernel.facts.faults.ROWS_FULL) return false;
    this.enlarge("rows");
    return true;
  }

  /** All words of an array, until the memory grows. @param {string} name */
  words(name) {
    const [rows, columns] = this.shapes[name];
    return this.kernel.words(this.addresses[name], rows * columns);
  }

  /** A word of `info` by its name. @param {string} name */
  get(name) {
    return Number(this.words("info")[this.kernel.facts.info[name]]);
  }

  /** @param {string} name @param {number} value */
  set(name, value) {
    this.words("info")[this.kernel.facts.info[name]] = BigInt(value);
  }
}
