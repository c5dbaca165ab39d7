/** Opens the configured platforms. Adapters are loaded on demand, so that an unused platform takes no memory. */
import type { Clock } from '../../kit/base/clock.ts';
import type { RootLogger } from '../../kit/base/logger.ts';
import type { Config } from '../config/config.ts';
import type { SlackConfig } from '../config/platform-settings.ts';
import type { InstallationStore } from '../core/ports/installation-store.ts';
import type { Platform } from '../core/ports/platform.ts';
import type { DiscordOptions } from '../platforms/discord/adapter.ts';
import type { SlackOptions, SlackPlatform } from '../platforms/slack/adapter.ts';

export interface OpenPlatforms {
  readonly platforms: readonly Platform[];
  readonly slack: SlackPlatform | undefined;
}

export async function openPlatforms(
  { slack, discord }: Pick<Config, 'slack' | 'discord'>,
  installations: InstallationStore | undefined,
  logger: RootLogger,
  clock: Clock,
): Promise<OpenPlatforms> {
  const toolsFor = (platform: string) => ({ logger: logger.child({ platform }), clock });
  const opened = {
    slack: slack && (await loadSlack({ ...withInstallations(slack, installations), ...toolsFor('slack') })),
    discord: discord && (await loadDiscord({ ...discord, ...toolsFor('discord') })),
  };
  return { platforms: Object.values(opened).filter((platform) => platform !== undefined), slack: opened.slack };
}

/** The adapter's options: the installation store replaces the encryption keys. */
function withInstallations({ installing, ...slack }: SlackConfig, installations: InstallationStore | undefined) {
  return { ...slack, ...(installing && installations && { installing: { ...installing, installations } }) };
}

async function loadSlack(options: SlackOptions): Promise<SlackPlatform> {
  return (await import('../platforms/slack/adapter.ts')).createSlackPlatform(options);
}

async function loadDiscord(options: DiscordOptions): Promise<Platform> {
  return (await import('../platforms/discord/adapter.ts')).createDiscordPlatform(options);
}
