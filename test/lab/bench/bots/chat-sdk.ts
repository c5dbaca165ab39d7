/**
 * A bot on the `chat` SDK and its adapters, written as its documentation shows: it answers a mention by posting the stream.
 * The Discord adapter's gateway client cannot connect to another server, so events are forwarded to its webhook, which it
 * supports; requests to Discord's fixed URL are redirected to the simulated one.
 */
import { createDiscordAdapter } from '@chat-adapter/discord';
import { createSlackAdapter } from '@chat-adapter/slack';
import { createMemoryState } from '@chat-adapter/state-memory';
import { Chat, type ChatConfig, ConsoleLogger } from 'chat';
import { Client, Events, GatewayIntentBits } from 'discord.js';
import { ask, type Bot, runBot, type Settings } from './child.ts';

const quiet = new ConsoleLogger('silent');
// Its Slack client warns about every rate limit; the table counts them.
console.warn = () => undefined;

await runBot((settings) => (settings.platform === 'slack' ? startSlack(settings) : startDiscord(settings)));

function createBot(adapter: object, name: string, assistantUrl: string) {
  // Its packages declare optional fields in a way that our strict compiler settings reject.
  const parts = { adapters: { [name]: adapter }, state: createMemoryState() } as unknown as ChatConfig;
  const bot = new Chat({
    ...parts,
    userName: 'docent',
    logger: 'silent',
    concurrency: 'concurrent',
    // As its streaming guide advises: no "..." before the first words, and edits that stay below the rate limits. Its Discord
    // adapter does not retry a refused call; four edits in five seconds leave room for the last one. Slack streams natively.
    fallbackStreamingPlaceholderText: null,
    streamingUpdateIntervalMs: 1_250,
  });
  bot.onNewMention(async (thread, message) => {
    await thread.post(ask(assistantUrl, message.text));
  });
  return bot;
}

async function startSlack({ token, appToken, apiUrl, assistantUrl }: Settings): Promise<Bot> {
  const adapter = createSlackAdapter({ mode: 'socket', botToken: token, appToken, apiUrl, logger: quiet });
  const bot = createBot(adapter, 'slack', assistantUrl);
  await bot.initialize();
  return { stop: () => bot.shutdown() };
}

async function startDiscord({ token, apiUrl, botUserId, assistantUrl }: Settings): Promise<Bot> {
  redirect('https://discord.com/api', apiUrl);
  const adapter = createDiscordAdapter({
    botToken: token,
    // The adapter assumes that both ids are the same, as they are for most apps.
    applicationId: botUserId,
    logger: quiet,
    apiUrl: `${apiUrl}/v10`,
    publicKey: '0'.repeat(64),
  });
  const bot = createBot(adapter, 'discord', assistantUrl);
  await bot.initialize();
  const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
  const gateway = new Client({ intents: [Guilds, GuildMessages, MessageContent], rest: { api: apiUrl } });
  gateway.on(Events.Raw, (packet: { readonly t?: string; readonly d?: unknown }) => {
    if (packet.t !== 'MESSAGE_CREATE') return;
    const event = { type: `GATEWAY_${packet.t}`, timestamp: Date.now(), data: packet.d };
    const headers = { 'content-type': 'application/json', 'x-discord-gateway-token': token };
    const request = new Request('http://127.0.0.1/webhook', { method: 'POST', headers, body: JSON.stringify(event) });
    void adapter.handleWebhook(request);
  });
  await gateway.login(token);
  return {
    async stop() {
      await gateway.destroy();
      await bot.shutdown();
    },
  };
}

function redirect(from: string, to: string): void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    original(typeof input === 'string' && input.startsWith(from) ? to + input.slice(from.length) : input, init);
}
