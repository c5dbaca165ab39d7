/**
 * `.env` and files with secrets. `NAME_FILE` names a file that contains the value of NAME, as Docker and Kubernetes mount
 * secrets; a value in NAME itself takes precedence.
 */
import { constants } from 'node:fs';
import { access, chmod, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { Env } from '../../kit/settings/reader.ts';

/** Variables that hold a secret; docent.yaml may name others. */
const secretName = /(?:_TOKEN|_KEY|_SECRET|_PASSWORD|^DATABASE_URL)$/;
const suffix = '_FILE';

/** Adds the file's variables to those of the environment, which take precedence, and secrets from their files. */
export async function readEnvFile(path: string, env: Env): Promise<Env> {
  return readSecrets(await readVariables(path, env));
}

/**
 * Adds the file's variables to those of the environment, which take precedence: an empty variable disables its line in the
 * file. A missing file adds nothing.
 */
export async function readVariables(path: string, env: Env): Promise<Env> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const set = Object.entries(env).filter(([, value]) => value !== undefined);
  return { ...parseEnv(text), ...Object.fromEntries(set) };
}

/** The secrets among these variables. */
export function secretsIn(env: Env): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && secretName.test(name) ? [value] : []));
}

/** Adds the secrets that are in files. One whose file cannot be read stays missing. */
export async function readSecrets(variables: Env): Promise<Env> {
  return { ...variables, ...(await readSecretFiles(variables, (name) => secretName.test(name))) };
}

/** Whether users other than its owner can read the file; always false on Windows, which has no such modes. */
export async function isReadableByOthers(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return process.platform !== 'win32' && stats !== undefined && (stats.mode & 0o077) !== 0;
}

/** Errors that prevent replacing the file, such as a mounted file or a folder that is not ours: it is overwritten instead. */
const writtenInPlace: readonly unknown[] = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS'];

/**
 * Sets variables in the file and keeps everything else, comments included. Afterwards only its owner may read it, unless the
 * file system prevents that, for instance if another user owns it: see isReadableByOthers. Fails with the file system's
 * error, and then the text is unchanged.
 */
export async function writeEnvFile(path: string, values: Env): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const before = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  // A file that its owner made read-only must not be replaced.
  if (before !== undefined) await access(target, constants.W_OK);
  const text = mergeEnv(before ?? '', values);
  const temporary = `${target}.${process.pid}.new`;
  try {
    await rm(temporary, { force: true });
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (before === undefined || !writtenInPlace.includes(code)) throw error;
    await chmod(target, 0o600).catch(() => {});
    await writeFile(target, text);
  }
}

/** One variable as Node parses it; a quoted value may span several lines. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:'[^']*'|"[^"]*"|`[^`]*`)?[^\n]*(?:\n|$)/gm;

/** Sets each variable at its first occurrence and removes the others; new ones are added at the end. Pure. */
export function mergeEnv(text: string, values: Env): string {
  const rest = new Map(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const all = new Map(rest);
  const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const merged = whole.replaceAll(assignment, (line, name: string) => {
    const value = all.get(name);
    if (value === undefined) return line;
    return rest.delete(name) ? toLine(name, value) : '';
  });
  return merged + [...rest].map(([name, value]) => toLine(name, value)).join('');
}

/** Uses quotes that preserve the value. Other programs read the file as well, so plain values get none. */
function toLine(name: string, value: string): string {
  const forms = [`'${value}'`, `"${value}"`, `\`${value}\``, value];
  const form = /^[\w.,:;/@%+=?&-]*$/.test(value) ? value : forms.find((quoted) => parseEnv(`A=${quoted}`).A === value);
  if (form === undefined) throw new Error(`${name} has a value that no .env can hold`);
  return `${name}=${form}\n`;
}

/** Only those of the variables that are secrets in files. */
export async function readSecretFiles(env: Env, isSecret: (name: string) => boolean): Promise<Env> {
  const named = Object.entries(env).flatMap(([fileName, path]) => {
    const name = fileName.endsWith(suffix) ? fileName.slice(0, -suffix.length) : '';
    return path?.trim() && isSecret(name) && !env[name]?.trim() ? [{ name, path: path.trim() }] : [];
  });
  const read = await Promise.all(named.map(async ({ name, path }) => [name, await readSecret(path)] as const));
  return Object.fromEntries(read.filter(([, secret]) => secret !== undefined));
}

/** Strips the line break that most tools add at the end. */
async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.trim();
}
