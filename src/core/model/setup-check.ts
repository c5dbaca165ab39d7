/** The results of `docent doctor` and `docent setup`. Types only. */

/** One thing that was looked at. */
export interface SetupCheck {
  /** What was looked at: `Slack scopes`. */
  readonly name: string;
  /** skipped: it could not be looked at. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, in one sentence and without a secret. */
  readonly detail: string;
  /** The one step that fixes it. */
  readonly remedy?: string;
  /** Of a failure: checks whose names begin so were not made because of it. */
  readonly hides?: string;
}

/** What was wrong at a look. */
export type SetupFinding = Pick<SetupCheck, 'name' | 'detail'>;

/** The result of a call during the set-up; `reason` completes a sentence that begins with the platform's name. */
export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };
