/**
 * The plain bot that most people would write: posts the first words, edits once a second while there is new text, and edits a
 * last time at the end. The vendors' SDKs wait for rate limits themselves.
 */
import { App, LogLevel } from '@slack/bolt';
import { Client, Events, GatewayIntentBits, ThreadChannel } from 'discord.js';
import { ask, type Bot, runBot, type Settings } from './child.ts';

const editEveryMs = 1_000;

/** Where an answer is posted. */
interface Place {
  post(text: string): Promise<(text: string) => Promise<unknown>>;
}

await runBot((settings) => (settings.platform === 'slack' ? startSlack(settings) : startDiscord(settings)));

async function startSlack({ token, appToken, apiUrl, assistantUrl }: Settings): Promise<Bot> {
  const app = new App({
    token,
    appToken,
    socketMode: true,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: apiUrl },
  });
  app.event('app_mention', async ({ event, client }) => {
    const { channel } = event;
    await answer(assistantUrl, event.text, {
      async post(text) {
        const { ts = '' } = await client.chat.postMessage({ channel, thread_ts: event.thread_ts ?? event.ts, text });
        return (newer) => client.chat.update({ channel, ts, text: newer });
      },
    });
  });
  await app.start();
  return {
    async stop() {
      await app.stop();
    },
  };
}

async function startDiscord({ token, apiUrl, assistantUrl }: Settings): Promise<Bot> {
  const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
  const client = new Client({ intents: [Guilds, GuildMessages, MessageContent], rest: { api: apiUrl } });
  client.on(Events.MessageCreate, (message) => {
    const isForUs = client.user && message.mentions.has(client.user) && !message.author.bot;
    if (!isForUs || message.channel instanceof ThreadChannel) return;
    void answer(assistantUrl, message.content, {
      async post(text) {
        const thread = await message.startThread({ name: 'Answer' });
        const posted = await thread.send(text);
        return (newer) => posted.edit(newer.slice(0, 2_000));
      },
    });
  });
  await client.login(token);
  return { stop: () => client.destroy() };
}

async function answer(url: string, question: string, place: Place): Promise<void> {
  let text = '';
  let shown = '';
  let edit: ((text: string) => Promise<unknown>) | undefined;
  let posting: Promise<unknown> | undefined;
  const send = async (newest: string): Promise<void> => {
    if (edit) await edit(newest);
    else edit = await place.post(newest);
  };
  const show = (): void => {
    if (text === shown || posting) return;
    shown = text;
    posting = send(text)
      // biome-ignore lint/suspicious/noConsole: failures of a peer must be visible
      .catch((error: unknown) => console.error('plain bot', String(error)))
      .finally(() => {
        posting = undefined;
      });
  };
  const timer = setInterval(show, editEveryMs);
  for await (const piece of ask(url, question)) {
    text += piece;
    if (!edit) show();
  }
  clearInterval(timer);
  while (text !== shown) {
    await posting;
    show();
  }
  await posting;
}
