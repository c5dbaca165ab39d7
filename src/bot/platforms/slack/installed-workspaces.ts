/** Workspaces that installed the app: created with a renewable token, and removed when the app is uninstalled. */
import type { Logger } from '../../../kit/base/logger.ts';
import type { Handlers, OperatorNotice } from '../../core/ports/handlers.ts';
import type { InstallationStore } from '../../core/ports/installation-store.ts';
import { InstalledToken } from './connection/installed-token.ts';
import { type AppCredentials, renewTokens } from './connection/renew-tokens.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';
import type { Workspaces } from './workspaces.ts';

/** The settings that let workspaces install the app themselves. */
export interface Installing extends AppCredentials {
  readonly stateSecret: string;
  readonly installations: InstallationStore;
}

export interface InstalledOptions extends Omit<WorkspaceOptions, 'tokens'> {
  readonly installing: Installing;
  /** Called when the installation no longer exists. */
  onGone(): void;
}

export interface RemovalOptions {
  readonly installations: InstallationStore;
  /** The workspace of SLACK_BOT_TOKEN. */
  readonly home: Workspace | undefined;
  readonly workspaces: Workspaces;
  /** Creates a workspace that installed the app, without starting it. */
  create(id: string): Workspace;
  /** Available while the platform is started. */
  handlers(): Handlers;
  readonly logger: Logger;
}

export function createInstalled(id: string, { installing, onGone, ...shared }: InstalledOptions): Workspace {
  const { logger, clock } = shared;
  const tellOperators = (notice: OperatorNotice): void => shared.tellOperators(inWorkspace(notice, id));
  const tokens = new InstalledToken({
    ...{ id, logger, clock, installations: installing.installations, onGone },
    renew: (refreshToken) => renewTokens(refreshToken, installing, shared),
    onNotRenewed(error) {
      const word = refusalOf(error);
      const detail = `Slack refused to renew the token (${word}): reinstall Docent there at /slack/install.`;
      if (word !== undefined) tellOperators({ id: 'not renewed', detail });
    },
  });
  return createWorkspace({ ...shared, tokens, tellOperators });
}

/** Slack may deliver the event late: a workspace that has reinstalled the app since then keeps it. */
export async function removeInstalled(id: string, options: RemovalOptions): Promise<void> {
  const { installations, home, workspaces, create, handlers, logger } = options;
  if (home?.self().teamId === id) return;
  const { removed } = handlers();
  const found = await installations.find(id);
  if (typeof found === 'object' && (await isAccepted(create(id))))
    return logger.info({ installation: id }, 'removal of an earlier installation ignored');
  await removed(id);
  // The app was reinstalled, or the token re-encrypted, while the answers were being removed: start over.
  if (found && !(await installations.remove(id, found))) return removeInstalled(id, options);
  workspaces.drop(id);
  logger.info({ installation: id }, 'app removed from a workspace');
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
