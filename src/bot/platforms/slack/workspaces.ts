/** The workspaces that the bot is in: the one of SLACK_BOT_TOKEN, and those that installed the app, loaded on demand. */
import type { Clock } from '../../../kit/base/clock.ts';
import type { Logger } from '../../../kit/base/logger.ts';
import { StoreError } from '../../../kit/sql/store-errors.ts';
import { PlatformError } from '../../core/model/errors.ts';
import type { OperatorNotice } from '../../core/ports/handlers.ts';
import type { InstallationStore } from '../../core/ports/installation-store.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import type { Workspace } from './workspace.ts';

export interface WorkspacesOptions {
  /** The workspace of SLACK_BOT_TOKEN. */
  readonly home: Workspace | undefined;
  /** undefined when workspaces cannot install the app; then `home` handles everything. */
  readonly installations: InstallationStore | undefined;
  /** Creates a workspace that installed the app, without starting it. */
  create(id: string): Workspace;
  tellOperators(notice: OperatorNotice): void;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #installed = new Map<string, Workspace>();
  readonly #loading = new Map<string, Promise<Workspace | undefined>>();
  /** Workspace ids whose tokens cannot be decrypted with any key. */
  readonly #unreadable = new Set<string>();

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  /** The loaded workspaces. */
  get all(): readonly Workspace[] {
    const { home } = this.#options;
    return [...(home ? [home] : []), ...this.#installed.values()];
  }

  /** How many workspaces cannot be served until an operator acts. */
  get troubled(): number {
    const refused = [...this.#installed.values()].filter(({ api }) => api.tokenTrouble() === 'dead');
    return this.#unreadable.size + refused.length;
  }

  /** Re-encrypts tokens with the current key and reports those that cannot be decrypted. Fails with StoreError. */
  async checkTokens(): Promise<void> {
    const { installations, clock } = this.#options;
    await installations?.reseal(clock.now());
    for (const { id, isReadable } of (await installations?.list()) ?? []) if (!isReadable) this.#noteUnreadable(id);
  }

  /** The workspace of this installation, if it is loaded. */
  known(installation: string): Workspace | undefined {
    const { home, installations } = this.#options;
    if (!installations || home?.self().teamId === installation) return home;
    return this.#installed.get(installation);
  }

  /**
   * For events. undefined when the app is not installed there or its token does not work: a redelivery would not help.
   * Fails with PlatformError and StoreError.
   */
  async find(installation: string): Promise<Workspace | undefined> {
    try {
      return await this.#find(installation);
    } catch (error) {
      if (!isTokenRefused(error)) throw error;
      const { logger } = this.#options;
      logger.warn({ installation, refusal: refusalOf(error) }, 'event ignored: workspace token rejected');
      return undefined;
    }
  }

  async #find(installation: string): Promise<Workspace | undefined> {
    const known = this.known(installation);
    if (known) return known;
    const loading = this.#loading.get(installation) ?? this.#load(installation);
    this.#loading.set(installation, loading);
    return loading.finally(() => this.#loading.delete(installation));
  }

  /** Fails with PlatformError. */
  async of(installation: string): Promise<Workspace> {
    const found = await this.#find(installation).catch((error: unknown) => {
      throw error instanceof StoreError ? new PlatformError('unavailable', { cause: error }) : error;
    });
    if (found) return found;
    const cause = new Error(`not served: ${installation}`);
    throw new PlatformError(this.#unreadable.has(installation) ? 'unavailable' : 'thread_gone', { cause });
  }

  /** Unloads a workspace whose token was replaced or deleted. */
  drop(installation: string): void {
    this.#unreadable.delete(installation);
    this.#installed.get(installation)?.api.close();
    this.#installed.delete(installation);
  }

  close(): void {
    for (const { api } of this.all) api.close();
    this.#installed.clear();
  }

  async #load(id: string): Promise<Workspace | undefined> {
    const found = await this.#options.installations?.find(id);
    if (found === 'unreadable') this.#noteUnreadable(id);
    if (found === 'unreadable' || !found) return undefined;
    this.#unreadable.delete(id);
    const workspace = this.#options.create(id);
    workspace.noteMissing(await workspace.start());
    workspace.api.open();
    this.#installed.set(id, workspace);
    return workspace;
  }

  #noteUnreadable(id: string): void {
    if (this.#unreadable.has(id)) return;
    this.#unreadable.add(id);
    const detail = `The Slack workspace ${id} gets no answers because no key in ENCRYPTION_KEY decrypts its token: add the key that encrypted it, or reinstall Docent there.`;
    this.#options.logger.error({ installation: id }, 'workspace token cannot be decrypted');
    this.#options.tellOperators({ id: `unreadable:${id}`, detail });
  }
}
