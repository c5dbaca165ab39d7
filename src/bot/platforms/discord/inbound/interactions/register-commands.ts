/** Registers the commands with Discord, unless they are registered and up to date. */
import { RESTJSONErrorCodes, RequestMethod, Routes } from 'discord.js';
import type { Clock } from '../../../../../kit/base/clock.ts';
import type { Logger } from '../../../../../kit/base/logger.ts';
import type { DraftKind } from '../../../../core/model/draft.ts';
import { ConfigError, isPassing, PlatformError } from '../../../../core/model/errors.ts';
import type { Api } from '../../connection/rest.ts';
import { discordCodeOf } from '../../errors.ts';
import { areRegistered, commandsFor, type WordingOf, withLocalizations } from './command-definitions.ts';

export interface RegistrationOptions {
  readonly api: Api;
  readonly applicationId: string;
  /** Registers in this server only, where commands become available immediately; undefined: everywhere. */
  readonly guildId: string | undefined;
  readonly wordingOf: WordingOf;
  /** Those that helpers can make. */
  readonly drafts: readonly DraftKind[];
  readonly logger: Logger;
  readonly clock: Clock;
  /** Aborts further attempts. */
  readonly signal: AbortSignal;
}

const retryMs = 60_000;
/** After a refusal that only an operator or the next day ends. */
const refusedRetryMs = 60 * 60_000;

const wrongGuild =
  'DISCORD_GUILD_ID names a server that the bot is not in, or where it may not register commands; copy the id from the server’s menu (developer mode on), and invite the bot with the scopes “bot” and “applications.commands”.';
const wrongGuildCodes: readonly (number | undefined)[] = [
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.UnknownGuild,
];

/** Mentions are answered without commands, so nothing but a wrong DISCORD_GUILD_ID ends the platform. */
export class CommandRegistration {
  readonly #options: RegistrationOptions;
  #failure: PlatformError | undefined;

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  /** What to tell the operator while the commands are not registered. */
  get detail(): string | undefined {
    if (!this.#failure) return undefined;
    const code = discordCodeOf(this.#failure) ?? this.#failure.code;
    return `Discord did not register the commands (${code}): /docs and /deploy are missing or out of date, mentions work. Docent tries again.`;
  }

  /** Tries once; after a failure call `keepTrying`. Fails with ConfigError if we may not use the given server. */
  async start(): Promise<void> {
    const failure = await this.#attempt();
    if (failure && this.#options.guildId !== undefined && wrongGuildCodes.includes(discordCodeOf(failure)))
      throw new ConfigError([wrongGuild]);
  }

  /** Resolves when the commands are registered or the signal aborts. */
  async keepTrying(): Promise<void> {
    const { clock, signal } = this.#options;
    while (this.#failure) {
      const waitMs = isPassing(this.#failure) ? retryMs : refusedRetryMs;
      await clock.wait(Math.max(waitMs, this.#failure.waitMs ?? 0), signal);
      if (signal.aborted) return;
      await this.#attempt();
    }
  }

  async #attempt(): Promise<PlatformError | undefined> {
    this.#failure = await register(this.#options).catch((error: unknown) => {
      if (error instanceof PlatformError) return error;
      throw error;
    });
    if (this.#failure) {
      const { code } = this.#failure;
      this.#options.logger.warn(
        { code, discordCode: discordCodeOf(this.#failure), err: this.#failure },
        'commands not registered',
      );
    }
    return this.#failure;
  }
}

async function register({
  api,
  applicationId,
  guildId,
  wordingOf,
  drafts,
  logger,
}: RegistrationOptions): Promise<undefined> {
  const scope = guildId === undefined ? 'global' : 'guild';
  const wanted = commandsFor(scope, wordingOf, drafts);
  const route =
    guildId === undefined
      ? Routes.applicationCommands(applicationId)
      : Routes.applicationGuildCommands(applicationId, guildId);
  if (areRegistered(wanted, await api.call(RequestMethod.Get, route, { query: withLocalizations }))) return undefined;
  await api.call(RequestMethod.Put, route, { body: [...wanted] });
  logger.info({ scope }, 'commands registered');
  return undefined;
}
