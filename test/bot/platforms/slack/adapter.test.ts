/** The Slack adapter in one workspace, over Bolt and the simulated Slack. */
import { afterEach, describe, expect, it } from 'vitest';
import type { DeploymentRequest, Question, ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { ConfigError, PlatformError } from '../../../../src/bot/core/model/errors.ts';
import { createSlackPlatform } from '../../../../src/bot/platforms/slack/adapter.ts';
import { scopes } from '../../../../src/bot/platforms/slack/connection/scopes.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import type { SlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFastClock } from '../../../fakes/fast-clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { until } from '../../../sandbox/slack/until.ts';
import { body } from '../contract/world.ts';
import { createRecordingHandlers, type RecordingHandlers } from './recording-handlers.ts';
import {
  ada,
  docsHelp,
  noBotHere,
  openSlackWorld,
  opensNothing,
  type SlackWorld,
  type SlackWorldOptions,
} from './world.ts';

let world: SlackWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

async function started(
  options: SlackWorldOptions = {},
): Promise<SlackWorld & { readonly handlers: RecordingHandlers }> {
  world = await openSlackWorld(options);
  const handlers = createRecordingHandlers();
  await world.platform.start(handlers);
  return { ...world, handlers };
}

describe('/docs', () => {
  it('opens a thread under a message that says who asked what, without link previews', async () => {
    const { platform, slack, handlers } = await started();
    await ask(docsHelp, 'what is <https://example.com>?');
    const { thread, notice } = await platform.open(await handlers.first());
    expect(notice).toBeUndefined();
    const [root] = slack.messages(docsHelp);
    expect(root).toMatchObject({
      ts: thread.thread,
      text: `<@${ada}> asked:\n> what is https://example.com?`,
      previews: [],
    });
    await platform.post(thread, body('See https://example.com.'), 'k:0');
    expect(slack.messages(docsHelp, thread.thread)[1]).toMatchObject({ threadTs: thread.thread, previews: [] });
    expect(slack.violations).toEqual([]);
  });

  it('finds its thread again after a restart', async () => {
    const { platform, slack, handlers } = await started();
    await ask(docsHelp, 'how?');
    const question = await handlers.first();
    const { thread } = await platform.open(question);
    const later = createSlackPlatform({ ...slack, logger: silent });
    await later.start(createRecordingHandlers());
    expect((await later.open(question)).thread).toEqual(thread);
    await later.stop();
    expect(slack.messages(docsHelp)).toHaveLength(1);
  });

  it('opens only one thread when Slack’s response is lost', async () => {
    const { platform, slack, handlers } = await started();
    await ask(docsHelp, 'how?');
    const question = await handlers.first();
    slack.faults.failNext('chat.postMessage', { loseAnswer: true });
    await expect(platform.open(question)).rejects.toMatchObject({ code: 'unavailable', arrived: 'unknown' });
    const { thread } = await platform.open(question);
    expect(slack.messages(docsHelp).map(({ ts }) => ts)).toEqual([thread.thread]);
  });

  it('is answered only to the asker where we may not post', async () => {
    const { platform, slack, handlers } = await started();
    await ask(noBotHere, 'how?');
    const question = await handlers.first();
    const { thread, notice } = await platform.open(question);
    expect(notice).toBe('private_only');
    expect((await platform.open(question)).thread).toEqual(thread);
    expect(platform.isLive(thread)).toBe(false);
    await platform.working.set(thread, true);
    const message = await platform.post(thread, body('Like this.'), 'k:0');
    await platform.remove(thread, message);
    await platform.post(thread, body('And like that.'), 'k:1');
    expect(slack.messages(noBotHere).map(({ text, visibleTo }) => [text, visibleTo])).toEqual([
      ['Looking this up in the docs:\n> how?', ada],
      ['Like this.', ada],
      ['And like that.', ada],
    ]);
  });

  it('is answered even if the looking-up notice cannot be sent', async () => {
    const { platform, slack, handlers } = await started();
    await ask(noBotHere, 'how?');
    const question = await handlers.first();
    const { responseUrl } = JSON.parse(question.opens ?? '');
    const broken = { ...question, opens: JSON.stringify({ user: ada, responseUrl: `${responseUrl}0` }) };
    expect((await platform.open(broken)).notice).toBe('private_only');
    expect(slack.messages(noBotHere)).toEqual([]);
  });

  it('opens a thread where we may post but not read', async () => {
    const { platform, slack, handlers } = await started({ sandbox: { scopes: ['chat:write', 'commands'] } });
    await ask(docsHelp, 'how?');
    const question = await handlers.first();
    slack.faults.failNext('chat.postMessage', { status: 500 });
    await expect(platform.open(question)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await platform.open(question)).notice).toBeUndefined();
  });

  it('fails with thread_gone when the response URL is used up', async () => {
    const { platform, handlers } = await started();
    await ask(noBotHere, 'how?');
    const { thread } = await platform.open(await handlers.first());
    // One of the five uses showed that the question is being looked up.
    for (let use = 0; use < 4; use += 1) await platform.post(thread, body('x'), `k:${use}`);
    await expect(platform.post(thread, body('x'), 'k:4')).rejects.toMatchObject({ code: 'thread_gone' });
  });

  it('passes on other failures to open a thread', async () => {
    const { platform, slack, handlers } = await started();
    await ask(docsHelp, 'how?');
    const question = await handlers.first();
    slack.faults.failNext('chat.postMessage', { retryAfter: 3 });
    await expect(platform.open(question)).rejects.toMatchObject({ code: 'rate_limited', waitMs: 3_000 });
    slack.faults.failNext('chat.postMessage', { status: 503 });
    await expect(platform.open(question)).rejects.toMatchObject({ code: 'unavailable' });
    await platform.open(question);
    expect(slack.messages(docsHelp)).toHaveLength(1);
  });

  it('responds with one line of help when it has no question, and stores nothing', async () => {
    const { handlers } = await started();
    expect(await ask(docsHelp, ' ')).toMatchObject({ response_type: 'ephemeral', text: english.say('reply.help') });
    expect(handlers.questions).toEqual([]);
  });

  it('tells the user when the question cannot be stored', async () => {
    const { handlers } = await started();
    handlers.failing = true;
    expect(await ask(docsHelp, 'how?')).toMatchObject({ response_type: 'ephemeral', text: english.say('notTaken') });
  });

  it('is acknowledged without a message, as is an unknown command', async () => {
    await started();
    expect(await ask(docsHelp, 'how?')).toEqual({});
    expect(await ask(docsHelp, '', '/unknown')).toEqual({});
  });

  async function ask(channel: string, text: string, command = '/docs'): Promise<object> {
    if (!world) throw new Error('not started');
    return (await world.slack.command({ command, text, channel, user: ada })).ack;
  }
});

it('finds its own post again in a thread that takes more than one page to read', async () => {
  const { platform, slack, thread } = await started({ sandbox: { limits: { enforce: false } } });
  const place = await thread();
  for (let index = 0; index < 450; index += 1) {
    await slack.say({ channel: docsHelp, user: ada, text: `${index}`, thread: place.thread });
  }
  slack.faults.failNext('chat.postMessage', { loseAnswer: true });
  await expect(platform.post(place, body('once'), 'k:0')).rejects.toMatchObject({ arrived: 'unknown' });
  await platform.post(place, body('once'), 'k:0', { since: 0, others: [] });
  expect(slack.messages(docsHelp, place.thread).filter(({ text }) => text === 'once')).toHaveLength(1);
});

it.each(['invalid_blocks', 'msg_blocks_too_long'])(
  'posts and edits without blocks when Slack says %s',
  async (error) => {
    const { platform, slack, thread } = await started();
    const place = await thread();
    slack.faults.failNext('chat.postMessage', { error });
    const message = await platform.post(place, body('# One'), 'k:0');
    slack.faults.failNext('chat.update', { error });
    await platform.edit(place, message, body('# Two'));
    const shown = slack.messages(docsHelp, place.thread).filter(({ user }) => user === slack.botUserId);
    expect(shown.map(({ text, blocks }) => ({ text, blocks }))).toEqual([{ text: '*Two*', blocks: undefined }]);
    await platform.edit(place, message, body('# Three'));
    expect(slack.messages(docsHelp, place.thread).at(-1)).toMatchObject({
      blocks: [{ type: 'markdown', text: '# Three' }],
    });
  },
);

describe('/deploy', () => {
  it('shows its progress to the whole channel', async () => {
    const { platform, slack, handlers } = await started();
    const thread = await deploy(docsHelp, handlers);
    const message = await platform.post(thread, body('queued'), 'd:0');
    await platform.edit(thread, message, body('done'));
    const seen = slack.messages(docsHelp).filter((one) => !one.visibleTo);
    expect(seen).toMatchObject([{ text: 'done', botId: slack.botId }]);
    expect(seen[0]?.threadTs).toBeUndefined();
  });

  it('shows its progress over the response URL where the bot may not post', async () => {
    const { platform, slack, handlers } = await started();
    const thread = await deploy(noBotHere, handlers);
    const message = await platform.post(thread, body('queued'), 'd:0');
    await platform.edit(thread, message, body('done'));
    await platform.remove(thread, message);
    const seen = slack.messages(noBotHere).filter((one) => !one.visibleTo);
    expect(seen.map(({ text }) => text)).toEqual(['queued', 'done']);
  });

  it('posts its progress only once when Slack’s response is lost', async () => {
    const { platform, slack, handlers } = await started();
    const thread = await deploy(docsHelp, handlers);
    slack.faults.failNext('chat.postMessage', { loseAnswer: true });
    await expect(platform.post(thread, body('queued'), 'd:0')).rejects.toMatchObject({ arrived: 'unknown' });
    await platform.post(thread, body('queued'), 'd:0');
    expect(slack.messages(docsHelp).filter((one) => !one.visibleTo)).toHaveLength(1);
  });

  async function deploy(channel: string, handlers: RecordingHandlers): Promise<DeploymentRequest['thread']> {
    await world?.slack.command({ command: '/deploy', text: '', channel, user: ada });
    const [request] = handlers.deployments;
    if (!request) throw new Error('no request');
    return request.thread;
  }

  it('looks up the members of a user group, and caches them for a while', async () => {
    const { platform, slack, handlers } = await started();
    await deploy(docsHelp, handlers);
    const [request] = handlers.deployments;
    if (!request) throw new Error('no request');
    expect(await platform.people?.isMember(request, 'slack:S0DEPLOY01')).toBe(true);
    expect(await platform.people?.isMember({ ...request, identities: ['slack:U0LINUS001'] }, 'slack:S0DEPLOY01')).toBe(
      false,
    );
    expect(await platform.people?.isMember(request, `slack:${ada}`)).toBe(false);
    expect(slack.calls.filter(({ method }) => method === 'usergroups.users.list')).toHaveLength(1);
    await expect(platform.people?.isMember(request, 'slack:S0UNKNOWN1')).rejects.toBeInstanceOf(PlatformError);
  });
});

function here({ teamId: installation }: SlackSandbox): ThreadRef {
  return { platform: 'slack', installation, channel: docsHelp, thread: '' };
}

describe('a question', () => {
  it('is accepted before the names of mentioned people are looked up', async () => {
    const { slack, handlers, people } = await started();
    await people?.mention('what does <@U0GRACE001> do?');
    expect(handlers.questions[0]?.text).toBe('what does <@U0GRACE001> do?');
    expect(slack.calls.filter(({ method }) => method === 'users.info')).toEqual([]);
  });

  it('shows mentioned people by name when it is asked, and looks up each name once', async () => {
    const { platform, slack } = await started();
    expect(await platform.profiles?.resolveNames('what does <@U0GRACE001> do?', here(slack))).toBe(
      'what does @Grace Murray do?',
    );
    expect(await platform.profiles?.resolveNames('and <@U0GRACE001>?', here(slack))).toBe('and @Grace Murray?');
    expect(slack.calls.filter(({ method }) => method === 'users.info')).toHaveLength(1);
  });

  it('waits at most a second for a name', async () => {
    const clock = createManualClock();
    const { platform, slack } = await started({ options: { clock } });
    slack.faults.failNext('users.info', { hang: true });
    const named = platform.profiles?.resolveNames('what does <@U0GRACE001> do?', here(slack));
    await until(() => clock.waiting() > 0);
    await clock.advance(1_000);
    expect(await named).toBe('what does @someone do?');
  });

  it('asked by command is quoted with people’s names', async () => {
    const { platform, slack, handlers, people } = await started();
    await people?.docs('what does <@U0GRACE001> do?');
    await platform.open(await handlers.first());
    expect(slack.messages(docsHelp).at(-1)?.text).toContain('> what does @Grace Murray do?');
  });

  it('can be asked by an edit that adds the mention', async () => {
    const { slack, handlers } = await started();
    const { ts } = await slack.say({ channel: docsHelp, user: ada, text: 'how?' });
    await slack.edit({ channel: docsHelp, user: ada, ts, text: `<@${slack.botUserId}> how?` });
    expect(await handlers.first()).toMatchObject({
      id: `slack:${slack.teamId}:${docsHelp}:${ts}`,
      addressed: 'mention',
    });
  });

  it('is not asked by an edit of one of our answers', async () => {
    const { platform, slack, handlers, thread } = await started();
    const place = await thread();
    const message = await platform.post(place, body('one'), 'k:0');
    await platform.edit(place, message, body(`<@${slack.botUserId}> two`));
    await until(() => slack.unacked() === 0);
    expect(handlers.questions).toEqual([]);
  });
});

describe('the working indicator', () => {
  it('is a status that disappears when it is cleared', async () => {
    const { platform, slack, thread } = await started();
    const place = await thread();
    await platform.working.set(place, true);
    expect(slack.status(docsHelp, place.thread)?.text).toBe('is reading the docs…');
    await platform.working.set(place, false);
    expect(slack.status(docsHelp, place.thread)).toBeUndefined();
    expect(slack.violations).toEqual([]);
  });

  it.each(['missing_scope', 'unknown_method', 'channel_type_not_supported'])(
    'is a reaction when Slack says %s',
    async (error) => {
      const { platform, slack, thread } = await started();
      const place = await thread();
      slack.faults.failNext('assistant.threads.setStatus', { error });
      await platform.working.set(place, true);
      await platform.working.set(place, true);
      expect(slack.messages(docsHelp, place.thread)[0]?.reactions).toEqual([
        { name: 'eyes', users: [slack.botUserId] },
      ]);
      await platform.working.set(place, false);
      await platform.working.set(place, false);
      expect(slack.messages(docsHelp, place.thread)[0]?.reactions).toEqual([]);
      expect(slack.calls.filter(({ method }) => method === 'assistant.threads.setStatus')).toHaveLength(1);
    },
  );

  it('left behind by a process that died is cleared by another process', async () => {
    const { platform, slack, thread, another } = await started();
    const place = await thread();
    slack.faults.failNext('assistant.threads.setStatus', { error: 'missing_scope' });
    await platform.working.set(place, true);
    const other = await another?.();
    await other?.working.set(place, false);
    await other?.stop();
    expect(slack.messages(docsHelp, place.thread)[0]?.reactions).toEqual([]);
  });

  it('can be cleared on a second attempt', async () => {
    const { platform, slack, thread } = await started();
    const place = await thread();
    await platform.working.set(place, true);
    slack.faults.failNext('assistant.threads.setStatus', { retryAfter: 1 });
    await expect(platform.working.set(place, false)).rejects.toMatchObject({ code: 'rate_limited' });
    await platform.working.set(place, false);
    expect(slack.status(docsHelp, place.thread)).toBeUndefined();
  });

  it('does not fall back to a reaction after a temporary failure', async () => {
    const { platform, slack, thread } = await started();
    const place = await thread();
    slack.faults.failNext('assistant.threads.setStatus', { retryAfter: 1 });
    await expect(platform.working.set(place, true)).rejects.toMatchObject({ code: 'rate_limited' });
    await platform.working.set(place, true);
    expect(slack.status(docsHelp, place.thread)).toBeDefined();
  });
});

describe('start', () => {
  it.each([
    ['SLACK_BOT_TOKEN', { botToken: 'xoxb-wrong' }],
    ['SLACK_BOT_TOKEN', { botToken: 'xapp-1-A0DOCENT01-sandbox' }],
    ['SLACK_APP_TOKEN', { appToken: 'xapp-wrong' }],
    ['SLACK_APP_TOKEN', { appToken: 'xoxb-sandbox-bot' }],
  ])('names a wrong %s and says where to get the right one', async (name, options) => {
    world = await openSlackWorld({ options });
    const error: unknown = await world.platform.start(createRecordingHandlers()).catch((reason: unknown) => reason);
    if (!(error instanceof ConfigError)) throw new Error(`expected a ConfigError, got ${error}`);
    expect(error.problems.join()).toContain(name);
    expect(error.problems.join()).toContain('api.slack.com/apps');
    expect(world.slack.connections()).toBe(0);
  });

  it('requires an app token or a signing secret', () => {
    expect(() => createSlackPlatform({ botToken: 'xoxb-x', logger: silent })).toThrow(ConfigError);
  });

  it('fails while Slack cannot be reached, and succeeds once it can', async () => {
    world = await openSlackWorld();
    const handlers = createRecordingHandlers();
    world.slack.faults.failNext('auth.test', { status: 503 });
    await expect(world.platform.start(handlers)).rejects.toMatchObject({ code: 'unavailable' });
    world.slack.faults.refuseConnections(true);
    await expect(world.platform.start(handlers)).rejects.toMatchObject({ code: 'unavailable' });
    expect(world.platform.health().state).toBe('starting');
    world.slack.faults.refuseConnections(false);
    await world.platform.start(handlers);
    await world.people?.direct('hello');
    expect(handlers.questions).toHaveLength(1);
  });

  it('names missing scopes and continues without them', async () => {
    const { platform } = await started({ sandbox: { scopes: without('users:read', 'reactions:write') } });
    const { state, detail } = platform.health();
    expect(state).toBe('ready');
    for (const word of ['users:read', 'reactions:write', 'reinstall']) expect(detail).toContain(word);
    expect(detail).not.toContain('im:history');
  });

  it('fails when the bot may not write at all', async () => {
    world = await openSlackWorld({ sandbox: { scopes: without('chat:write') } });
    await expect(world.platform.start(createRecordingHandlers())).rejects.toThrow('chat:write');
  });

  function without(...missing: readonly string[]): readonly string[] {
    return Object.keys(scopes).filter((scope) => !missing.includes(scope));
  }
});

describe('a bot token that Slack rejects', () => {
  it('counts as an outage whose detail names the token, and fails further calls without making them', async () => {
    const clock = createManualClock();
    const { platform, slack, thread } = await started({ options: { clock } });
    const place = await thread();
    for (const method of ['chat.postMessage', 'auth.test'])
      slack.faults.failNext(method, { error: 'token_revoked' }, 99);
    await expect(platform.post(place, body('x'), 'k:0')).rejects.toMatchObject({ code: 'unavailable', arrived: 'no' });
    await until(() => platform.health().state === 'reconnecting');
    expect(platform.health().detail).toContain('SLACK_BOT_TOKEN');
    await until(() => clock.waiting() > 0);
    const before = slack.calls.length;
    await expect(platform.post(place, body('x'), 'k:0')).rejects.toMatchObject({ code: 'unavailable', waitMs: 1_000 });
    expect(slack.calls).toHaveLength(before);
  });

  it('is used again as soon as Slack accepts it', async () => {
    const { platform, slack, thread } = await started({ options: { clock: createFastClock(20) } });
    const place = await thread();
    slack.faults.failNext('chat.postMessage', { error: 'token_revoked' });
    slack.faults.failNext('auth.test', { error: 'token_revoked' }, 3);
    await expect(platform.post(place, body('x'), 'k:0')).rejects.toMatchObject({ code: 'unavailable' });
    await until(() => platform.health().state === 'reconnecting');
    await until(() => platform.health().state === 'ready');
    await platform.post(place, body('x'), 'k:0');
    expect(slack.messages(docsHelp, place.thread).at(-1)?.text).toBe('x');
  });

  it('is not reported when the next check succeeds', async () => {
    const { platform, slack, thread } = await started();
    const place = await thread();
    const checks = (): number => slack.calls.filter(({ method }) => method === 'auth.test').length;
    const before = checks();
    slack.faults.failNext('chat.postMessage', { error: 'invalid_auth' });
    await expect(platform.post(place, body('x'), 'k:0')).rejects.toMatchObject({ code: 'unavailable' });
    await until(() => checks() > before);
    expect(platform.health().state).toBe('ready');
    await platform.post(place, body('x'), 'k:0');
  });
});

it('can be started again after a stop', async () => {
  const { platform, handlers, people } = await started();
  await platform.stop();
  await platform.start(handlers);
  await people?.direct('hello');
  expect((await handlers.first()).text).toBe('hello');
});

it.each(['auth.test', 'apps.connections.open'])(
  'leaves nothing open when it is stopped while waiting for %s',
  async (method) => {
    const clock = createManualClock();
    world = await openSlackWorld({ sandbox: { clock } });
    const { slack, platform } = world;
    slack.faults.failNext(method, { delayMs: 300 });
    const starting = platform.start(createRecordingHandlers());
    const failed = expect(starting).rejects.toMatchObject({ code: 'unavailable' });
    await until(() => clock.waiting() === 1);
    await platform.stop();
    await clock.advance(300);
    await failed;
    await opensNothing(world);
  },
);

it('leaves a question in its thread when there is nothing to open', async () => {
  const { platform, handlers, people } = await started();
  await people?.mention('how?');
  const question: Question = await handlers.first();
  expect(await platform.open(question)).toEqual({ thread: question.thread });
});
