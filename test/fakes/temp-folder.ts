/**
 * Creates the temporary folder of a test run, on Linux in memory if there is room: small databases wait for the disk at each
 * commit, which is most of what many tests do. Called by vitest as its global setup. Sets TMPDIR for everything that starts
 * later, keeps the machine's own as TMPDIR_ON_DISK, and deletes the folder after the run, even if that is killed.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.ts';

const inMemory = '/dev/shm';
/** Several times what the largest run needed. */
const neededBytes = 2 * 2 ** 30;

let folder: string | undefined;

/** Called for each project of the run. */
export function setup(): void {
  if (folder) return;
  process.env.TMPDIR_ON_DISK = tmpdir();
  folder = folderInMemory() ?? folderIn(tmpdir());
  process.env.TMPDIR = folder;
  // What is just ending may still write into it.
  endWithParent('until rm -rf "$0"; do sleep 1; done', [folder]);
}

export function teardown(): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Undefined if there is no such folder, or if it is too small or cannot run programs, as in most containers. */
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
  // A short name, since the path of a socket in it is limited to about a hundred characters.
  const made = mkdtempSync(join(parent, 'docent-'));
  // Postgres may run as another user, who needs access to folders below.
  chmodSync(made, 0o711);
  return made;
}
