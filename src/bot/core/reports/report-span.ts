/** Parses the text after the report command, typed as a command or in a mention. Pure. */
const unitMs = { d: 24 * 3_600_000, h: 3_600_000 };
const maxMs = 366 * unitMs.d;
const defaultSpan = '7d';

/** How far to look back, in milliseconds, for `7d`, `12h` or nothing; undefined for anything else. */
export function parseSpan(text: string): number | undefined {
  const [, count = '', unit] = /^(\d{1,4})\s?([dh])$/i.exec(text.trim() || defaultSpan) ?? [];
  const ms = Number(count) * (unit?.toLowerCase() === 'h' ? unitMs.h : unitMs.d);
  return ms > 0 && ms <= maxMs ? ms : undefined;
}

/** undefined for a question, since a sentence may start with the word. */
export function reportInMention(text: string): string | undefined {
  const [match, typed = ''] = /^\/?(?:docs-)?report(?:\s+(\d[^\s?]*))?$/i.exec(text.trim()) ?? [];
  return match === undefined ? undefined : typed;
}
