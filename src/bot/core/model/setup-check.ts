/** The results of `docent doctor` and `docent setup`. Types only. */

/** The result of one check. */
export interface SetupCheck {
  /** What was checked: `Slack scopes`. */
  readonly name: string;
  /** skipped: it could not be checked. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, in one sentence and without a secret. */
  readonly detail: string;
  /** The one step that fixes it. */
  readonly remedy?: string;
  /** For a failure: checks whose names start with this were not run because of it. */
  readonly hides?: string;
}

/** A problem found by a check. */
export type SetupFinding = Pick<SetupCheck, 'name' | 'detail'>;

/** The result of a call during setup; `reason` completes a sentence that starts with the platform's name. */
export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
