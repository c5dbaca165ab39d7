/** The store of workspaces that installed the app, with their tokens. Types only. All methods fail with StoreError. */

/** A workspace, or an organisation with all its workspaces, that installed the app. */
export interface Installation {
  /** The platform's id, as in `ThreadRef.installation`. */
  readonly id: string;
  readonly name?: string;
  readonly tokens: Tokens;
}

export interface Tokens {
  readonly token: string;
  /** For tokens that expire: can be exchanged for the next token, once. */
  readonly refreshToken?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

export interface StoredInstallation extends Installation {
  /** Changes whenever the tokens do. */
  readonly revision: string;
}

/** An installation whose tokens may not be readable with our keys. */
export type ListedInstallation = Pick<Installation, 'id' | 'name'> & { readonly isReadable: boolean };

export interface InstallationStore {
  /** `unreadable`: its tokens were encrypted with none of our keys. */
  find(id: string): Promise<StoredInstallation | 'unreadable' | undefined>;
  list(): Promise<readonly ListedInstallation[]>;
  /** Re-encrypts with the newest key what an older one encrypted, so that it can be dropped. Skips tokens being rotated. */
  reseal(now: number): Promise<void>;
  /** Replaces an earlier installation with this id. */
  save(installation: Installation): Promise<void>;
  /** Of several callers with the same revision, only one gets true until `until`. */
  beginRotation(of: StoredInstallation, now: number, until: number): Promise<boolean>;
  /** False, without storing anything, if the tokens are no longer those of the revision. */
  endRotation(of: StoredInstallation, tokens: Tokens): Promise<boolean>;
  /** False, without removing anything, if it is no longer as it was found. */
  remove(id: string, found: StoredInstallation | 'unreadable'): Promise<boolean>;
  /** True for the first caller with this OAuth state, until it expires. */
  takeState(state: string, now: number, expiresAt: number): Promise<boolean>;
}
