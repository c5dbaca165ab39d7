/** What `docent doctor` finds: one thing that was looked at. */
export interface SetupCheck {
  /** What was looked at: `Slack scopes`. */
  readonly name: string;
  /** skipped: it could not be looked at. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, in one sentence and without a secret. */
  readonly detail: string;
  /** The one step that mends it. */
  readonly remedy?: string;
}
