/** The report of a trial as a file that can be attached to a bug report: without names and ids. Pure. */
import type { SetupCheck } from '../../bot/core/model/setup-check.ts';
import { toLine } from '../terminal/check-lines.ts';
import type { Finding, LiveCheck } from './checks.ts';

/** A finding, and what it decides. */
export interface Reported {
  readonly found: SetupCheck & Pick<Finding, 'stream'>;
  readonly check: Pick<LiveCheck, 'fact' | 'documented'>;
}

/** Without remedies, which name channels. `title`: `Slack`. */
export function toReport(title: string, reported: readonly Reported[], left: number): string {
  const lines = reported.flatMap(({ found, check }) => [toLine(found), `    ${check.fact} (${check.documented})\n`]);
  const head = `docent doctor --live on ${title}, Node ${process.versions.node}\n\n`;
  return withoutNames(`${head}${lines.join('')}\nLeft behind: ${left}\n`);
}

/** Replaces addresses, tokens and ids by letters, the same ones by the same letter. */
export function withoutNames(text: string): string {
  const letters = new Map<string, string>();
  return text.replace(named, (name) => {
    const letter = letters.get(name) ?? `(${toLetters(letters.size)})`;
    letters.set(name, letter);
    return letter;
  });
}

/** Addresses; ids of Slack; times of its messages; ids of Discord; names of people and channels. */
const named = /https?:\/\/[^\s)]+|\b[A-Z][A-Z\d]{8,}\b|\b\d{10}\.\d{6}\b|\b\d{15,20}\b|[@#][\p{L}\d_.-]+/gu;

/** 0 is A, 26 is AA. */
function toLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : toLetters(Math.floor(at / 26) - 1) + last;
}
