/**
 * `.env` and files of secrets. `NAME_FILE` names a file that holds the value of NAME, as Docker and Kubernetes mount secrets;
 * a value in NAME itself stands before it.
 */
import { readFile, stat } from 'node:fs/promises';
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
