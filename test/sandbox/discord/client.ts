/** A real discord.js client on the simulated server. Tests destroy it themselves. */
import { Client, type ClientOptions, Events, GatewayIntentBits, Partials } from 'discord.js';
import type { DiscordSandbox } from '../../../src/sandbox/discord/sandbox.ts';

export const intents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
];

export function createClient(discord: DiscordSandbox, options: Partial<ClientOptions> = {}): Client {
  const client = new Client({
    intents,
    partials: [Partials.Channel],
    allowedMentions: { parse: [], repliedUser: false },
    ...options,
    rest: { api: discord.apiUrl, ...options.rest },
  });
  client.on(Events.Error, () => undefined);
  client.on(Events.ShardError, () => undefined);
  return client;
}

export async function connect(discord: DiscordSandbox, options: Partial<ClientOptions> = {}): Promise<Client<true>> {
  const client = createClient(discord, options);
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  return ready;
}
