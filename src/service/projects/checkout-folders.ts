/**
 * Temporary folders in which branches are checked out. Their names identify the process that made them, so that a later
 * process can remove those of a killed one.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In containers every process may have the same id; the start time tells them apart. */
const startedAt = Math.round(performance.timeOrigin);

export function makeCheckoutFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `docent-docs-${process.pid}-${startedAt}-`));
}

/** Removes the folders of processes on this machine that have ended. */
export async function removeStaleCheckouts(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  // What cannot be removed belongs to another user.
  const remove = (name: string): Promise<void> => rm(join(tmpdir(), name), { recursive: true }).catch(() => {});
  await Promise.all(names.filter(isStale).map(remove));
}

function isStale(name: string): boolean {
  const [, pid, since] = /^docent-docs-(\d+)-(\d+)-/.exec(name) ?? [];
  if (pid === undefined) return false;
  return Number(pid) === process.pid ? Number(since) !== startedAt : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs for another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
