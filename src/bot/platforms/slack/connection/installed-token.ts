/**
 * The token of a workspace that installed the app. A token that expires is renewed two hours before, by one process at a
 * time; the others keep using the current one, which stays valid until it expires. We never turn token rotation on: that
 * cannot be undone.
 * Source: docs.slack.dev authentication/using-token-rotation, 2026-11-23.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import { StoreError } from '../../../../kit/sql/store-errors.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { InstallationStore, StoredInstallation, Tokens } from '../../../core/ports/installation-store.ts';
import type { TokenSource } from './web-api.ts';

/** How often the stored token is read again: another process may have renewed it, or deleted it with the app. */
const rereadMs = 60_000;
const renewBeforeMs = 2 * 60 * 60_000;
/** How long one process may take to renew it. */
const rotationMs = 30_000;
/** The pause between two reads while another process renews it. */
const waitMs = 5_000;

export interface InstalledTokenOptions {
  readonly id: string;
  readonly installations: InstallationStore;
  /** Gets the next tokens from Slack. Fails with PlatformError. */
  renew(refreshToken: string): Promise<Tokens>;
  /** Called when the installation no longer exists. */
  onGone(): void;
  /** Called when Slack did not renew the token. */
  onNotRenewed(error: PlatformError): void;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class InstalledToken implements TokenSource {
  readonly #options: InstalledTokenOptions;
  #known: StoredInstallation | undefined;
  #readAgainAt = Number.NEGATIVE_INFINITY;
  /** The tokens that Slack returned for a refresh token, which works only once. Kept until they are stored. */
  #obtained: { readonly spent: string; readonly tokens: Tokens } | undefined;
  #reading: Promise<string> | undefined;

  constructor(options: InstalledTokenOptions) {
    this.#options = options;
  }

  async token(): Promise<string> {
    if (this.#known && this.#options.clock.now() < this.#readAgainAt) return this.#known.tokens.token;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  refused(): void {
    this.#readAgainAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<string> {
    const { id, installations, onGone, clock } = this.#options;
    const found = await this.#find();
    if (found === undefined) {
      onGone();
      throw new PlatformError('thread_gone', { cause: new Error(`the app is not installed in ${id}`) });
    }
    if (found === 'unreadable')
      throw new PlatformError('unavailable', { cause: new Error('token cannot be decrypted') });
    this.#known = found;
    const now = clock.now();
    this.#readAgainAt = now + (this.#obtained ? waitMs : rereadMs);
    const { token, refreshToken, expiresAt } = found.tokens;
    if (this.#obtained && this.#obtained.spent === refreshToken) return this.#save(found, this.#obtained.tokens);
    if (expiresAt === undefined || refreshToken === undefined || expiresAt - now > renewBeforeMs) return token;
    this.#readAgainAt = now + waitMs;
    const isOurs = await translated(() => installations.beginRotation(found, now, now + rotationMs));
    const renewed = isOurs ? await this.#rotate(found, refreshToken) : undefined;
    if (typeof renewed === 'string') return renewed;
    if (expiresAt > now) return token;
    this.#readAgainAt = Number.NEGATIVE_INFINITY;
    throw new PlatformError('unavailable', { waitMs, cause: renewed ?? new Error('token expired') });
  }

  /**
   * The known token stays in use while the database is down, and after another process re-encrypted it with a key that this
   * one does not have yet.
   */
  async #find(): Promise<StoredInstallation | 'unreadable' | undefined> {
    const { id, installations, logger } = this.#options;
    try {
      const found = await translated(() => installations.find(id));
      if (found === 'unreadable' && this.#known) return this.#known;
      if (typeof found === 'object' && found.tokens.refreshToken !== this.#obtained?.spent) this.#obtained = undefined;
      return found;
    } catch (error) {
      if (!this.#known) throw error;
      logger.warn({ installation: id, err: error }, 'installation not read');
      return this.#known;
    }
  }

  /** The next token, or why Slack did not renew it. */
  async #rotate(found: StoredInstallation, refreshToken: string): Promise<string | PlatformError> {
    const { id, renew, onNotRenewed, logger } = this.#options;
    let tokens: Tokens;
    try {
      tokens = await renew(refreshToken);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.warn({ installation: id, err: error }, 'token not renewed');
      onNotRenewed(error);
      return error;
    }
    this.#obtained = { spent: refreshToken, tokens };
    return this.#save(found, tokens);
  }

  /**
   * A token that cannot be stored now is used anyway; the next read tries to store it again, with the revision it finds then.
   */
  async #save(found: StoredInstallation, tokens: Tokens): Promise<string> {
    const { id, installations, logger } = this.#options;
    this.#known = { ...found, tokens };
    try {
      const isSaved = await translated(() => installations.endRotation(found, tokens));
      if (isSaved) this.#obtained = undefined;
      if (isSaved) logger.info({ installation: id }, 'token renewed');
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.warn({ installation: id, err: error }, 'renewed token not stored');
    }
    return tokens.token;
  }
}

async function translated<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof StoreError ? new PlatformError('unavailable', { cause: error }) : error;
  }
}
