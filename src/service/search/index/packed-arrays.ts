/**
 * Typed arrays in one buffer, which threads can share and a file can store. A JSON header has the type, offset and length of
 * each. Numbers are in the machine's byte order, so a file can only be read by machines with the same order.
 */
/** Over an ArrayBuffer or a SharedArrayBuffer. */
export type PackedArray = Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array;

type ArrayName = 'Uint8Array' | 'Int32Array' | 'Uint32Array' | 'Float32Array' | 'Float64Array';
type ArrayView = new (buffer: SharedArrayBuffer, at: number, length: number) => PackedArray;

const types: Readonly<Record<ArrayName, ArrayView>> = {
  Uint8Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};

interface Entry {
  readonly type: ArrayName;
  readonly at: number;
  readonly length: number;
}

/** Every array is aligned for the widest element type. */
const alignment = 8;

function aligned(at: number): number {
  return Math.ceil(at / alignment) * alignment;
}

/** Frees the arrays that have a buffer of their own: together with their copies they would take the memory twice. */
export function packArrays(arrays: Readonly<Record<string, PackedArray>>): SharedArrayBuffer {
  let end = 0;
  const entries = Object.entries(arrays).map(([name, array]): readonly [string, Entry] => {
    const at = end;
    end = aligned(at + array.byteLength);
    return [name, { type: typeOf(array), at, length: array.length }];
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const first = aligned(4 + header.length);
  const buffer = new SharedArrayBuffer(first + end);
  new DataView(buffer).setUint32(0, header.length);
  new Uint8Array(buffer).set(header, 4);
  for (const [name, { at }] of entries) {
    const array = arrays[name];
    if (!array) continue;
    new Uint8Array(buffer, first + at).set(bytesOf(array));
    free(array);
  }
  return buffer;
}

/** Small ones may be part of a buffer that Node shares among them. */
const minFreedBytes = 1 << 16;

function free({ buffer, byteLength }: PackedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= minFreedBytes)
    buffer.transfer(0);
}

/** Views of the buffer; nothing is copied. */
export function unpackArrays(buffer: SharedArrayBuffer): Readonly<Record<string, PackedArray>> {
  const headerLength = new DataView(buffer).getUint32(0);
  const header = Buffer.from(new Uint8Array(buffer, 4, headerLength)).toString();
  const first = aligned(4 + headerLength);
  // Written by `packArrays`.
  const entries = Object.entries(JSON.parse(header) as Record<string, Entry>);
  return Object.fromEntries(
    entries.map(([name, { type, at, length }]) => [name, new types[type](buffer, first + at, length)]),
  );
}

function typeOf(array: PackedArray): ArrayName {
  if (array instanceof Int32Array) return 'Int32Array';
  if (array instanceof Uint32Array) return 'Uint32Array';
  if (array instanceof Float32Array) return 'Float32Array';
  return array instanceof Float64Array ? 'Float64Array' : 'Uint8Array';
}

function bytesOf({ buffer, byteOffset, byteLength }: PackedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
