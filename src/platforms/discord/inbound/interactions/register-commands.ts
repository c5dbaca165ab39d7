/** Registers the commands with Discord, unless they are registered and up to date. */
import { RequestMethod, Routes } from 'discord.js';
import type { Clock } from '../../../../base/clock.ts';
import type { Logger } from '../../../../base/logger.ts';
import { ConfigError, PlatformError } from '../../../../core/model/errors.ts';
import type { Api } from '../../connection/rest.ts';
import { areRegistered, commandsFor, type WordingOf, withLocalizations } from './command-definitions.ts';

export interface RegistrationOptions {
  readonly api: Api;
  readonly applicationId: string;
  /** Registers in this server only, where commands become available immediately; undefined: everywhere. */
  readonly guildId: string | undefined;
  readonly wordingOf: WordingOf;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Aborts further attempts. */
  readonly signal: AbortSignal;
}

const retryMs = 60_000;

const wrongGuild =
  'DISCORD_GUILD_ID names a server that the bot is not in, or where it may not register commands; copy the id from the server’s menu (developer mode on), and invite the bot with the scopes “bot” and “applications.commands”.';

/** `later`: Discord cannot be reached; call `keepRegistering`. Fails with ConfigError if we may not use the given server. */
export async function registerCommands(options: RegistrationOptions): Promise<'registered' | 'later'> {
  try {
    await register(options);
    return 'registered';
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const refused = error.code === 'forbidden' || error.code === 'thread_gone';
    if (refused && options.guildId !== undefined) throw new ConfigError([wrongGuild]);
    options.logger.warn({ code: error.code, err: error }, 'commands not registered yet');
    return 'later';
  }
}

/** Retries until the commands are registered or the signal aborts. */
export async function keepRegistering(options: RegistrationOptions): Promise<void> {
  const { clock, signal, logger } = options;
  for (;;) {
    await clock.wait(retryMs, signal);
    if (signal.aborted) return;
    try {
      return await register(options);
    } catch (error) {
      logger.warn({ err: error }, 'commands not registered yet');
    }
  }
}

async function register({ api, applicationId, guildId, wordingOf, logger }: RegistrationOptions): Promise<void> {
  const scope = guildId === undefined ? 'global' : 'guild';
  const wanted = commandsFor(scope, wordingOf);
  const route =
    guildId === undefined
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  if (areRegistered(wanted, await api.call(RequestMethod.Get, route, { query: withLocalizations }))) return;
  await api.call(RequestMethod.Put, route, { body: [...wanted] });
  logger.info({ scope }, 'commands registered');
}
