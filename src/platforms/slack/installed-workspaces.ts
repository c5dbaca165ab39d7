/** A workspace that installed the app: created with a token that is renewed, and removed with the app. */
import type { Logger } from '../../base/logger.ts';
import type { Handlers, OperatorNotice } from '../../core/ports/handlers.ts';
import type { InstallationStore } from '../../core/ports/installation-store.ts';
import { InstalledToken } from './connection/installed-token.ts';
import { type AppCredentials, renewTokens } from './connection/renew-tokens.ts';
import { isTokenRefused, refusalOf } from './errors.ts';
import { createWorkspace, type Workspace, type WorkspaceOptions } from './workspace.ts';
import type { Workspaces } from './workspaces.ts';

/** The settings with which workspaces can install the app themselves. */
export interface Installing extends AppCredentials {
  readonly stateSecret: string;
  readonly installations: InstallationStore;
}

export interface InstalledOptions extends Omit<WorkspaceOptions, 'tokens'> {
  readonly installing: Installing;
  /** The installation is gone. */
  onGone(): void;
}

export interface RemovalOptions {
  readonly installations: InstallationStore;
  /** The workspace of SLACK_BOT_TOKEN. */
  readonly home: Workspace | undefined;
  readonly workspaces: Workspaces;
  /** Builds a workspace that installed the app; not started. */
  create(id: string): Workspace;
  /** Set between start and stop of the platform. */
  handlers(): Handlers;
  readonly logger: Logger;
}

export function createInstalled(id: string, { installing, onGone, ...given }: InstalledOptions): Workspace {
  const { logger, clock } = given;
  const tellOperators = (notice: OperatorNotice): void => given.tellOperators(inWorkspace(notice, id));
  const tokens = new InstalledToken({
    ...{ id, logger, clock, installations: installing.installations, onGone },
    renew: (refreshToken) => renewTokens(refreshToken, installing, given),
    onNotRenewed(error) {
      const word = refusalOf(error);
      const detail = `Slack does not renew the token (${word}): install Docent there again at /slack/install.`;
      if (word !== undefined) tellOperators({ id: 'not renewed', detail });
    },
  });
  return createWorkspace({ ...given, tokens, tellOperators });
}

/** Slack delivers events late, too: a workspace that installed the app again meanwhile keeps it. */
export async function removeInstalled(id: string, options: RemovalOptions): Promise<void> {
  const { installations, home, workspaces, create, handlers, logger } = options;
  if (home?.self().teamId === id) return;
  const { removed } = handlers();
  const found = await installations.find(id);
  if (typeof found === 'object' && (await isAccepted(create(id))))
    return logger.info({ installation: id }, 'removal of an earlier installation ignored');
  await removed?.(id);
  // Installed again, or encrypted again, while the answers were removed: it is checked again.
  if (found && !(await installations.remove(id, found))) return removeInstalled(id, options);
  workspaces.drop(id);
  logger.info({ installation: id }, 'app removed from a workspace');
}

function inWorkspace({ id, detail }: OperatorNotice, workspace: string): OperatorNotice {
  return { id: `${workspace}:${id}`, detail: `In the Slack workspace ${workspace}: ${detail}` };
}

/** Fails with PlatformError when Slack does not say. */
async function isAccepted({ api }: Workspace): Promise<boolean> {
  try {
    await api.whoAmI();
    return true;
  } catch (error) {
    if (isTokenRefused(error)) return false;
    throw error;
  }
}
