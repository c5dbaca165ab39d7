/**
 * A bot on the `chat` SDK and its adapters, written as its documentation shows: a mention is answered by posting the stream.
 * The Discord adapter's own gateway client cannot be pointed at another server, so events are forwarded to its webhook, a
 * way that it offers; what it sends to Discord's fixed address goes to the simulated one.
 */
import { createDiscordAdapter } from '@chat-adapter/discord';
import { createSlackAdapter } from '@chat-adapter/slack';
import { createMemoryState } from '@chat-adapter/state-memory';
import { Chat, type ChatConfig, ConsoleLogger } from 'chat';
import { Client, Events, GatewayIntentBits } from 'discord.js';
import { ask, type Bot, runBot, type Settings } from './child.ts';

const quiet = new ConsoleLogger('silent');
// Its Slack client tells of every limit that it meets; the table counts them.
console.warn = () => undefined;

await runBot((settings) => (settings.platform === 'slack' ? startSlack(settings) : startDiscord(settings)));

function createBot(adapter: object, name: string, assistantUrl: string) {
  // Its packages name optional fields in a way that our strict settings do not take for each other's.
  const parts = { adapters: { [name]: adapter }, state: createMemoryState() } as unknown as ChatConfig;
  const bot = new Chat({
    ...parts,
    userName: 'docent',
    logger: 'silent',
    concurrency: 'concurrent',
    // As its guide to streaming advises: no "..." before the first words, and edits that keep clear of limits. Its Discord
    // adapter repeats nothing that was refused; four edits in five seconds leave room for the last one. Slack streams by itself.
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
    // It takes the two for one, as they are for most apps.
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
