/**
 * Removes secrets from a service's texts that are shown in a channel, such as a build log: known values, and anything shaped
 * like a key. The patterns are broader than for questions: missing a key is worse than removing a harmless word.
 */
import { replaceSecrets } from './secret-shapes.ts';

const removed = '[removed]';
/** Shorter values would match inside words. */
const minSecretChars = 8;

const shapes: readonly RegExp[] = [
  // Private keys that are truncated at either end.
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  // The prefixes of documentation services, and tokens like Discord's.
  /\b(?:mint|docs|deploy|docent|sk|pk|rk)[_-][\w-]{16,}/gi,
  /\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /\b(?:Bearer|Basic|Bot|token) [\w.~+/=-]{16,}/gi,
  /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,500}(?=@)/gi,
];
/** `API_KEY=…`, `"password": "…"`, `?token=…`: only the value is removed. */
const assignments =
  /((?:[\w-]{0,60}(?:key|token|secret|passw(?:or)?d|pwd|credentials?|signature|authorization))["']?\s{0,3}[=:]\s{0,3}["']?)(?!\s|\[removed\])([^\s"'&,;]{4,})/gi;

/** Returns a function that removes these values, and anything shaped like a key, from a text. */
export function maskSecrets(values: readonly string[]): (text: string) => string {
  const known = values.filter((value) => value.length >= minSecretChars);
  return (text) => {
    let clean = text;
    for (const value of known) clean = clean.replaceAll(value, removed);
    clean = replaceSecrets(clean, removed);
    for (const shape of shapes) clean = clean.replace(shape, removed);
    return clean.replace(assignments, `$1${removed}`);
  };
}
