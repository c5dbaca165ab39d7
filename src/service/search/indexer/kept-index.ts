/**
 * The index of a project on disk, so that a start reads only what has changed. If it cannot be used, everything is read again.
 * A manifest names the segments' files and their checksums; it is replaced atomically after they have been written, so a
 * crash leaves the previous index intact.
 */
import { createHash } from 'node:crypto';
import { closeSync, globSync, openSync, readSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { SharedSegment } from './update.ts';

interface Manifest {
  /** What the segments depend on besides the docs. */
  readonly version: string;
  readonly siteUrl: string | null;
  readonly segments: readonly KeptSegment[];
}

interface KeptSegment {
  readonly id: string;
  readonly checksum: number;
  /** Base64. */
  readonly gone: string;
}

const manifestFile = 'index.json';

/** Empty if there is no index, or one of another version or site, or a damaged one. */
export async function readKept(folder: string, siteUrl: string | undefined): Promise<readonly SharedSegment[]> {
  try {
    const manifest = await readManifest(folder);
    if (manifest.version !== (await indexVersion()) || manifest.siteUrl !== (siteUrl ?? null)) return [];
    return await Promise.all(manifest.segments.map((entry) => readSegment(folder, entry)));
  } catch {
    // Whatever is wrong, everything can be read again from the docs.
    return [];
  }
}

/** Fails if there is none. */
async function readManifest(folder: string): Promise<Manifest> {
  // Written by `writeKept`, or its version differs.
  return JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as Manifest;
}

async function readSegment(folder: string, { id, checksum, gone }: KeptSegment): Promise<SharedSegment> {
  const bytes = await readShared(join(folder, nameOf(id)));
  if (crc32(new Uint8Array(bytes)) !== checksum) throw new RangeError('The file is damaged.');
  return { id, bytes, gone: Uint8Array.from(Buffer.from(gone, 'base64')) };
}

export async function writeKept(
  folder: string,
  siteUrl: string | undefined,
  segments: readonly SharedSegment[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const before = new Set(await readdir(folder));
  const kept = await readManifest(folder).catch(() => undefined);
  for (const { id, bytes } of segments) {
    if (!before.has(nameOf(id))) await writeFile(join(folder, nameOf(id)), new Uint8Array(bytes));
  }
  const manifest: Manifest = {
    version: await indexVersion(),
    siteUrl: siteUrl ?? null,
    segments: segments.map(({ id, bytes, gone }) => ({
      id,
      checksum: kept?.segments.find((segment) => segment.id === id)?.checksum ?? crc32(new Uint8Array(bytes)),
      gone: Buffer.from(gone).toString('base64'),
    })),
  };
  const draft = join(folder, `${manifestFile}.${crypto.randomUUID()}`);
  await writeFile(draft, JSON.stringify(manifest));
  await rename(draft, join(folder, manifestFile));
  const used = new Set([manifestFile, ...segments.map(({ id }) => nameOf(id))]);
  for (const name of before) if (!used.has(name)) await rm(join(folder, name), { force: true });
}

function nameOf(id: string): string {
  return `${id}.segment`;
}

async function readShared(file: string): Promise<SharedArrayBuffer> {
  const { size } = await stat(file);
  const bytes = new SharedArrayBuffer(size);
  const handle = openSync(file, 'r');
  try {
    for (let at = 0; at < size; ) {
      const read = readSync(handle, new Uint8Array(bytes), at, size - at, at);
      if (read === 0) throw new RangeError('The file ended early.');
      at += read;
    }
    return bytes;
  } finally {
    closeSync(handle);
  }
}

/**
 * A hash of everything that an index depends on besides the docs: the code, the versions of its libraries, and properties of
 * the engine and the machine.
 */
async function indexVersion(): Promise<string> {
  const hash = createHash('sha256').update(`${process.versions.icu} ${process.versions.unicode} ${endianness()}`);
  for (const file of codeFiles()) hash.update(await readFile(file));
  return hash.digest('base64url');
}

/** In the package, all chunks of the bundle, which include the libraries. */
function codeFiles(): readonly string[] {
  const own = import.meta.dirname;
  const [folder, patterns] = import.meta.url.endsWith('.js')
    ? [own, ['*.js']]
    : [
        join(own, '../..'),
        ['content/**/*.ts', '../kit/markdown/page-lines.ts', 'search/index/*.{ts,json}', '../../package.json'],
      ];
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).sort()).map((name) => join(folder, name));
}
