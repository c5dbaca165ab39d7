/**
 * `.env` and files of secrets. `NAME_FILE` names a file that holds the value of NAME, as Docker and Kubernetes mount secrets;
 * a value in NAME itself stands before it.
 */
import { constants } from 'node:fs';
import { access, chmod, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Env } from './reader.ts';

/** Names that hold a secret, ours and those that docent.yaml may name. */
const secretName = /(?:_TOKEN|_KEY|_SECRET|_PASSWORD|^DATABASE_URL)$/;
const suffix = '_FILE';

/**
 * The variables, with those of the file for what they do not set, and secrets from their files. An empty variable switches a
 * line of the file off. A file that is not there adds nothing; a secret's file that cannot be read leaves it missing.
 */
export async function readEnvFile(path: string, env: Env): Promise<Env> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const set = Object.entries(env).filter(([, value]) => value !== undefined);
  return withSecretFiles({ ...parseEnv(text), ...Object.fromEntries(set) });
}

/** Whether others than its owner can read the file; never on Windows, which has no such modes. */
export async function isReadableByOthers(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return process.platform !== 'win32' && stats !== undefined && (stats.mode & 0o077) !== 0;
}

/**
 * Sets variables in the file and keeps everything else of it, comments too; only its owner may read it then. Fails with the
 * error of the file system, and then nothing has changed.
 */
export async function writeEnvFile(path: string, values: Env): Promise<void> {
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  // A file that its owner made read-only is not to be replaced.
  if (before !== undefined) await access(path, constants.W_OK);
  const whole = `${path}.${process.pid}.new`;
  await writeFile(whole, mergeEnv(before ?? '', values), { mode: 0o600 });
  await chmod(whole, 0o600);
  await rename(whole, path);
}

/** A line that sets one of them is replaced where it stands, the others are added at the end. Pure. */
export function mergeEnv(text: string, values: Env): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const rest = new Map(Object.entries(values).filter(([, value]) => value !== undefined));
  const merged = lines.map((line) => {
    const [, name = ''] = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/.exec(line) ?? [];
    const value = rest.get(name);
    if (value === undefined) return line;
    rest.delete(name);
    return `${name}=${quoted(value)}`;
  });
  return `${[...merged, ...[...rest].map(([name, value]) => `${name}=${quoted(value ?? '')}`)].join('\n')}\n`;
}

/** Only words that mean something to a reader of such files are put in quotes. */
function quoted(value: string): string {
  return /^[\w.,:;/@%+=?&-]*$/.test(value) ? value : `'${value.replaceAll("'", '’')}'`;
}

async function withSecretFiles(env: Env): Promise<Env> {
  const named = Object.entries(env).flatMap(([fileName, path]) => {
    const name = fileName.endsWith(suffix) ? fileName.slice(0, -suffix.length) : '';
    return path?.trim() && secretName.test(name) && !env[name]?.trim() ? [{ name, path: path.trim() }] : [];
  });
  const read = await Promise.all(named.map(async ({ name, path }) => [name, await readSecret(path)] as const));
  return { ...env, ...Object.fromEntries(read.filter(([, secret]) => secret !== undefined)) };
}

/** Without the line break at its end that most tools write. */
async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.trim();
}
