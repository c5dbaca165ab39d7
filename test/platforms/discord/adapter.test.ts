/** What the adapter does beyond the platform contract, on a simulated server with the real discord.js. */

import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeploymentRequest, Question, ThreadRef } from '../../../src/core/model/conversation.ts';
import { PlatformError, StoreError } from '../../../src/core/model/errors.ts';
import type { Handlers } from '../../../src/core/ports/handlers.ts';
import type { Platform, PlatformAction } from '../../../src/core/ports/platform.ts';
import { createPacer } from '../../../src/core/rate-limits/pacer.ts';
import { createDiscordPlatform } from '../../../src/platforms/discord/adapter.ts';
import { supportCategory } from '../../../src/sandbox/discord/world/seed.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { noDeployments } from '../../fakes/deployments.ts';
import { createFastClock, type FastClock } from '../../fakes/fast-clock.ts';
import { until } from '../../sandbox/slack/until.ts';
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
    ...noDeployments,
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
    const one = await started();
    const question = await mentioned(one, 'docs-help', `how do I <@${one.discord.users[1]?.id}>\n**start**?`);
    const { thread } = await one.platform.open(question);
    expect(await one.platform.open(question)).toEqual({ thread });
    expect(one.discord.threads(channelId(one.discord, 'docs-help'))).toMatchObject([
      { id: thread.thread, name: 'how do I @Grace Murray start?', kind: 'public', owner: one.discord.botUserId },
    ]);
    expect(thread).toEqual(question.thread);
  });

  it('opens a thread in an announcement channel', async () => {
    const one = await started();
    const { thread, notice } = await one.platform.open(await mentioned(one, 'news'));
    expect(notice).toBeUndefined();
    await one.platform.post(thread, body('Like this.'), 'k:0');
    expect(ours(one.discord, thread)).toHaveLength(1);
  });

  it('is answered by replies where we may not open threads, without trying to open one', async () => {
    const one = await started();
    const question = await mentioned(one, 'no-threads');
    const { thread, notice } = await one.platform.open(question);
    expect(notice).toBe('no_thread_right');
    await one.platform.post(thread, body('Like this.'), 'k:0');
    expect(ours(one.discord, thread)).toMatchObject([
      { content: 'Like this.', replyTo: { id: question.thread.thread }, channel: channelId(one.discord, 'no-threads') },
    ]);
    expect(one.discord.violations).toEqual([]);
    expect(one.discord.pings()).toEqual([]);
  });

  it.each([
    ['Discord denies the permission', { code: 50013 }, 'no_thread_right'],
    ['there are too many active threads', { code: 160006 }, 'threads_limited'],
    ['thread creation is rate limited for minutes', { retryAfter: 281, scope: 'shared' as const }, 'threads_limited'],
  ])('is answered by replies, with the reason, when %s', async (_, fault, notice) => {
    const one = await started();
    const question = await mentioned(one, 'docs-help');
    one.discord.faults.failNext('POST /channels/:id/messages/:id/threads', fault);
    expect(await one.platform.open(question)).toMatchObject({
      thread: { thread: `reply:${question.thread.thread}` },
      notice,
    });
  });

  it('requests no thread while thread creation is known to be rate limited', async () => {
    const one = await started();
    const starts = () => one.discord.calls.filter((call) => call.route.endsWith('/threads')).length;
    const question = await mentioned(one, 'docs-help');
    one.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 281, scope: 'shared' });
    await one.platform.open(question);
    expect(await one.platform.open(await mentioned(one, 'docs-help'))).toMatchObject({ notice: 'threads_limited' });
    expect(starts()).toBe(1);
  });

  it('does not report a thread limit when a proxy in front of Discord rate limits every call', async () => {
    const one = await started();
    const question = await mentioned(one, 'docs-help');
    one.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 20, scope: 'network' });
    const refused = { code: 'rate_limited', waitMs: 20_000 };
    await expect(one.platform.open(question)).rejects.toMatchObject(refused);
    // The known limit still is not reported as a limit on threads.
    await expect(one.platform.open(question)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('opens its thread after a short rate limit and a lost response', async () => {
    const one = await started();
    const question = await mentioned(one, 'docs-help');
    one.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { retryAfter: 0 });
    await expect(one.platform.open(question)).rejects.toMatchObject({ code: 'rate_limited' });
    one.discord.faults.failNext('POST /channels/:id/messages/:id/threads', { loseAnswer: true });
    await expect(one.platform.open(question)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await one.platform.open(question)).toEqual({ thread: question.thread });
  });

  it('fails with message_gone when the message was deleted', async () => {
    const one = await started();
    const question = await mentioned(one, 'docs-help');
    one.discord.deleteMessage(channelId(one.discord, 'docs-help'), question.thread.thread);
    await expect(one.platform.open(question)).rejects.toMatchObject({ code: 'message_gone' });
  });
});

describe('threads and forums', () => {
  it('treat a new post as a question, and its later messages as follow-ups', async () => {
    const one = await started();
    const forum = channelId(one.discord, 'questions');
    const user = userId(one.discord, 'ada');
    const { threadId } = await one.discord.post({ forum, user, title: 'How?', text: 'I tried this.' });
    await one.discord.say({ channel: threadId, user, text: 'And that.' });
    await one.heard();
    expect(one.questions).toMatchObject([
      { addressed: 'mention', text: 'How?\n\nI tried this.', thread: { channel: forum, thread: threadId } },
      { addressed: 'follow_up', text: 'And that.', thread: { channel: forum, thread: threadId } },
    ]);
    await one.platform.post(last(one.questions).thread, body('Like this.'), 'k:0');
    expect(one.discord.violations).toEqual([]);
  });

  it('keep a mention in the thread that it was written in', async () => {
    const one = await started();
    const thread = await one.thread();
    await one.discord.say({
      channel: thread.thread,
      user: userId(one.discord, 'ada'),
      text: `<@${one.discord.botUserId}> how?`,
    });
    await one.heard();
    expect(last(one.questions)).toMatchObject({ addressed: 'mention', thread, text: 'how?' });
  });

  it('are unarchived for posts, edits and removals', async () => {
    const one = await started();
    const thread = await one.thread();
    const first = await one.platform.post(thread, body('One.'), 'k:0');
    one.discord.archiveThread(thread.thread);
    await one.platform.post(thread, body('Two.'), 'k:1');
    one.discord.archiveThread(thread.thread);
    await one.platform.edit(thread, first, body('One, longer.'));
    expect(await one.shows(thread)).toEqual(['One, longer.', 'Two.']);
    one.discord.archiveThread(thread.thread);
    await one.platform.remove(thread, first);
    expect(await one.shows(thread)).toEqual(['Two.']);
  });

  it('are reported as forbidden if locked, and as gone if deleted', async () => {
    const one = await started();
    const thread = await one.thread();
    const message = await one.platform.post(thread, body('One.'), 'k:0');
    one.discord.archiveThread(thread.thread);
    one.discord.lockThread(thread.thread);
    await expect(one.platform.post(thread, body('Two.'), 'k:1')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(one.platform.edit(thread, message, body('One!'))).rejects.toMatchObject({ code: 'forbidden' });
    one.discord.deleteThread(thread.thread);
    await expect(one.platform.post(thread, body('Two.'), 'k:1')).rejects.toMatchObject({ code: 'thread_gone' });
    await expect(one.platform.edit(thread, message, body('One!'))).rejects.toMatchObject({ code: 'thread_gone' });
    await one.platform.remove(thread, message);
  });
});

describe('/docs', () => {
  it('shows the question and opens a thread from it', async () => {
    const one = await started();
    const docsHelp = channelId(one.discord, 'docs-help');
    const { thread, notice } = await one.platform.open(await commanded(one, docsHelp, 'how do\nI @everyone start?'));
    expect(notice).toBeUndefined();
    const [root] = one.discord.messages(docsHelp).filter((message) => message.id === thread.thread);
    expect(root).toMatchObject({ content: '> how do I @\u200beveryone start?', thread: thread.thread });
    expect(root?.deferred).toBeUndefined();
    expect(one.discord.threads(docsHelp)).toHaveLength(1);
    await one.platform.post(thread, body('Like this.'), 'k:0');
    expect(await one.shows(thread)).toEqual(['Like this.']);
  });

  it('is answered in the direct messages where it was used', async () => {
    const one = await started();
    const { thread } = await one.platform.open(await commanded(one, directChannel(one)));
    expect(thread).toMatchObject({ installation: '@me', channel: directChannel(one), thread: '' });
    await one.platform.post(thread, body('Like this.'), 'k:0');
    expect(one.discord.messages(directChannel(one)).map((each) => each.content)).toEqual(['> how?', 'Like this.']);
  });

  it('is answered in the thread where it was used', async () => {
    const one = await started();
    const here = { ...(await one.thread()), category: supportCategory.id };
    const question = await commanded(one, here.thread);
    expect(question.thread).toEqual(here);
    expect(await one.platform.open(question)).toEqual({ thread: here });
    expect(await one.shows(here)).toEqual(['> how?']);
  });

  it('is answered by a reply where we may not open threads', async () => {
    const one = await started();
    const noThreads = channelId(one.discord, 'no-threads');
    const { thread, notice } = await one.platform.open(await commanded(one, noThreads));
    expect(notice).toBe('no_thread_right');
    await one.platform.post(thread, body('Like this.'), 'k:0');
    const [root, answer] = one.discord.messages(noThreads);
    expect(answer).toMatchObject({ content: 'Like this.', replyTo: { id: root?.id } });
    expect(one.discord.violations).toEqual([]);
  });

  it('is answered through its own webhook, with edits and in several messages, where we may not post', async () => {
    const one = await started();
    const readOnly = channelId(one.discord, 'read-only');
    const { thread, notice } = await one.platform.open(await commanded(one, readOnly));
    expect(notice).toBe('no_thread_right');
    expect(one.platform.isLive(thread)).toBe(true);
    expect(JSON.stringify(one.platform.budgets('edit', thread))).not.toContain(thread.address);
    await one.platform.working(thread, true);
    const first = await one.platform.post(thread, body('One'), 'k:0');
    await one.platform.edit(thread, first, body('One, longer.'));
    const second = await one.platform.post(thread, body('Two @everyone <@1>.'), 'k:1');
    expect(one.discord.messages(readOnly).map((each) => each.content)).toHaveLength(3);
    await one.platform.remove(thread, second);
    await one.platform.remove(thread, second);
    expect(one.discord.messages(readOnly).map((each) => each.content)).toEqual(['> how?', 'One, longer.']);
    expect([one.discord.pings(), one.discord.tokens()]).toEqual([[], []]);
  });

  it('shows an error only to the asker when the question cannot be stored', async () => {
    const one = await started({}, { question: () => Promise.reject(new StoreError('down')) });
    const { discord } = one;
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
    const one = await started(
      { sandbox: { latencyMs: 40 } },
      {
        async question(question) {
          opened = Promise.resolve().then(() => one.platform.open(question));
          return 'accepted';
        },
      },
    );
    const docsHelp = channelId(one.discord, 'docs-help');
    const user = userId(one.discord, 'ada');
    await one.discord.command({ name: 'docs', options: { question: 'how?' }, channel: docsHelp, user });
    expect(await opened).toMatchObject({ thread: { channel: docsHelp } });
    expect(one.discord.violations).toEqual([]);
  });

  it('is acknowledged once when it is delivered twice', async () => {
    const one = await started();
    one.discord.faults.duplicateDispatch(true);
    const question = await commanded(one, channelId(one.discord, 'docs-help'));
    await one.heard();
    expect(one.questions.filter(({ id }) => id === question.id)).toHaveLength(2);
    expect(one.discord.calls.filter((call) => call.route.endsWith('/callback'))).toHaveLength(1);
    await one.platform.open(question);
    expect(one.discord.violations).toEqual([]);
  });

  it('is acknowledged once even if the response to the acknowledgement is lost', async () => {
    const one = await started();
    one.discord.faults.failNext('POST /interactions/:id/:id/callback', { loseAnswer: true });
    const question = await commanded(one, channelId(one.discord, 'docs-help'));
    const { thread } = await one.platform.open(question);
    expect(one.discord.thread(thread.thread)).toBeDefined();
    expect(one.log.lines.filter((line) => line.level !== 'info' && line.level !== 'debug')).toEqual([]);
  });

  it('is answered in a message of the bot if the process died before acknowledging it', async () => {
    const one = await started();
    one.discord.faults.failNext('POST /interactions/:id/:id/callback', { code: 10062 }, 2);
    const docsHelp = channelId(one.discord, 'docs-help');
    const user = userId(one.discord, 'ada');
    const asked = one.discord.command({ name: 'docs', options: { question: 'how?' }, channel: docsHelp, user });
    await expect(asked).rejects.toThrow(/did not respond/);
    const question = last(one.questions);
    await expect(one.platform.open(question)).rejects.toMatchObject({ code: 'unavailable', waitMs: 1_000 });
    const late = { ...question, askedAt: question.askedAt - 10_000 };
    const { thread } = await one.platform.open(late);
    expect(await one.platform.open(late)).toEqual({ thread });
    expect(one.discord.messages(docsHelp).filter((message) => !message.system)).toMatchObject([
      { content: '> how?', id: thread.thread },
    ]);
  });
});

describe('/deploy', () => {
  it('includes the person and their roles, and reports progress in the channel', async () => {
    const one = await started();
    const docsHelp = channelId(one.discord, 'docs-help');
    const grace = userId(one.discord, 'grace');
    await one.discord.command({ name: 'deploy', channel: docsHelp, user: grace });
    const maintainer = one.discord.roles.find((role) => role.name === 'Maintainer')?.id;
    const { identities, thread } = last(one.deployments);
    expect(identities).toEqual([`discord:${grace}`, `discord:${maintainer}`]);
    await one.platform.post(thread, body('Queued.'), 'd:0');
    expect(ours(one.discord, thread).map((each) => each.content)).toContain('Queued.');
  });

  it("reports progress through the command's webhook where the bot may not post", async () => {
    const one = await started();
    const readOnly = channelId(one.discord, 'read-only');
    await one.discord.command({ name: 'deploy', channel: readOnly, user: userId(one.discord, 'grace') });
    const { thread } = last(one.deployments);
    const message = await one.platform.post(thread, body('Queued.'), 'd:0');
    await one.platform.edit(thread, message, body('Done.'));
    const shown = one.discord.messages(readOnly).filter((each) => each.visibleTo === undefined);
    expect(shown.map((each) => each.content)).toEqual(['Done.']);
  });

  it('shows an error when the store is slow and then fails', async () => {
    const store = Promise.withResolvers<undefined>();
    const one = await started({}, { deployment: () => store.promise });
    const docsHelp = channelId(one.discord, 'docs-help');
    const user = userId(one.discord, 'ada');
    expect(await one.discord.command({ name: 'deploy', channel: docsHelp, user })).toMatchObject({ kind: 'deferred' });
    const changed = Promise.withResolvers<void>();
    one.discord.onChange(() => changed.resolve());
    store.reject(new StoreError('down'));
    await changed.promise;
    expect(one.discord.messages(docsHelp)).toMatchObject([
      { visibleTo: user, content: expect.stringMatching(/try again/) },
    ]);
  });
});

const commandNames = ['docs', 'deploy', 'docs-report', 'Ask Docent'];

describe('commands', () => {
  it('are registered if they are new or changed, and left alone otherwise', async () => {
    const one = await started();
    const writes = () => one.discord.calls.filter((call) => call.method === 'PUT');
    expect(one.discord.registeredCommands().map((each) => each.name)).toEqual(commandNames);
    expect(writes()).toHaveLength(1);
    await one.platform.stop();
    const again = await openAgain(one);
    expect(writes()).toHaveLength(1);
    await again.stop();
  });

  it('are registered in one server only if a server is given', async () => {
    const before = await started();
    const { guildId } = before.discord;
    await before.platform.stop();
    const again = await openAgain(before, { guildId });
    const forGuild = before.discord.registeredCommands().filter((each) => each.guild === guildId);
    expect(forGuild.map((each) => each.name)).toEqual(commandNames);
    await again.stop();
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
    ...noDeployments,
    ...handlers,
  });
  return platform;
}

describe('a failure', () => {
  it('to register the commands is retried', async () => {
    const clock = createFastClock(20);
    world = await openDiscordWorld({ options: { clock } });
    world.discord.faults.failNext('GET /applications/:id/commands', { status: 500 });
    await world.platform.start({ question: async () => 'accepted', ...noDeployments });
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
    const one = await started(
      { options: { clock } },
      {
        async question({ text }) {
          if (down) throw new StoreError('down');
          stored.push(text);
          return 'accepted';
        },
      },
    );
    await one.people.direct('hello');
    await clock.advance(5_000);
    expect(stored).toEqual([]);
    down = false;
    await clock.advance(15_000);
    expect(stored).toEqual(['hello']);
    expect(clock.waiting()).toBe(1);
  });

  it('is logged without message text, tokens or secret URLs', async () => {
    const one = await started();
    const docsHelp = channelId(one.discord, 'docs-help');
    one.discord.faults.failNext('POST /interactions/:id/:id/callback', { status: 500 }, 2);
    const user = userId(one.discord, 'ada');
    const asked = one.discord.command({ name: 'docs', options: { question: 'private' }, channel: docsHelp, user });
    await expect(asked).rejects.toThrow();
    const { opens } = last(one.questions);
    const thread = threadAt(one.discord, (await one.thread()).thread);
    for (const status of [400, 403, 429, 500]) {
      one.discord.faults.failNext('POST /channels/:id/messages', { status });
      await one.platform.post(thread, body('private'), 'k:0').catch((err) => one.log.warn({ err }, 'as the core does'));
    }
    const logged = one.log.lines.map((line) => inspect(line, { depth: 9 })).join('\n');
    expect(logged).toContain('command not acknowledged');
    expect(logged.match(/as the core does/g)).toHaveLength(4);
    expect(logged).not.toContain('private');
    expect(logged).not.toContain(one.discord.token);
    expect(logged).not.toContain(JSON.parse(opens ?? '').token);
  });
});

describe('messages', () => {
  it('are not posted twice when another process takes over', async () => {
    const one = await started();
    const thread = await one.thread();
    const message = await one.platform.post(thread, body('One.'), 'k:0');
    await one.platform.stop();
    const again = await openAgain(one);
    expect(await again.post(thread, body('One, and more.'), 'k:0')).toBe(message);
    await again.stop();
    expect(await one.shows(thread)).toEqual(['One, and more.']);
  });

  it('show no link previews, ping nobody when edited, and show the newest text after a lost response', async () => {
    const one = await started();
    const thread = await one.thread();
    one.losesResponse();
    await expect(one.platform.post(thread, body('Short.'), 'k:0')).rejects.toMatchObject({ arrived: 'unknown' });
    const message = await one.platform.post(thread, body('Longer, see https://docs.example.com/ @everyone.'), 'k:0');
    expect(await one.shows(thread)).toEqual(['Longer, see <https://docs.example.com/> @\u200beveryone.']);
    await one.platform.edit(thread, message, body('Edited, see [it](https://docs.example.com/).'));
    expect(ours(one.discord, thread)).toMatchObject([{ embedsSuppressed: true }]);
    expect(one.discord.links().filter((link) => link.preview)).toEqual([]);
    expect([one.discord.pings(), one.discord.tokens(), one.discord.violations]).toEqual([[], [], []]);
    const edits = one.discord.calls.filter(({ method }) => method === 'PATCH');
    expect(edits.length).toBeGreaterThan(0);
    for (const edit of edits) expect(edit.body).toMatchObject({ allowed_mentions: { parse: [] } });
  });

  it('are preceded by a typing indicator', async () => {
    const one = await started();
    const thread = await one.thread();
    await one.platform.working(thread, true);
    expect(one.discord.typing(thread.thread)).toBe(true);
  });

  it('are sent even if a newer undici has replaced the global dispatcher', async () => {
    const { Agent, getGlobalDispatcher, setGlobalDispatcher } = await import('undici');
    const before = getGlobalDispatcher();
    const newer = new Agent();
    setGlobalDispatcher(newer);
    try {
      const one = await started();
      const thread = await one.thread();
      const message = await one.platform.post(thread, body('Sent.'), 'k:0');
      await one.platform.edit(thread, message, body('Edited.'));
      expect(await one.shows(thread)).toEqual(['Edited.']);
    } finally {
      setGlobalDispatcher(before);
      await newer.close();
    }
  });

  it('of 25 concurrent answers exceed no limit if their budgets are respected', async () => {
    const one = await started();
    const pacer = createPacer(one.clock);
    const threads: ThreadRef[] = [];
    for (let made = 0; made < 25; made += 1) threads.push(await one.thread());
    const paced = async <T>(action: PlatformAction, thread: ThreadRef, act: () => Promise<T>): Promise<T> => {
      const budgets = one.platform.budgets(action, thread);
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
        const message = await paced('post', thread, () => one.platform.post(thread, body('0'), `k${index}:0`));
        for (let edit = 1; edit <= 4; edit += 1) {
          await paced('edit', thread, () => one.platform.edit(thread, message, body(String(edit))));
        }
      }),
    );
    expect(threads.map((thread) => ours(one.discord, thread).map((each) => each.content))).toEqual(
      threads.map(() => ['4']),
    );
    expect(one.discord.violations).toEqual([]);
  });
});

it('the adapter receives messages in a thread that was archived when it connected', async () => {
  const one = await started();
  const thread = await one.thread();
  one.discord.archiveThread(thread.thread);
  await one.platform.stop();
  const heard = Promise.withResolvers<Question>();
  const again = await openAgain(one, {
    async question(question) {
      heard.resolve(question);
      return 'accepted';
    },
  });
  await one.discord.say({ channel: thread.thread, user: userId(one.discord, 'ada'), text: 'awake?' });
  expect(await heard.promise).toMatchObject({ addressed: 'follow_up', thread, text: 'awake?' });
  await again.stop();
});

it('the adapter posts to a thread that it has not seen', async () => {
  const one = await started();
  const thread = threadAt(one.discord, (await one.thread()).thread);
  await one.platform.stop();
  const again = await openAgain(one);
  await again.post(thread, body('Still here.'), 'k:0');
  await again.stop();
  expect(await one.shows(thread)).toEqual(['Still here.']);
});
