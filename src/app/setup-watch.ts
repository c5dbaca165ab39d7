/**
 * Checks the set-up every hour while the bot runs, and tells the operators what has stopped working: a scope or a right that
 * was taken away, a token that was revoked, a key that has expired. Problems from before the first check are only in the log.
 * The database keeps what a look found: a restart hides no change, and of several processes one reports it.
 */
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { SetupCheck, SetupFinding } from '../core/model/setup-check.ts';
import type { OperatorNotice } from '../core/ports/handlers.ts';

export interface SetupWatchOptions {
  examine(): AsyncIterable<SetupCheck>;
  tell(notice: OperatorNotice): void;
  /** What the last look of any process found; undefined before the first. */
  found(): Promise<readonly SetupFinding[] | undefined>;
  /** False when another process has replaced `before` meanwhile. */
  replace(before: readonly SetupFinding[] | undefined, after: readonly SetupFinding[]): Promise<boolean>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Connecting at the start does not count as a change. */
const firstMs = 60_000;
const everyMs = 60 * 60_000;
/** What is new at a look counts when it is still so then: a single call proves nothing. */
const confirmMs = 5 * 60_000;
/** Fewer processes than this report at the same moment. */
const maxTries = 5;

type Findings = ReadonlyMap<string, SetupCheck>;

export class SetupWatch {
  readonly #options: SetupWatchOptions;
  /** What this process found last; undefined before its first look. */
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
        await this.#look(signal);
      } catch (error) {
        logger.error({ err: error }, 'set-up not looked at');
      }
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { clock, found } = this.#options;
    let known = await found();
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
      known = await found();
    }
  }

  /** What is wrong, with what is known to be wrong and could not be looked at. */
  async #examine(known: readonly SetupFinding[]): Promise<Findings> {
    const checks: SetupCheck[] = [];
    for await (const check of this.#options.examine()) checks.push(check);
    const looked = new Set(checks.filter(({ state }) => state !== 'skipped').map(({ name }) => name));
    const unseen = (name: string): boolean =>
      !looked.has(name) &&
      checks.some((check) => check.name === name || (check.hides !== undefined && name.startsWith(check.hides)));
    const wrong = checks.filter(({ state }) => state === 'failed' || state === 'warning');
    const still = known.filter(({ name }) => unseen(name)).map((each) => ({ ...each, state: 'skipped' as const }));
    return new Map([...wrong, ...still].map((check) => [keyOf(check), check]));
  }

  #newIn(wrong: Findings, known: readonly SetupFinding[]): readonly SetupCheck[] {
    const old = new Set([...known.map(keyOf), ...(this.#seen?.keys() ?? [])]);
    return [...wrong].filter(([key]) => !old.has(key)).map(([, check]) => check);
  }

  /** False when another process was quicker: what it has reported is known then. */
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

  /** Numbered, so that what breaks a second time is reported a second time. */
  #tell({ name, detail, remedy }: SetupCheck): void {
    this.#changes += 1;
    const step = remedy === undefined ? '' : ` To fix it: ${remedy}.`;
    this.#options.tell({ id: `setup:${this.#changes}`, detail: `${name} has stopped working: ${detail}.${step}` });
  }
}

function keyOf({ name, detail }: SetupFinding): string {
  return `${name}: ${detail}`;
}
