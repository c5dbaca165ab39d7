/**
 * The workspaces that the bot is in: the one of SLACK_BOT_TOKEN (`home`), and those that installed the app, which are loaded on
 * demand and have a renewable token.
 */
import { StoreError } from '../../../kit/sql/store-errors.ts';
import type { ThreadRef } from '../../core/model/conversation.ts';
import { PlatformError } from '../../core/model/errors.ts';
import type { OperatorNotice } from '../../core/ports/handlers.ts';
import type { InstallationStore } from '../../core/ports/installation-store.ts';
import { InstalledToken } from './connection/installed-token.ts';
import { type AppCredentials, renewTokens } from './connection/renew-tokens.ts';
import { fixedToken } from './connection/web-api.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';

/** The settings that let workspaces install the app themselves. */
export interface Installing extends AppCredentials {
  readonly stateSecret: string;
  readonly installations: InstallationStore;
}

export interface WorkspacesOptions extends Omit<WorkspaceOptions, 'tokens'> {
  /** SLACK_BOT_TOKEN. */
  readonly botToken: string | undefined;
  /** undefined when workspaces cannot install the app; then `home` handles everything. */
  readonly installing: Installing | undefined;
}

export class Workspaces {
  readonly #shared: Omit<WorkspaceOptions, 'tokens'>;
  readonly #installing: Installing | undefined;
  /** The workspace of SLACK_BOT_TOKEN. */
  readonly home: Workspace | undefined;
  readonly #installed = new Map<string, Workspace>();
  readonly #loading = new Map<string, Promise<Workspace | undefined>>();
  /** Workspace ids whose tokens cannot be decrypted with any key. */
  readonly #unreadable = new Set<string>();

  constructor({ botToken, installing, ...shared }: WorkspacesOptions) {
    this.#shared = shared;
    this.#installing = installing;
    this.home = botToken === undefined ? undefined : createWorkspace({ ...shared, tokens: fixedToken(botToken) });
  }

  /** Whether workspaces belong to different people, who must learn nothing about each other. */
  get areApart(): boolean {
    return this.#installations !== undefined;
  }

  get #installations(): InstallationStore | undefined {
    return this.#installing?.installations;
  }

  /** The loaded workspaces. */
  get all(): readonly Workspace[] {
    return [...(this.home ? [this.home] : []), ...this.#installed.values()];
  }

  /** How many workspaces cannot be served until an operator acts. */
  get troubled(): number {
    const refused = [...this.#installed.values()].filter(({ api }) => api.tokenTrouble() === 'dead');
    return this.#unreadable.size + refused.length;
  }

  /** Re-encrypts tokens with the current key and reports those that cannot be decrypted. Fails with StoreError. */
  async checkTokens(): Promise<void> {
    await this.#installations?.reseal(this.#shared.clock.now());
    for (const { id, isReadable } of (await this.#installations?.list()) ?? [])
      if (!isReadable) this.#noteUnreadable(id);
  }

  /** The workspace of this installation, if it is loaded. */
  known(installation: string): Workspace | undefined {
    if (!this.areApart || this.#isHome(installation)) return this.home;
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
      const { logger } = this.#shared;
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

  /** Of a person or channel: `slack:T…:U…`, or `slack:U…` at home. `near`: where the person was. Fails with PlatformError. */
  ofRecipient(recipient: string, near?: ThreadRef): Promise<Workspace> {
    const [, team = ''] = recipient.split(':').slice(0, -1);
    return this.of(near?.installation ?? (team || (this.home?.self().teamId ?? '')));
  }

  /**
   * The app was uninstalled: deletes all data of the workspace. Slack may deliver the event late: a workspace that has
   * reinstalled the app since then keeps it. Fails with PlatformError and StoreError.
   */
  async remove(id: string): Promise<void> {
    const { handlers, logger } = this.#shared;
    if (!this.#installations || this.#isHome(id)) return;
    const { removed } = handlers();
    const found = await this.#installations.find(id);
    if (typeof found === 'object' && (await isAccepted(this.#create(id))))
      return logger.info({ installation: id }, 'removal of an earlier installation ignored');
    await removed(id);
    // The app was reinstalled, or the token re-encrypted, while the answers were being removed: start over.
    if (found && !(await this.#installations.remove(id, found))) return this.remove(id);
    this.drop(id);
    logger.info({ installation: id }, 'app removed from a workspace');
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

  #isHome(installation: string): boolean {
    return this.home !== undefined && this.home.self().teamId === installation;
  }

  /** A workspace that installed the app, not started. */
  #create(id: string): Workspace {
    const [installing, shared] = [this.#installing, this.#shared];
    if (!installing) throw new TypeError('app installation is not enabled');
    const { logger, clock } = shared;
    const tellOperators = (notice: OperatorNotice): void => shared.tellOperators(inWorkspace(notice, id));
    const tokens = new InstalledToken({
      id,
      logger,
      clock,
      installations: installing.installations,
      onGone: () => this.drop(id),
      renew: (refreshToken) => renewTokens(refreshToken, installing, shared),
      onNotRenewed(error) {
        const word = refusalOf(error);
        const detail = `Slack refused to renew the token (${word}): reinstall Docent there at /slack/install.`;
        if (word !== undefined) tellOperators({ id: 'not renewed', detail });
      },
    });
    return createWorkspace({ ...shared, tokens, tellOperators });
  }

  async #load(id: string): Promise<Workspace | undefined> {
    const found = await this.#installations?.find(id);
    if (found === 'unreadable') this.#noteUnreadable(id);
    if (found === 'unreadable' || !found) return undefined;
    this.#unreadable.delete(id);
    const workspace = this.#create(id);
    workspace.noteMissing(await workspace.start());
    workspace.api.open();
    this.#installed.set(id, workspace);
    return workspace;
  }

  #noteUnreadable(id: string): void {
    if (this.#unreadable.has(id)) return;
    this.#unreadable.add(id);
    const detail = `The Slack workspace ${id} gets no answers because no key in ENCRYPTION_KEY decrypts its token: add the key that encrypted it, or reinstall Docent there.`;
    this.#shared.logger.error({ installation: id }, 'workspace token cannot be decrypted');
    this.#shared.tellOperators({ id: `unreadable:${id}`, detail });
  }
}

function inWorkspace({ id, detail }: OperatorNotice, workspace: string): OperatorNotice {
  return { id: `${workspace}:${id}`, detail: `In the Slack workspace ${workspace}: ${detail}` };
}

/** Whether Slack accepts the token. Fails with PlatformError when Slack does not say. */
async function isAccepted({ api }: Workspace): Promise<boolean> {
  try {
    await api.whoAmI();
    return true;
  } catch (error) {
    if (isTokenRefused(error)) return false;
    throw error;
  }
}
