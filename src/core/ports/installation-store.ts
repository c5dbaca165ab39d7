/** Where the workspaces that installed the app are stored, with their tokens. Types only. All methods fail with StoreError. */

/** One workspace, or one organisation with all its workspaces, that installed the app. */
export interface Installation {
  /** The platform's id, as in `ThreadRef.installation`. */
  readonly id: string;
  readonly name?: string;
  readonly tokens: Tokens;
}

export interface Tokens {
  readonly token: string;
  /** Of tokens that expire: gets the next one, once. */
  readonly refreshToken?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

export interface StoredInstallation extends Installation {
  /** Changes whenever the tokens do. */
  readonly revision: string;
}

/** What is known of one whose tokens may not be readable with our keys. */
export type ListedInstallation = Pick<Installation, 'id' | 'name'> & { readonly isReadable: boolean };

export interface InstallationStore {
  /** `unreadable`: no key of ours encrypted its tokens. */
  find(id: string): Promise<StoredInstallation | 'unreadable' | undefined>;
  list(): Promise<readonly ListedInstallation[]>;
  /** Encrypts with the newest key what an earlier one encrypted, so that the earlier one may go; not during a rotation. */
  reseal(now: number): Promise<void>;
  /** Replaces what was there. */
  save(installation: Installation): Promise<void>;
  /** Of several callers with the same revision one gets true, and nobody else until `until`. */
  beginRotation(of: StoredInstallation, now: number, until: number): Promise<boolean>;
  /** False, and nothing is stored, when the tokens are no longer those of the revision. */
  endRotation(of: StoredInstallation, tokens: Tokens): Promise<boolean>;
  /** False, and nothing is removed, when it is no longer what was found. */
  remove(id: string, found: StoredInstallation | 'unreadable'): Promise<boolean>;
  /** True for the first caller with this state until it expires. */
  takeState(state: string, now: number, expiresAt: number): Promise<boolean>;
}
