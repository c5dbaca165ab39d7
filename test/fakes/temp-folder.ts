/**
 * The temporary folder of a run. On Linux it is in memory where there is room: small databases wait for the disk at each
 * commit, which is most of what many tests do. In: vitest's global setup. Out: TMPDIR for all that starts later, and the
 * machine's own as TMPDIR_ON_DISK. Effects: the folder, gone with all that is in it after the run.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Several times what the largest run had in it. */
const neededBytes = 2 * 2 ** 30;

let folder: string | undefined;

/** Each project of the run calls it. */
export function setup(): void {
  if (folder) return;
  process.env.TMPDIR_ON_DISK = tmpdir();
  folder = folderInMemory() ?? folderIn(tmpdir());
  process.env.TMPDIR = folder;
}

export function teardown(): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Undefined where there is none, or a small one, or one that runs no programs, as in most containers. */
function folderInMemory(): string | undefined {
  let made: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize < neededBytes) return undefined;
    made = folderIn(inMemory);
    const program = join(made, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(program);
    return made;
  } catch {
    if (made) rmSync(made, { recursive: true, force: true });
    return undefined;
  }
}

function folderIn(parent: string): string {
  // Short, since the addresses of sockets in it may have about a hundred characters.
  const made = mkdtempSync(join(parent, 'docent-'));
  // Postgres may run as another user, who has to pass through.
  chmodSync(made, 0o711);
  return made;
}
