/** What the adapter does beyond the platform contract, on a simulated server with the real discord.js. */

import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeploymentRequest, Question, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { PlatformError } from '../../../../src/bot/core/model/errors.ts';
import type { Handlers } from '../../../../src/bot/core/ports/handlers.ts';
import type { Platform, PlatformAction } from '../../../../src/bot/core/ports/platform.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import { createDiscordPlatform } from '../../../../src/bot/platforms/discord/adapter.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { guildId, supportCategory } from '../../../../src/sandbox/discord/world/seed.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFastClock, type FastClock } from '../../../fakes/fast-clock.ts';
import { quietHandlers } from '../../../fakes/handlers.ts';
import { until } from '../../../sandbox/slack/until.ts';
import { body } from '../contract/world.ts';
import { channelId, type DiscordWorld, openDiscordWorld, ours, threadAt, userId } from './world.ts';

let world: DiscordWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Started extends DiscordWorld {
  readonly clock: FastClock;
  readonly questions: Question[];
  readonly deployments: DeploymentRequest[];
}

async function started(
  overrides: Parameters<typeof openDiscordWorld>[0] = {},
  handlers: Partial<Handlers> = {},
): Promise<Started> {
  const clock = createFastClock(20);
  world = await openDiscordWorld({
    sandbox: { clock, ...overrides.sandbox },
    options: { clock, ...overrides.options },
  });
  const questions: Question[] = [];
  const deployments: DeploymentRequest[] = [];
  const seen = new Set<string>();
  await world.platform.start({
    async question(question) {
      // As the core does without a routing rule.
      if (question.addressed === 'auto') return 'not_ours';
      questions.push(question);
      if (seen.has(question.id)) return 'duplicate';
      seen.add(question.id);
      return 'accepted';
    },
    ...quietHandlers,
    async deployment(command) {
      deployments.push(command);
      return { markdown: 'Taken.', buttons: [] };
    },
    ...handlers,
  });
  return { ...world, clock, questions, deployments };
}

/** A person mentions us in a channel. Returns the question. */
async function mentioned({ discord, heard, questions }: Started, channel: string, text = 'how?'): Promise<Question> {
  const mention = `<@${discord.botUserId}> ${text}`;
  await discord.say({ channel: channelId(discord, channel), user: userId(discord, 'ada'), text: mention });
  await heard();
  return last(questions);
}

/** A person uses /docs. Returns the question. */
async function commanded({ discord, questions }: Started, channel: string, text = 'how?'): Promise<Question> {
  await discord.command({ name: 'docs', options: { question: text }, channel, user: userId(discord, 'ada') });
  return last(questions);
}

function last<T>(all: readonly T[]): T {
  const newest = all.at(-1);
  if (newest === undefined) throw new Error('nothing was received');
  return newest;
}

function directChannel({ discord }: DiscordWorld): string {
  return discord.channels.find((channel) => channel.recipient === userId(discord, 'ada'))?.id ?? '';
}

describe('a mention in a channel', () => {
  it('opens one public thread from the message, named after the question', async () => {
    const bot = await started();
    const question = await mentioned(bot, 'docs-help', `how do I <@${bot.discord.users[1]?.id}>\n**start**?`);
    const { thread } = await bot.platform.open(question);
    expect(await bot.platform.open(question)).toEqual({ thread });
    expect(bot.discord.threads(channelId(bot.discord, 'docs-help'))).toMatchObject([
      { id: thread.thread, name: 'how do I @Grace Murray start?', kind: 'public', owner: bot.discord.botUserId },
    ]);
    expect(thread).toEqual(question.thread);
  });

  it('opens a thread in an announcement channel', async () => {
    const bot = await started();
    const { thread, notice } = await bot.platform.open(await mentioned(bot, 'news'));
    expect(notice).toBeUndefined();
    await bot.platform.post(thread, body('Like this.'), 'k:0');
    expect(ours(bot.discord, thread)).toHaveLength(1);
  });

  it('is answered by replies where we may not open threads, without trying to open one', async () => {
    const bot = await started();
    const question = await mentioned(bot, 'no-threads');
    const { thread, notice } = await bot.platform.open(question);
    expect(notice).toBe('no_thread_right');
    await bot.platform.post(thread, body('Like this.'), 'k:0');
    expect(ours(bot.discord, thread)).toMatchObject([
      { content: 'Like this.', replyTo: { id: question.thread.thread }, channel: channelId(bot.discord, 'no-threads') },
    ]);
    expect(bot.discord.violations).toEqual([]);
    expect(bot.discord.pings()).toEqual([]);
  });

  it.each([
    ['Discord denies the permission', { code: 50013 }, 'no_thread_right'],
    ['there are too many active threads', { code: 160006 }, 'threads_limited'],
    ['thread creation is rate limited for minutes', { retryAfter: 281, scope: 'shared' as const }, 'threads_limited'],
  ])('is answered by replies, with the reason, when %s', async (_, fault, notice) => {
    const bot = await started();
    const question = await mentioned(bot, 'docs-help');
    bot.discord.faults.failNext('POST /channels/:id/messages/:id/threads', fault);
    expect(await bot.platform.open(question)).toMatchObject({
      thread: { thread: `reply:${question.thread.thread}` },
      notice,
    });
  });

  it('opens a thread with a neutral title when moderation refuses the question as a title', async () => {
    const bot = await started();
    const question = await mentioned(bot, 'docs-help', 'how do I buy this?');
    bot.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { code: 200001 });
    expect(await bot.platform.open(question)).toEqual({ thread: question.thread, notice: 'title_refused' });
    expect(bot.discord.threads(channelId(bot.discord, 'docs-help'))).toMatchObject([{ name: 'Question' }]);
  });

  it('requests no thread while thread creation is known to be rate limited', async () => {
    const bot = await started();
    const starts = () => bot.discord.calls.filter((call) => call.route.endsWith('/threads')).length;
    const question = await mentioned(bot, 'docs-help');
    bot.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 281, scope: 'shared' });
    await bot.platform.open(question);
    expect(await bot.platform.open(await mentioned(bot, 'docs-help'))).toMatchObject({ notice: 'threads_limited' });
    expect(starts()).toBe(1);
  });

  it('does not report a thread limit when a proxy in front of Discord rate limits every call', async () => {
    const bot = await started();
    const question = await mentioned(bot, 'docs-help');
    bot.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 20, scope: 'network' });
    const refused = { code: 'rate_limited', waitMs: 20_000 };
    await expect(bot.platform.open(question)).rejects.toMatchObject(refused);
    // The known limit still is not reported as a limit on threads.
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('opens its thread after a short rate limit and a lost response', async () => {
    const bot = await started();
    const question = await mentioned(bot, 'docs-help');
    bot.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 0 });
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'rate_limited' });
    bot.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { loseAnswer: true });
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await bot.platform.open(question)).toEqual({ thread: question.thread });
  });

  it('fails with message_gone when the message was deleted', async () => {
    const bot = await started();
    const question = await mentioned(bot, 'docs-help');
    bot.discord.deleteMessage(channelId(bot.discord, 'docs-help'), question.thread.thread);
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'message_gone' });
  });
});

describe('threads and forums', () => {
  it('treat a new post as a question, and its later messages as follow-ups', async () => {
    const bot = await started();
    const forum = channelId(bot.discord, 'questions');
    const user = userId(bot.discord, 'ada');
    const { threadId } = await bot.discord.post({ forum, user, title: 'How?', text: 'I tried this.' });
    await bot.discord.say({ channel: threadId, user, text: 'And that.' });
    await bot.heard();
    expect(bot.questions).toMatchObject([
      { addressed: 'mention', text: 'How?\n\nI tried this.', thread: { channel: forum, thread: threadId } },
      { addressed: 'follow_up', text: 'And that.', thread: { channel: forum, thread: threadId } },
    ]);
    await bot.platform.post(last(bot.questions).thread, body('Like this.'), 'k:0');
    expect(bot.discord.violations).toEqual([]);
  });

  it('keep a mention in the thread that it was written in', async () => {
    const bot = await started();
    const thread = await bot.thread();
    await bot.discord.say({
      channel: thread.thread,
      user: userId(bot.discord, 'ada'),
      text: `<@${bot.discord.botUserId}> how?`,
    });
    await bot.heard();
    expect(last(bot.questions)).toMatchObject({ addressed: 'mention', thread, text: 'how?' });
  });

  it('are unarchived for posts, edits and removals', async () => {
    const bot = await started();
    const thread = await bot.thread();
    const first = await bot.platform.post(thread, body('One.'), 'k:0');
    bot.discord.archiveThread(thread.thread);
    await bot.platform.post(thread, body('Two.'), 'k:1');
    bot.discord.archiveThread(thread.thread);
    await bot.platform.edit(thread, first, body('One, longer.'));
    expect(await bot.shows(thread)).toEqual(['One, longer.', 'Two.']);
    bot.discord.archiveThread(thread.thread);
    await bot.platform.remove(thread, first);
    expect(await bot.shows(thread)).toEqual(['Two.']);
  });

  it('are reported as forbidden if locked, and as gone if deleted', async () => {
    const bot = await started();
    const thread = await bot.thread();
    const message = await bot.platform.post(thread, body('One.'), 'k:0');
    bot.discord.archiveThread(thread.thread);
    bot.discord.lockThread(thread.thread);
    await expect(bot.platform.post(thread, body('Two.'), 'k:1')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(bot.platform.edit(thread, message, body('One!'))).rejects.toMatchObject({ code: 'forbidden' });
    bot.discord.deleteThread(thread.thread);
    await expect(bot.platform.post(thread, body('Two.'), 'k:1')).rejects.toMatchObject({ code: 'thread_gone' });
    await expect(bot.platform.edit(thread, message, body('One!'))).rejects.toMatchObject({ code: 'thread_gone' });
    await bot.platform.remove(thread, message);
  });
});

describe('/docs', () => {
  it('shows the question and opens a thread from it', async () => {
    const bot = await started();
    const docsHelp = channelId(bot.discord, 'docs-help');
    const { thread, notice } = await bot.platform.open(await commanded(bot, docsHelp, 'how do\nI @everyone start?'));
    expect(notice).toBeUndefined();
    const [root] = bot.discord.messages(docsHelp).filter((message) => message.id === thread.thread);
    expect(root).toMatchObject({ content: '> how do I @\u200beveryone start?', thread: thread.thread });
    expect(root?.deferred).toBeUndefined();
    expect(bot.discord.threads(docsHelp)).toHaveLength(1);
    await bot.platform.post(thread, body('Like this.'), 'k:0');
    expect(await bot.shows(thread)).toEqual(['Like this.']);
  });

  it('is answered in the direct messages where it was used', async () => {
    const bot = await started();
    const { thread } = await bot.platform.open(await commanded(bot, directChannel(bot)));
    expect(thread).toMatchObject({ installation: '@me', channel: directChannel(bot), thread: '' });
    await bot.platform.post(thread, body('Like this.'), 'k:0');
    expect(bot.discord.messages(directChannel(bot)).map(({ content }) => content)).toEqual(['> how?', 'Like this.']);
  });

  it('is answered in the thread where it was used', async () => {
    const bot = await started();
    const here = { ...(await bot.thread()), category: supportCategory.id };
    const question = await commanded(bot, here.thread);
    expect(question.thread).toEqual(here);
    expect(await bot.platform.open(question)).toEqual({ thread: here });
    expect(await bot.shows(here)).toEqual(['> how?']);
  });

  it('is answered by a reply where we may not open threads', async () => {
    const bot = await started();
    const noThreads = channelId(bot.discord, 'no-threads');
    const { thread, notice } = await bot.platform.open(await commanded(bot, noThreads));
    expect(notice).toBe('no_thread_right');
    await bot.platform.post(thread, body('Like this.'), 'k:0');
    const [root, answer] = bot.discord.messages(noThreads);
    expect(answer).toMatchObject({ content: 'Like this.', replyTo: { id: root?.id } });
    expect(bot.discord.violations).toEqual([]);
  });

  it('is answered through its own webhook, with edits and in several messages, where we may not post', async () => {
    const bot = await started();
    const readOnly = channelId(bot.discord, 'read-only');
    const { thread, notice } = await bot.platform.open(await commanded(bot, readOnly));
    expect(notice).toBe('no_thread_right');
    expect(bot.platform.isLive(thread)).toBe(true);
    expect(JSON.stringify(bot.platform.budgets('edit', thread))).not.toContain(thread.address);
    await bot.platform.working.set(thread, true);
    const first = await bot.platform.post(thread, body('One'), 'k:0');
    await bot.platform.edit(thread, first, body('One, longer.'));
    const second = await bot.platform.post(thread, body('Two @everyone <@1>.'), 'k:1');
    expect(bot.discord.messages(readOnly).map(({ content }) => content)).toHaveLength(3);
    await bot.platform.remove(thread, second);
    await bot.platform.remove(thread, second);
    expect(bot.discord.messages(readOnly).map(({ content }) => content)).toEqual(['> how?', 'One, longer.']);
    expect([bot.discord.pings(), bot.discord.tokens()]).toEqual([[], []]);
  });

  it('shows an error only to the asker when the question cannot be stored', async () => {
    const bot = await started({}, { question: () => Promise.reject(new StoreError('down')) });
    const { discord } = bot;
    const docsHelp = channelId(discord, 'docs-help');
    const user = userId(discord, 'ada');
    const answer = await discord.command({ name: 'docs', options: { question: 'how?' }, channel: docsHelp, user });
    expect(discord.messages(docsHelp)).toMatchObject([{ id: answer.message, visibleTo: user }]);
    expect(discord.messages(docsHelp)[0]?.content).toMatch(/try again/);
  });

  it('is acknowledged in time while the store is slow, and shows an error if the store fails in the end', async () => {
    const store = Promise.withResolvers<never>();
    const { discord } = await started({}, { question: () => store.promise });
    const docsHelp = channelId(discord, 'docs-help');
    const user = userId(discord, 'ada');
    const asked = discord.command({ name: 'docs', options: { question: 'how?' }, channel: docsHelp, user });
    expect(await asked).toMatchObject({ kind: 'deferred' });
    const changed = Promise.withResolvers<void>();
    discord.onChange(() => changed.resolve());
    store.reject(new StoreError('down'));
    await changed.promise;
    expect(discord.messages(docsHelp)[0]?.content).toMatch(/try again/);
  });

  it('opens its thread after the acknowledgement, even if the core asks for it earlier', async () => {
    let opened: Promise<unknown> | undefined;
    const bot = await started(
      { sandbox: { latencyMs: 40 } },
      {
        async question(question) {
          opened = Promise.resolve().then(() => bot.platform.open(question));
          return 'accepted';
        },
      },
    );
    const docsHelp = channelId(bot.discord, 'docs-help');
    const user = userId(bot.discord, 'ada');
    await bot.discord.command({ name: 'docs', options: { question: 'how?' }, channel: docsHelp, user });
    expect(await opened).toMatchObject({ thread: { channel: docsHelp } });
    expect(bot.discord.violations).toEqual([]);
  });

  it('is acknowledged once when it is delivered twice', async () => {
    const bot = await started();
    bot.discord.faults.duplicateDispatch(true);
    const question = await commanded(bot, channelId(bot.discord, 'docs-help'));
    await bot.heard();
    expect(bot.questions.filter(({ id }) => id === question.id)).toHaveLength(2);
    expect(bot.discord.calls.filter((call) => call.route.endsWith('/callback'))).toHaveLength(1);
    await bot.platform.open(question);
    expect(bot.discord.violations).toEqual([]);
  });

  it('is acknowledged once even if the response to the acknowledgement is lost', async () => {
    const bot = await started();
    bot.discord.faults.failNext('POST /interactions/:id/:id/callback', { loseAnswer: true });
    const question = await commanded(bot, channelId(bot.discord, 'docs-help'));
    const { thread } = await bot.platform.open(question);
    expect(bot.discord.thread(thread.thread)).toBeDefined();
    expect(bot.log.lines.filter((line) => line.level !== 'info' && line.level !== 'debug')).toEqual([]);
  });

  it('is answered in a message of the bot if the process died before acknowledging it', async () => {
    const bot = await started();
    bot.discord.faults.failNext('POST /interactions/:id/:id/callback', { code: 10062 }, 2);
    const docsHelp = channelId(bot.discord, 'docs-help');
    const user = userId(bot.discord, 'ada');
    const asked = bot.discord.command({ name: 'docs', options: { question: 'how?' }, channel: docsHelp, user });
    await expect(asked).rejects.toThrow(/did not respond/);
    const question = last(bot.questions);
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'unavailable', waitMs: 1_000 });
    const late = { ...question, askedAt: question.askedAt - 10_000 };
    const { thread } = await bot.platform.open(late);
    expect(await bot.platform.open(late)).toEqual({ thread });
    expect(bot.discord.messages(docsHelp).filter((message) => !message.system)).toMatchObject([
      { content: '> how?', id: thread.thread },
    ]);
  });

  it.each([
    ['its webhook is unknown', 10015],
    ['its token has expired', 50027],
  ])('for the asker only is waited for only as long as it may still be acknowledged, when %s', async (_, code) => {
    const bot = await started({}, { isPrivate: () => true });
    const question = await commanded(bot, channelId(bot.discord, 'docs-help'));
    bot.discord.faults.failNext('GET /webhooks/:id/:id/messages/:id', { code }, 2);
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'unavailable', waitMs: 1_000 });
    await bot.clock.skip(5_000);
    await expect(bot.platform.open(question)).rejects.toMatchObject({ code: 'thread_gone' });
  });
});

describe('/deploy', () => {
  it('includes the person and their roles, and reports progress in the channel', async () => {
    const bot = await started();
    const docsHelp = channelId(bot.discord, 'docs-help');
    const grace = userId(bot.discord, 'grace');
    await bot.discord.command({ name: 'deploy', channel: docsHelp, user: grace });
    const maintainer = bot.discord.roles.find((role) => role.name === 'Maintainer')?.id;
    const { identities, thread } = last(bot.deployments);
    expect(identities).toEqual([`discord:${grace}`, `discord:${maintainer}`]);
    await bot.platform.post(thread, body('Queued.'), 'd:0');
    expect(ours(bot.discord, thread).map(({ content }) => content)).toContain('Queued.');
  });

  it("reports progress through the command's webhook where the bot may not post", async () => {
    const bot = await started();
    const readOnly = channelId(bot.discord, 'read-only');
    await bot.discord.command({ name: 'deploy', channel: readOnly, user: userId(bot.discord, 'grace') });
    const { thread } = last(bot.deployments);
    const message = await bot.platform.post(thread, body('Queued.'), 'd:0');
    await bot.platform.edit(thread, message, body('Done.'));
    const shown = bot.discord.messages(readOnly).filter(({ visibleTo }) => visibleTo === undefined);
    expect(shown.map(({ content }) => content)).toEqual(['Done.']);
  });

  it('waits with progress through a webhook until its command must have been acknowledged, and no longer', async () => {
    const bot = await started();
    const readOnly = channelId(bot.discord, 'read-only');
    await bot.discord.command({ name: 'deploy', channel: readOnly, user: userId(bot.discord, 'grace') });
    const { thread } = last(bot.deployments);
    bot.discord.faults.failNext('POST /webhooks/:id/:id', { code: 10015 }, 2);
    const post = () => bot.platform.post(thread, body('Queued.'), 'd:0');
    await expect(post()).rejects.toMatchObject({ code: 'unavailable', waitMs: 1_000 });
    await bot.clock.skip(5_000);
    await expect(post()).rejects.toMatchObject({ code: 'thread_gone' });
  });

  it('shows an error when the store is slow and then fails', async () => {
    const store = Promise.withResolvers<undefined>();
    const bot = await started({}, { deployment: () => store.promise });
    const docsHelp = channelId(bot.discord, 'docs-help');
    const user = userId(bot.discord, 'ada');
    expect(await bot.discord.command({ name: 'deploy', channel: docsHelp, user })).toMatchObject({ kind: 'deferred' });
    const changed = Promise.withResolvers<void>();
    bot.discord.onChange(() => changed.resolve());
    store.reject(new StoreError('down'));
    await changed.promise;
    expect(bot.discord.messages(docsHelp)).toMatchObject([
      { visibleTo: user, content: expect.stringMatching(/try again/) },
    ]);
  });
});

const commandNames = ['docs', 'deploy', 'docs-report', 'Ask Docent'];

describe('commands', () => {
  it('are registered if they are new or changed, and left alone otherwise', async () => {
    const bot = await started();
    const writes = () => bot.discord.calls.filter((call) => call.method === 'PUT');
    expect(bot.discord.registeredCommands().map(({ name }) => name)).toEqual(commandNames);
    expect(writes()).toHaveLength(1);
    await bot.platform.stop();
    const again = await openAgain(bot);
    expect(writes()).toHaveLength(1);
    await again.stop();
  });

  it('are registered in one server only if a server is given', async () => {
    const before = await started();
    const { guildId } = before.discord;
    await before.platform.stop();
    const again = await openAgain(before, { guildId });
    const forGuild = before.discord.registeredCommands().filter((command) => command.guild === guildId);
    expect(forGuild.map(({ name }) => name)).toEqual(commandNames);
    await again.stop();
  });

  it.each([
    ['today’s 200 creations are used up', 30034],
    ['there are too many', 30032],
    ['a field is refused', 50035],
    ['a permission is missing', 50013],
    ['no reason is known', 99_999],
  ])(
    'that Discord refuses because %s are tried again later, while mentions work and the health says so',
    async (_, code) => {
      const clock = createFastClock(20);
      world = await openDiscordWorld({ options: { clock, guildId } });
      const { discord, platform, log } = world;
      discord.faults.failNext('PUT /applications/:id/guilds/:id/commands', { code });
      const questions: Question[] = [];
      await platform.start({
        ...quietHandlers,
        async question(question) {
          questions.push(question);
          return 'accepted';
        },
      });
      expect(platform.health()).toEqual({ state: 'ready', detail: expect.stringContaining(String(code)) });
      const warnings = log.lines.filter(({ phrase }) => phrase === 'commands not registered');
      expect(warnings).toMatchObject([{ level: 'warn', fields: { discordCode: code } }]);
      await world.people.mention('how?');
      expect(questions).toHaveLength(1);
      const registered = until(() => discord.registeredCommands().length === commandNames.length);
      await clock.skip(60 * 60_000);
      await registered;
      await until(() => platform.health().detail === undefined);
    },
  );

  it.each([50001, 10004])('stop the platform when the given server is not ours (%i)', async (code) => {
    world = await openDiscordWorld({ options: { guildId } });
    world.discord.faults.failNext('GET /applications/:id/guilds/:id/commands', { code });
    const starting = world.platform.start({ ...quietHandlers, question: async () => 'accepted' });
    await expect(starting).rejects.toThrow(/DISCORD_GUILD_ID/);
  });
});

/** Another process on the same server. */
async function openAgain(
  { discord, log }: DiscordWorld,
  { guildId, ...handlers }: Partial<Handlers> & { readonly guildId?: string } = {},
): Promise<Platform> {
  const { token, apiUrl } = discord;
  const platform = createDiscordPlatform({ token, apiUrl, logger: log, ...(guildId !== undefined && { guildId }) });
  await platform.start({
    question: async () => 'accepted',
    ...quietHandlers,
    ...handlers,
  });
  return platform;
}

describe('a failure', () => {
  it('to register the commands is retried', async () => {
    const clock = createFastClock(20);
    world = await openDiscordWorld({ options: { clock } });
    world.discord.faults.failNext('GET /applications/:id/commands', { status: 500 });
    await world.platform.start({ question: async () => 'accepted', ...quietHandlers });
    expect(world.platform.health().state).toBe('ready');
    expect(world.discord.registeredCommands()).toEqual([]);
    const registered = until(() => world?.discord.registeredCommands().length === commandNames.length);
    await clock.wait(5_000);
    await clock.skip(60_000);
    await registered;
  });

  it('to store a message is retried, because Discord delivers it only once', async () => {
    const clock = createManualClock();
    let down = true;
    const stored: string[] = [];
    const bot = await started(
      { options: { clock } },
      {
        async question({ text }) {
          if (down) throw new StoreError('down');
          stored.push(text);
          return 'accepted';
        },
      },
    );
    await bot.people.direct('hello');
    await clock.advance(5_000);
    expect(stored).toEqual([]);
    down = false;
    await clock.advance(15_000);
    expect(stored).toEqual(['hello']);
    expect(clock.waiting()).toBe(2);
  });

  it('is logged without message text, tokens or secret URLs', async () => {
    const bot = await started();
    const docsHelp = channelId(bot.discord, 'docs-help');
    bot.discord.faults.failNext('POST /interactions/:id/:id/callback', { status: 500 }, 2);
    const user = userId(bot.discord, 'ada');
    const asked = bot.discord.command({ name: 'docs', options: { question: 'private' }, channel: docsHelp, user });
    await expect(asked).rejects.toThrow();
    const { opens } = last(bot.questions);
    const thread = threadAt(bot.discord, (await bot.thread()).thread);
    for (const status of [400, 403, 429, 500]) {
      bot.discord.faults.failNext('POST /channels/:id/messages', { status });
      await bot.platform.post(thread, body('private'), 'k:0').catch((err) => bot.log.warn({ err }, 'as the core does'));
    }
    const logged = bot.log.lines.map((line) => inspect(line, { depth: 9 })).join('\n');
    expect(logged).toContain('command not acknowledged');
    expect(logged.match(/as the core does/g)).toHaveLength(4);
    expect(logged).not.toContain('private');
    expect(logged).not.toContain(bot.discord.token);
    expect(logged).not.toContain(JSON.parse(opens ?? '').token);
  });
});

describe('messages', () => {
  it('are not posted twice when another process takes over', async () => {
    const bot = await started();
    const thread = await bot.thread();
    const message = await bot.platform.post(thread, body('One.'), 'k:0');
    await bot.platform.stop();
    const again = await openAgain(bot);
    expect(await again.post(thread, body('One, and more.'), 'k:0')).toBe(message);
    await again.stop();
    expect(await bot.shows(thread)).toEqual(['One, and more.']);
  });

  it('show no link previews, ping nobody when edited, and show the newest text after a lost response', async () => {
    const bot = await started();
    const thread = await bot.thread();
    bot.losesResponse();
    await expect(bot.platform.post(thread, body('Short.'), 'k:0')).rejects.toMatchObject({ arrived: 'unknown' });
    const message = await bot.platform.post(thread, body('Longer, see https://docs.example.com/ @everyone.'), 'k:0');
    expect(await bot.shows(thread)).toEqual(['Longer, see <https://docs.example.com/> @\u200beveryone.']);
    await bot.platform.edit(thread, message, body('Edited, see [it](https://docs.example.com/).'));
    expect(ours(bot.discord, thread)).toMatchObject([{ embedsSuppressed: true }]);
    expect(bot.discord.links().filter((link) => link.preview)).toEqual([]);
    expect([bot.discord.pings(), bot.discord.tokens(), bot.discord.violations]).toEqual([[], [], []]);
    const edits = bot.discord.calls.filter(({ method }) => method === 'PATCH');
    expect(edits.length).toBeGreaterThan(0);
    for (const edit of edits) expect(edit.body).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('are preceded by a typing indicator', async () => {
    const bot = await started();
    const thread = await bot.thread();
    await bot.platform.working.set(thread, true);
    expect(bot.discord.typing(thread.thread)).toBe(true);
  });

  it('are sent even if a newer undici has replaced the global dispatcher', async () => {
    const { Agent, getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
    const before = getGlobalDispatcher();
    const newer = new Agent();
    setGlobalDispatcher(newer);
    try {
      const bot = await started();
      const thread = await bot.thread();
      const message = await bot.platform.post(thread, body('Sent.'), 'k:0');
      await bot.platform.edit(thread, message, body('Edited.'));
      expect(await bot.shows(thread)).toEqual(['Edited.']);
    } finally {
      setGlobalDispatcher(before);
      await newer.close();
    }
  });

  it('of 25 concurrent answers exceed no limit if their budgets are respected', async () => {
    const bot = await started();
    const pacer = createPacer(bot.clock);
    const threads: ThreadRef[] = [];
    for (let made = 0; made < 25; made += 1) threads.push(await bot.thread());
    const paced = async <T>(action: PlatformAction, thread: ThreadRef, act: () => Promise<T>): Promise<T> => {
      const budgets = bot.platform.budgets(action, thread);
      await pacer.acquire(budgets, () => 1);
      return act().catch((error: unknown) => {
        // A call that would be refused is not sent, and waits like any rate limit.
        if (!(error instanceof PlatformError) || error.code !== 'rate_limited') throw error;
        pacer.pause(budgets.slice(0, 1), error.waitMs ?? 0);
        return paced(action, thread, act);
      });
    };
    await Promise.all(
      threads.map(async (thread, index) => {
        const message = await paced('post', thread, () => bot.platform.post(thread, body('0'), `k${index}:0`));
        for (let edit = 1; edit <= 4; edit += 1) {
          await paced('edit', thread, () => bot.platform.edit(thread, message, body(String(edit))));
        }
      }),
    );
    expect(threads.map((thread) => ours(bot.discord, thread).map(({ content }) => content))).toEqual(
      threads.map(() => ['4']),
    );
    expect(bot.discord.violations).toEqual([]);
  });
});

it('the adapter receives messages in a thread that was archived when it connected', async () => {
  const bot = await started();
  const thread = await bot.thread();
  bot.discord.archiveThread(thread.thread);
  await bot.platform.stop();
  const heard = Promise.withResolvers<Question>();
  const again = await openAgain(bot, {
    async question(question) {
      heard.resolve(question);
      return 'accepted';
    },
  });
  await bot.discord.say({ channel: thread.thread, user: userId(bot.discord, 'ada'), text: 'awake?' });
  expect(await heard.promise).toMatchObject({ addressed: 'follow_up', thread, text: 'awake?' });
  await again.stop();
});

it('the adapter posts to a thread that it has not seen', async () => {
  const bot = await started();
  const thread = threadAt(bot.discord, (await bot.thread()).thread);
  await bot.platform.stop();
  const again = await openAgain(bot);
  await again.post(thread, body('Still here.'), 'k:0');
  await again.stop();
  expect(await bot.shows(thread)).toEqual(['Still here.']);
});
