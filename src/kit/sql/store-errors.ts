/** The database could not be reached or refused a write. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'unavailable';

  constructor(cause?: unknown) {
    super('store: unavailable', { cause });
  }
}

/** The database holds tables, but not those of this version: another program made them, or an earlier version of Docent. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';

  constructor() {
    super('the database is not of this version of Docent');
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
