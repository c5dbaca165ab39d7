/** Untrusted text -> Markdown that shows it literally; durations and times -> text. Pure. */
import { headOf, shorten } from '../../../kit/base/shorten.ts';
import type { PrivateReply } from './deployment.ts';

/** A private reply without buttons. */
export function say(markdown: string): PrivateReply {
  return { markdown, buttons: [] };
}

/** Untrusted text as one line of at most `maxChars`, escaped so that it cannot affect the Markdown around it. */
export function plain(text: string, maxChars = 120): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();
  return shorten(line, maxChars).replaceAll(/[\\`*_[\]<>~|&]/g, '\\$&');
}

/** Untrusted text as inline code. */
export function code(text: string, maxChars = 80): string {
  return `\`${headOf(text.replaceAll(/[\s\p{C}]+/gu, ' ').replaceAll('`', "'"), maxChars).trim()}\``;
}

/** `34 s`, `2 min 5 s`, `1 h 3 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** `09:32:05`, in UTC. */
export function timeOfDay(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}

/** `2026-01-05 09:32`, in UTC. */
export function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}
