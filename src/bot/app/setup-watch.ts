/**
 * Checks the set-up every hour while the bot runs, and notifies the operators of what has stopped working: a revoked token,
 * an expired key, a scope or permission that was removed. Problems found by the first check are only logged. Findings are
 * stored in the database: no change is missed across a restart, and only one of several processes reports it.
 */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { SetupCheck, SetupFinding } from '../core/model/setup-check.ts';
import type { OperatorNotice } from '../core/ports/handlers.ts';

export interface SetupWatchOptions {
  examine(): AsyncIterable<SetupCheck>;
  tell(notice: OperatorNotice): void;
  /** The findings of the last check by any process; undefined before the first one. */
  findings(): Promise<readonly SetupFinding[] | undefined>;
  /** False if another process has replaced `before` in the meantime. */
  replace(before: readonly SetupFinding[] | undefined, after: readonly SetupFinding[]): Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Late enough that connecting at start does not count as a change. */
const firstMs = 60_000;
const everyMs = 60 * 60_000;
/** A new finding counts if it is still there after this: a single failed call proves nothing. */
const confirmMs = 5 * 60_000;
/** More than the number of processes that report at the same moment. */
const maxTries = 5;

type Findings = ReadonlyMap<string, SetupCheck>;

export class SetupWatch {
  readonly #options: SetupWatchOptions;
  /** The last findings of this process; undefined before its first check. */
  #seen: Findings | undefined;
  #changes = 0;

  constructor(options: SetupWatchOptions) {
    this.#options = options;
  }

  /** Runs until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    for (let waitMs = firstMs; !signal.aborted; waitMs = everyMs) {
      await clock.wait(waitMs, signal);
      if (signal.aborted) return;
      try {
        await this.#check(signal);
      } catch (error) {
        logger.error({ err: error }, 'set-up not checked');
      }
    }
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { clock, findings } = this.#options;
    let known = await findings();
    let wrong = await this.#examine(known ?? []);
    if (known && this.#newIn(wrong, known).length > 0) {
      await clock.wait(confirmMs, signal);
      if (signal.aborted) return;
      const first = wrong;
      const again = await this.#examine(known);
      const passing = new Set(this.#newIn(again, known).filter((check) => !first.has(keyOf(check))));
      wrong = new Map([...again].filter(([, check]) => !passing.has(check)));
    }
    for (let tries = 0; tries < maxTries && !signal.aborted; tries += 1) {
      if (await this.#report(wrong, known)) {
        this.#seen = wrong;
        return;
      }
      known = await findings();
    }
  }

  /** The current problems, and known ones that could not be checked again. */
  async #examine(known: readonly SetupFinding[]): Promise<Findings> {
    const checks: SetupCheck[] = [];
    for await (const check of this.#options.examine()) checks.push(check);
    const checked = new Set(checks.filter(({ state }) => state !== 'skipped').map(({ name }) => name));
    const isUnchecked = (name: string): boolean =>
      !checked.has(name) &&
      checks.some((check) => check.name === name || (check.hides !== undefined && name.startsWith(check.hides)));
    const wrong = checks.filter(({ state }) => state === 'failed' || state === 'warning');
    const still = known
      .filter(({ name }) => isUnchecked(name))
      .map((finding) => ({ ...finding, state: 'skipped' as const }));
    return new Map([...wrong, ...still].map((check) => [keyOf(check), check]));
  }

  #newIn(wrong: Findings, known: readonly SetupFinding[]): readonly SetupCheck[] {
    const old = new Set([...known.map(keyOf), ...(this.#seen?.keys() ?? [])]);
    return [...wrong].filter(([key]) => !old.has(key)).map(([, check]) => check);
  }

  /** Returns false if another process was quicker; its report is then among the known findings. */
  async #report(wrong: Findings, known: readonly SetupFinding[] | undefined): Promise<boolean> {
    const { logger, replace } = this.#options;
    if (!(await replace(known, [...wrong.values()]))) return false;
    const changed = known ? this.#newIn(wrong, known) : [];
    for (const check of changed) this.#tell(check);
    for (const check of known ?? []) {
      if (!wrong.has(keyOf(check))) logger.info({ check: check.name }, 'set-up works again');
    }
    if (this.#seen) return true;
    for (const check of wrong.values()) {
      const { name, detail, remedy } = check;
      if (!changed.includes(check)) logger.warn({ check: name, detail, remedy }, 'set-up check failed');
    }
    return true;
  }

  /** Numbered, so that a second failure of the same part is reported again. */
  #tell({ name, detail, remedy }: SetupCheck): void {
    this.#changes += 1;
    const step = remedy === undefined ? '' : ` To fix it: ${remedy}.`;
    this.#options.tell({ id: `setup:${this.#changes}`, detail: `${name} has stopped working: ${detail}.${step}` });
  }
}

function keyOf({ name, detail }: SetupFinding): string {
  return `${name}: ${detail}`;
}
