/** The platform of a channel, connected with the bot's own settings, and what is tried out on it. */
import type { Config } from '../../bot/config/config.ts';
import type { PlatformError } from '../../bot/core/model/errors.ts';
import type { OperatorNotice } from '../../bot/core/ports/handlers.ts';
import type { Platform } from '../../bot/core/ports/platform.ts';
import type { Clock } from '../../kit/base/clock.ts';
import { silentLogger } from '../../kit/base/logger.ts';
import { checks, type LiveCheck, limitCheck } from './checks.ts';
import type { Witness } from './trial.ts';

export interface TriedPlatform {
  readonly title: 'Slack' | 'Discord';
  readonly platform: Platform;
  readonly witness: Witness;
  readonly checks: readonly LiveCheck[];
  /** Why presses do not arrive here, if they do not. */
  readonly withoutPresses?: string;
  /** The platform's own code of a failure, if it gave one. */
  codeOf(error: PlatformError): string | number | undefined;
}

export interface TriedOptions {
  readonly clock: Clock;
  tellOperators(notice: OperatorNotice): void;
}

/** undefined if the settings do not connect the platform. */
export async function openTried(
  platform: string,
  { slack, discord }: Partial<Config>,
  options: TriedOptions,
): Promise<TriedPlatform | undefined> {
  if (platform === 'slack')
    return slack?.botToken === undefined ? undefined : openSlack(slack, slack.botToken, options);
  return discord && openDiscord(discord, options);
}

async function openSlack(
  { installing: _, ...slack }: NonNullable<Config['slack']>,
  botToken: string,
  options: TriedOptions,
): Promise<TriedPlatform> {
  const [{ createSlackPlatform }, { createWitness }, { refusalOf }, { slackChecks }] = await Promise.all([
    import('../../bot/platforms/slack/adapter.ts'),
    import('../../bot/platforms/slack/setup/witness.ts'),
    import('../../bot/platforms/slack/errors.ts'),
    import('./slack-checks.ts'),
  ]);
  const shared = { ...slack, ...options, botToken, logger: silentLogger };
  // What is refused is found out each time.
  const platform = createSlackPlatform({ ...shared, streaming: { channels: 'native', direct: 'native' } });
  return {
    title: 'Slack',
    platform,
    witness: createWitness(shared),
    checks: [...checks, ...slackChecks, limitCheck],
    codeOf: refusalOf,
    ...(slack.appToken === undefined && { withoutPresses: 'presses arrive over HTTP, at the running bot' }),
  };
}

async function openDiscord(discord: NonNullable<Config['discord']>, options: TriedOptions): Promise<TriedPlatform> {
  const [{ createDiscordPlatform }, { createWitness }, { discordCodeOf }, { discordChecks }] = await Promise.all([
    import('../../bot/platforms/discord/adapter.ts'),
    import('../../bot/platforms/discord/setup/witness.ts'),
    import('../../bot/platforms/discord/errors.ts'),
    import('./discord-checks.ts'),
  ]);
  const shared = { ...discord, ...options, logger: silentLogger };
  return {
    title: 'Discord',
    platform: createDiscordPlatform(shared),
    witness: createWitness(shared),
    checks: [...checks, limitCheck, ...discordChecks],
    codeOf: discordCodeOf,
  };
}
