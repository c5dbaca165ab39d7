import { readFileSync } from 'node:fs';

/** Docent's own version, as its package says. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { version: string }; // our own file
  return version;
}
