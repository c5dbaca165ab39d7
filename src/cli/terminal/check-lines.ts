/** How `docent doctor` prints what it finds: one line per check, and below it how to fix it. */
import type { SetupCheck } from '../../bot/core/model/setup-check.ts';
import { asTyped } from './as-typed.ts';
import { type CommandIo, counted } from './command.ts';

type State = SetupCheck['state'];

export const stateOrder: readonly State[] = ['failed', 'warning', 'ok', 'skipped'];
const marks: Readonly<Record<State, string>> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };

/** Without its remedy. */
export function toLine({ name, state, detail }: SetupCheck): string {
  return `${marks[state]} ${name}: ${detail}\n`;
}

/** A remedy that the next check has as well is printed below that one. */
export function printLine(check: SetupCheck, { out, env }: CommandIo, next?: string): void {
  out(toLine(check));
  if (check.remedy !== undefined && check.remedy !== next) out(asTyped(`    → ${check.remedy}\n`, env));
}

export function printJson(check: SetupCheck, { out }: CommandIo): void {
  out(`${JSON.stringify(check)}\n`);
}

/** `3 checks passed, 1 warning, 0 failed` */
export function summaryOf(checks: readonly SetupCheck[]): string {
  const [passed, warnings, failed] = (['ok', 'warning', 'failed'] as const).map((state) => countOf(checks, state));
  return `${counted(passed ?? 0, 'check')} passed, ${counted(warnings ?? 0, 'warning')}, ${failed} failed`;
}

export function countOf(checks: readonly SetupCheck[], wanted: State): number {
  return checks.filter(({ state }) => state === wanted).length;
}
