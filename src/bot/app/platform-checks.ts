/** The checks that each platform does itself: the workspaces that installed Docent, and the channels in the settings. */
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { openDatabase } from '../../kit/sql/database.ts';
import { inspectDatabase } from '../../kit/sql/inspect.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import { type Config, draftsOf } from '../config/config.ts';
import type { InstallingConfig } from '../config/platform-settings.ts';
import type { InstallationStore } from '../core/ports/installation-store.ts';
import type { InstalledWorkspace, NamedChannel } from '../platforms/slack/setup/check-setup.ts';
import { createInstallationStore } from '../store/installations/installations.ts';
import { wordingIn } from './site-routing.ts';

export interface Connections {
  /** The settings that are present and valid. */
  readonly config: Partial<Config>;
  /** The text of manifest.yml; only `slackConfigToken` needs it. */
  readonly manifest?: string;
  /** Allows reading the Slack app's configuration. */
  readonly slackConfigToken?: string;
  /** Whether to ask each assistant one question, which may cost money. */
  readonly asks: boolean;
  /** The workspaces that installed the Slack app. If missing, they are read from the database when it may be opened. */
  readonly installations?: Pick<InstallationStore, 'find' | 'list'> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

export async function slackChecks({ config, manifest, slackConfigToken, installations, clock, logger }: Connections) {
  const { checkSlack } = await import('../platforms/slack/setup/check-setup.ts');
  const { installing, ...slack } = config.slack ?? {};
  if (!config.slack) return [];
  const workspaces =
    installing &&
    (await (installations ? listWorkspaces(installations, clock) : readWorkspaces(config, installing, clock)));
  const channels = namedChannels(config, 'slack');
  const token = slackConfigToken !== undefined && { configToken: slackConfigToken };
  return checkSlack({ ...slack, ...token, ...(workspaces && { workspaces }), channels, manifest, clock, logger });
}

/** Reads only a database with the current schema: opening a missing one would create it. */
async function readWorkspaces(
  { database: url }: Partial<Config>,
  { encryptionKeys }: InstallingConfig,
  clock: Clock,
): Promise<readonly InstalledWorkspace[]> {
  if (url === undefined || url === 'sqlite::memory:') return [];
  try {
    if ((await inspectDatabase(url)).schema !== 'current') return [];
    const database = await openDatabase(url);
    try {
      return await listWorkspaces(createInstallationStore(database, 'slack', encryptionKeys), clock);
    } finally {
      await database.close();
    }
  } catch (error) {
    // The database check reports it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

async function listWorkspaces(
  installations: Pick<InstallationStore, 'find' | 'list'>,
  clock: Clock,
): Promise<readonly InstalledWorkspace[]> {
  const listed = await installations.list();
  return Promise.all(
    listed.map(async ({ id, name }) => {
      const found = await installations.find(id);
      const tokens = typeof found === 'object' ? found.tokens : undefined;
      const isIdle =
        tokens?.refreshToken !== undefined && (tokens.expiresAt ?? Number.POSITIVE_INFINITY) <= clock.now();
      return { id, isIdle, ...(name !== undefined && { name }), ...(tokens && { token: tokens.token }) };
    }),
  );
}

export async function discordChecks({ config, clock }: Connections) {
  const { checkDiscord } = await import('../platforms/discord/setup/check-setup.ts');
  const { discord } = config;
  if (!discord) return [];
  const file = config.routing?.file;
  const channels = namedChannels(config, 'discord').map(({ id }) => id);
  const place = { platform: 'discord', installation: discord.guildId ?? '', channel: '' };
  const wordingOf = file && ((locale: string) => wordingIn(file, place, locale));
  return checkDiscord({ ...discord, channels, clock, drafts: draftsOf(config), ...(wordingOf && { wordingOf }) });
}

/** The channels in the routing file, and those to which something is posted. */
function namedChannels(
  { operators = [], weeklyReport, deploy, routing }: Partial<Config>,
  platform: 'slack' | 'discord',
): readonly NamedChannel[] {
  const ruled = Object.keys(routing?.file[platform]?.channels ?? {}).map((id) => ({ id }));
  const notified = operators.flatMap((recipient) => {
    const [of, ...names] = recipient.split(':');
    const [id = '', installation] = names.toReversed();
    const mayBeChannel = platform === 'discord' || /^[CG]/.test(id);
    return of === platform && mayBeChannel ? [toNamed(id, installation)] : [];
  });
  const posted = [weeklyReport, deploy?.announcements].flatMap((place) =>
    place?.platform === platform ? [toNamed(place.channel, place.installation)] : [],
  );
  return [...new Map([...ruled, ...notified, ...posted].map((channel) => [JSON.stringify(channel), channel])).values()];
}

function toNamed(id: string, installation: string | undefined): NamedChannel {
  return { id, ...(installation !== undefined && { installation }) };
}
