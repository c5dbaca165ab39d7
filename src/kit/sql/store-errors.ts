/** The database could not be reached or refused a write. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'unavailable';

  constructor(cause?: unknown) {
    super('store: unavailable', { cause });
  }
}

/** Another process has claimed or ended the turn or deployment in the meantime, so this process must not touch it. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
  readonly code = 'claim_lost';

  constructor() {
    super('claim: lost');
  }
}
