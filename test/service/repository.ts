/** A git repository for one test, removed when the test ends, and commits in it. In: files by name. Out: its path. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { docsFolder } from './folder.ts';

/** A change of one file: its text, a symlink, or null to delete it. */
export type Change = string | { readonly linkTo: string } | null;

export interface Repository {
  readonly path: string;
  /** Returns the commit's sha. */
  commit(message: string, changes: Readonly<Record<string, Change>>): string;
  git(...args: readonly string[]): string;
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];

export function createRepository(): Repository {
  const path = docsFolder({});
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...identity, ...args], { cwd: path, encoding: 'utf8', stdio: 'pipe' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  return {
    path,
    git,
    commit(message, changes) {
      for (const [file, change] of Object.entries(changes)) write(join(path, file), change);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', `--message=${message}`);
      return git('rev-parse', 'HEAD');
    },
  };
}

function write(path: string, change: Change): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  if (typeof change === 'string') writeFileSync(path, change);
  else if (change) symlinkSync(change.linkTo, path);
}
