/** The Web API as the vendor's client sees it. */
import { type ConversationsRepliesResponse, type WebAPICallResult, WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSlackSandbox,
  type SlackSandbox,
  type SlackSandboxOptions,
} from '../../../../src/sandbox/slack/sandbox.ts';
import { unimplementedMethods } from '../../../../src/sandbox/slack/web-api/api.ts';
import { silent } from '../silent.ts';

const [help, general, ada] = ['C0DOCSHELP', 'C0GENERAL1', 'U0ADA00001'];
const sandboxes: SlackSandbox[] = [];
let slack: SlackSandbox;
let client: WebClient;

beforeEach(async () => {
  ({ slack, client } = await open());
});

afterEach(async () => {
  for (const one of sandboxes.splice(0)) await one.stop();
});

async function open(options: SlackSandboxOptions = {}, token?: string) {
  const made = await createSlackSandbox(options);
  sandboxes.push(made);
  const retry = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, logger: silent };
  return { slack: made, client: new WebClient(token ?? made.botToken, { slackApiUrl: made.apiUrl, ...retry }) };
}

/** The error code of a refused call. */
async function errorOf(call: Promise<WebAPICallResult>): Promise<unknown> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    return error instanceof Error && 'data' in error ? (error.data as { error?: string }).error : error;
  }
}

describe('authorization', () => {
  test('auth.test returns the identity of the app and the scopes of the token', async () => {
    const answer = await client.auth.test();
    expect(answer).toMatchObject({ ok: true, team_id: slack.teamId, user_id: slack.botUserId, bot_id: slack.botId });
    expect(answer.response_metadata?.scopes).toContain('chat:write');
  });

  test('a wrong token, no token and the wrong kind of token have different errors', async () => {
    expect(await errorOf((await open({}, 'xoxb-other')).client.auth.test())).toBe('invalid_auth');
    expect(await errorOf(new WebClient(undefined, { slackApiUrl: slack.apiUrl, logger: silent }).auth.test())).toBe(
      'not_authed',
    );
    expect(await errorOf(client.apps.connections.open())).toBe('not_allowed_token_type');
  });

  test('a missing scope is named', async () => {
    const { client: poor } = await open({ scopes: ['chat:write'] });
    const refused = await poor.users.info({ user: ada }).catch((error) => error.data);
    expect(refused).toMatchObject({ error: 'missing_scope', needed: 'users:read', provided: 'chat:write' });
  });
});

describe('messages', () => {
  test('are posted, changed and removed', async () => {
    const { ts = '' } = await client.chat.postMessage({
      channel: help,
      text: 'one',
      metadata: { event_type: 'x', event_payload: { a: 1 } },
    });
    await client.chat.update({ channel: help, ts, text: 'two' });
    expect(slack.messages(help)).toMatchObject([
      { ts, text: 'two', edited: { user: slack.botUserId }, metadata: { event_type: 'x' } },
    ]);
    await client.chat.delete({ channel: help, ts });
    expect(slack.messages(help)).toEqual([]);
    expect(slack.violations).toEqual([]);
  });

  test('show no "(edited)" when their blocks change, and lose their blocks when only text is sent', async () => {
    const blocks = [{ type: 'markdown', text: '**a**' }];
    const { ts = '' } = await client.chat.postMessage({ channel: help, text: 'a', blocks });
    await client.chat.update({ channel: help, ts, text: 'b', blocks: [{ type: 'markdown', text: 'b' }] });
    expect(slack.messages(help)[0]).not.toHaveProperty('edited');
    expect(slack.messages(help)[0]?.blocks).toMatchObject([{ text: 'b' }]);
    await client.chat.update({ channel: help, ts, text: 'c' });
    expect(slack.messages(help)[0]).not.toHaveProperty('blocks');
  });

  test('are refused with Slack’s error codes', async () => {
    const { slack, client } = await open({ limits: { enforce: false } });
    const { ts: theirs } = await slack.say({ channel: help, user: ada, text: 'mine' });
    const post = (more: object) => errorOf(client.chat.postMessage({ channel: help, text: 'x', ...more }));
    const update = (more: object) => errorOf(client.chat.update({ channel: help, ts: theirs, text: 'x', ...more }));
    expect(await post({ channel: 'C0NOWHERE1' })).toBe('channel_not_found');
    expect(await post({ channel: 'C0NOBOT001' })).toBe('not_in_channel');
    expect(await post({ text: '' })).toBe('no_text');
    expect(await post({ text: 'x'.repeat(40_001) })).toBe('msg_too_long');
    expect(await post({ markdown_text: 'x' })).toBe('markdown_text_conflict');
    expect(await post({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }] })).toBe(
      'invalid_blocks',
    );
    expect(await post({ blocks: [{ type: 'wish' }] })).toBe('invalid_blocks');
    expect(await post({ blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) })).toBe('invalid_blocks');
    const row = (...buttons: readonly object[]) => post({ blocks: [{ type: 'actions', elements: buttons }] });
    const button = (label: string, more = {}) => ({
      type: 'button',
      text: { type: 'plain_text', text: label },
      ...more,
    });
    expect(await row(button('x'.repeat(76)))).toBe('invalid_blocks');
    expect(await row(button('x', { value: 'x'.repeat(2_001) }))).toBe('invalid_blocks');
    expect(await row(button('x', { action_id: 'a' }), button('y', { action_id: 'a' }))).toBe('invalid_blocks');
    expect(await row(...Array.from({ length: 26 }, () => button('x')))).toBe('invalid_blocks');
    const sections = Array.from({ length: 5 }, () => ({
      type: 'section',
      text: { type: 'plain_text', text: 'x'.repeat(3_000) },
    }));
    expect(await post({ blocks: sections })).toBe('msg_blocks_too_long');
    expect(await post({ thread_ts: '1.000001' })).toBe('thread_not_found');
    expect(await post({ thread_ts: 'soon' })).toBe('invalid_thread_ts');
    expect(await post({ metadata: { event_type: 'x' } })).toBe('invalid_metadata_format');
    expect(await update({})).toBe('cant_update_message');
    expect(await update({ ts: '1.000001' })).toBe('message_not_found');
    expect(await errorOf(client.chat.delete({ channel: help, ts: theirs }))).toBe('cant_delete_message');
    expect(slack.violations).toHaveLength(19);
    expect(slack.messages(help)).toHaveLength(1);
  });

  test('of more than 4,000 characters are refused as updates and recorded as posts', async () => {
    const { ts = '' } = await client.chat.postMessage({ channel: help, text: 'x'.repeat(4_001) });
    expect(slack.violations).toMatchObject([{ kind: 'doubtful', method: 'chat.postMessage' }]);
    expect(await errorOf(client.chat.update({ channel: help, ts, text: 'x'.repeat(4_001) }))).toBe('msg_too_long');
    expect(await errorOf(client.chat.update({ channel: help, ts, text: 'x'.repeat(4_000) }))).toBe('ok');
  });

  test('are seen by one person only and cannot be changed if they are ephemeral', async () => {
    const { message_ts = '' } = await client.chat.postEphemeral({ channel: help, user: ada, text: 'psst' });
    expect(slack.messages(help)).toMatchObject([{ text: 'psst', visibleTo: ada }]);
    expect(await errorOf(client.chat.update({ channel: help, ts: message_ts, text: 'x' }))).toBe('message_not_found');
    expect((await client.conversations.history({ channel: help })).messages).toEqual([]);
    expect(await errorOf(client.chat.postEphemeral({ channel: 'G0WRITERS1', user: 'U0LINUS001', text: 'x' }))).toBe(
      'user_not_in_channel',
    );
  });

  test('show previews of their links unless unfurling is turned off', async () => {
    await client.chat.postMessage({ channel: help, text: 'see <https://docs.example.com/a|A>' });
    await client.chat.postMessage({ channel: help, text: 'see <https://docs.example.com/a|A>', unfurl_links: false });
    expect(slack.messages(help).map((one) => one.previews)).toEqual([['https://docs.example.com/a'], []]);
  });

  test('reach a person by user id', async () => {
    expect(await client.chat.postMessage({ channel: ada, text: 'hello' })).toMatchObject({ channel: 'D0ADA00001' });
  });

  test('leave a tombstone if they have replies, and the thread continues', async () => {
    const { ts } = await slack.say({ channel: help, user: ada, text: 'root' });
    await client.chat.postMessage({ channel: help, thread_ts: ts, text: 'reply' });
    await slack.remove({ channel: help, user: ada, ts });
    await client.chat.postMessage({ channel: help, thread_ts: ts, text: 'another' });
    expect(slack.messages(help, ts).map((one) => one.subtype ?? one.text)).toEqual(['tombstone', 'reply', 'another']);
  });
});

describe('read methods', () => {
  test('a thread is returned in pages, with its root first, and with metadata on request', async () => {
    const { ts } = await slack.say({ channel: help, user: ada, text: 'root' });
    for (const text of ['a', 'b', 'c']) {
      await client.chat.postMessage({
        channel: help,
        thread_ts: ts,
        text,
        metadata: { event_type: 'part', event_payload: { text } },
      });
    }
    const pages: ConversationsRepliesResponse[] = [];
    for await (const page of client.paginate('conversations.replies', {
      channel: help,
      ts,
      limit: 3,
      include_all_metadata: true,
    }))
      pages.push(page);
    const texts = pages.map((page) => page.messages?.map((message) => message.text));
    expect(texts).toEqual([['root', 'a', 'b'], ['c']]);
    expect(pages[0]).toMatchObject({
      messages: [{ reply_count: 3, thread_ts: ts }, { metadata: { event_payload: { text: 'a' } } }, {}],
    });
    const bare = await client.conversations.replies({ channel: help, ts });
    expect(bare.messages?.[1]).not.toHaveProperty('metadata');
  });

  test('history contains roots and broadcasts, newest first, within the requested range', async () => {
    const first = await slack.say({ channel: help, user: ada, text: 'first' });
    const second = await slack.say({ channel: help, user: ada, text: 'second' });
    await slack.say({ channel: help, user: ada, text: 'hidden reply', thread: first.ts });
    await slack.say({ channel: help, user: ada, text: 'shown reply', thread: first.ts, broadcast: true });
    const texts = async (more: object) =>
      (await client.conversations.history({ channel: help, ...more })).messages?.map((one) => one.text);
    expect(await texts({})).toEqual(['shown reply', 'second', 'first']);
    expect(await texts({ oldest: first.ts, latest: second.ts, inclusive: true })).toEqual(['second', 'first']);
    expect(await texts({ oldest: first.ts, latest: second.ts })).toEqual([]);
  });

  test('people, groups and channels have the fields that determine permissions', async () => {
    expect((await client.users.info({ user: ada })).user).toMatchObject({
      name: 'ada',
      is_admin: true,
      is_restricted: false,
      is_bot: false,
    });
    expect((await client.users.info({ user: 'U0GUEST001' })).user).toMatchObject({ is_restricted: true });
    const [user] = slack.users.filter(({ id }) => id === 'U0LINUS001');
    if (!user) throw new Error('no such person');
    slack.changeUser({
      ...user,
      role: 'single_channel_guest',
      teamId: 'T0OTHER001',
      isStranger: true,
      deactivated: true,
    });
    expect((await client.users.info({ user: user.id })).user).toMatchObject({
      team_id: 'T0OTHER001',
      is_stranger: true,
      deleted: true,
      is_restricted: true,
      is_ultra_restricted: true,
    });
    expect((await client.usergroups.users.list({ usergroup: 'S0DEPLOY01' })).users).toEqual([ada, 'U0GRACE001']);
    expect(await errorOf(client.usergroups.users.list({ usergroup: 'S0NOBODY01' }))).toBe('no_such_subteam');
    expect((await client.conversations.info({ channel: general })).channel).toMatchObject({
      name: 'general',
      is_member: true,
    });
    const { client: opening } = await open({ scopes: ['im:write'] });
    expect((await opening.conversations.open({ users: ada })).channel).toMatchObject({ id: 'D0ADA00001' });
    const listed = await client.conversations.list({ types: 'public_channel,private_channel' });
    expect(listed.channels?.map((one) => one.name)).toEqual(['general', 'docs-help', 'docs-writers', 'no-bot-here']);
  });

  test('a private channel without the bot does not exist for it, and an archived one accepts no messages', async () => {
    slack.changeChannel({
      id: 'G0SECRET01',
      name: 'secret',
      kind: 'private',
      topic: '',
      members: [ada],
      archived: false,
    });
    slack.changeChannel({
      id: 'C0OLD00001',
      name: 'old',
      kind: 'channel',
      topic: '',
      members: [ada, slack.botUserId],
      archived: true,
    });
    expect(await errorOf(client.conversations.info({ channel: 'G0SECRET01' }))).toBe('channel_not_found');
    expect(await errorOf(client.chat.postMessage({ channel: 'C0OLD00001', text: 'x' }))).toBe('is_archived');
  });
});

describe('status, reactions and Home', () => {
  test('a status is shown in a thread until the app posts there', async () => {
    const { ts } = await slack.say({ channel: help, user: ada, text: 'root' });
    await client.assistant.threads.setStatus({
      channel_id: help,
      thread_ts: ts,
      status: 'is thinking…',
      loading_messages: ['Reading'],
    });
    expect(slack.messages(help)[0]?.status).toEqual({ text: 'is thinking…', loadingMessages: ['Reading'] });
    await client.chat.postMessage({ channel: help, thread_ts: ts, text: 'Here.' });
    expect(slack.status(help, ts)).toBeUndefined();
  });

  test('reactions are added once and removed once', async () => {
    const { ts } = await slack.say({ channel: help, user: ada, text: 'root' });
    const eyes = { channel: help, timestamp: ts, name: 'eyes' };
    await client.reactions.add(eyes);
    expect(await errorOf(client.reactions.add(eyes))).toBe('already_reacted');
    expect(slack.messages(help)[0]?.reactions).toEqual([{ name: 'eyes', users: [slack.botUserId] }]);
    await client.reactions.remove(eyes);
    expect(await errorOf(client.reactions.remove(eyes))).toBe('no_reaction');
  });

  test('prompts and titles are set in direct messages only, four prompts at most', async () => {
    const direct = slack.channels.find(({ kind, members }) => kind === 'im' && members.includes(ada))?.id ?? '';
    const { ts } = await slack.say({ channel: direct, user: ada, text: 'root' });
    const prompts = [{ title: 'Start', message: 'How do I start?' }] as [{ title: string; message: string }];
    await client.assistant.threads.setSuggestedPrompts({ channel_id: direct, prompts });
    expect(slack.prompts(direct)).toEqual(prompts);
    const many = Array.from({ length: 5 }, () => prompts[0]);
    const refused = client.assistant.threads.setSuggestedPrompts({ channel_id: direct, prompts: many });
    expect(await errorOf(refused)).toBe('invalid_arguments');
    await client.assistant.threads.setTitle({ channel_id: direct, thread_ts: ts, title: 'Root' });
    expect(slack.titleOf(direct, ts)).toBe('Root');
    const inChannel = client.assistant.threads.setTitle({ channel_id: help, thread_ts: ts, title: 'Root' });
    expect(await errorOf(inChannel)).toBe('channel_not_found');
  });

  test('the Home tab is published', async () => {
    await client.views.publish({ user_id: ada, view: { type: 'home', blocks: [{ type: 'divider' }] } });
    expect(slack.home(ada)).toMatchObject({ type: 'home' });
  });
});

describe('violations', () => {
  test('unknown methods and arguments are recorded', async () => {
    for (const name of unimplementedMethods) expect(await errorOf(client.apiCall(name))).toBe('unknown_method');
    expect(await errorOf(client.apiCall('chat.postMessage', { channel: help, text: 'x', colour: 'red' }))).toBe('ok');
    expect(await errorOf(client.apiCall('chat.postMessage', { text: 'x' }))).toBe('invalid_arguments');
    expect(await errorOf(client.apiCall('chat.postMessage', { channel: help, text: 'x', unfurl_links: 'maybe' }))).toBe(
      'invalid_arguments',
    );
    expect(slack.violations.slice(unimplementedMethods.length).map((one) => [one.kind, one.method])).toEqual([
      ['doubtful', 'chat.postMessage'],
      ['invalid', 'chat.postMessage'],
      ['invalid', 'chat.postMessage'],
    ]);
  });

  test('a call over the quota gets a 429 with the seconds to wait', async () => {
    const { slack: small, client: hasty } = await open({ limits: { burst: 0.02 } });
    const { ts = '' } = await hasty.chat.postMessage({ channel: help, text: 'x' });
    await hasty.chat.update({ channel: help, ts, text: 'y' });
    await expect(hasty.chat.update({ channel: help, ts, text: 'z' })).rejects.toMatchObject({ retryAfter: 2 });
    expect(small.violations).toMatchObject([{ kind: 'rate_limited', method: 'chat.update' }]);
    expect(small.messages(help)[0]?.text).toBe('y');
  });
});

describe('faults', () => {
  test('affect the next calls and no later ones', async () => {
    const post = () => client.chat.postMessage({ channel: help, text: 'x' });
    slack.faults.failNext('chat.postMessage', { error: 'fatal_error' }, 2);
    expect([await errorOf(post()), await errorOf(post()), await errorOf(post())]).toEqual([
      'fatal_error',
      'fatal_error',
      'ok',
    ]);
    slack.faults.failNext('chat.postMessage', { status: 503 });
    await expect(post()).rejects.toMatchObject({ statusCode: 503 });
    slack.faults.failNext('*', { retryAfter: 7 });
    await expect(post()).rejects.toMatchObject({ retryAfter: 7 });
    slack.faults.failNext('chat.postMessage', { garbled: true });
    await expect(post()).rejects.toThrow();
    expect(slack.messages(help)).toHaveLength(1);
    expect(slack.violations).toEqual([]);
  });

  test('can lose a response after the call ran, or never respond', async () => {
    slack.faults.failNext('chat.postMessage', { loseAnswer: true });
    await expect(client.chat.postMessage({ channel: help, text: 'lost' })).rejects.toMatchObject({
      code: 'slack_webapi_request_error',
    });
    expect(slack.messages(help)).toMatchObject([{ text: 'lost' }]);
    const patient = new WebClient(slack.botToken, {
      slackApiUrl: slack.apiUrl,
      retryConfig: { retries: 0 },
      timeout: 100,
      logger: silent,
    });
    slack.faults.failNext('chat.postMessage', { hang: true });
    await expect(patient.chat.postMessage({ channel: help, text: 'silence' })).rejects.toMatchObject({
      code: 'slack_webapi_request_error',
    });
    expect(slack.messages(help)).toHaveLength(1);
  });
});

test('every call is recorded with its arguments', async () => {
  await client.chat.postMessage({ channel: help, text: 'x' });
  expect(slack.calls).toMatchObject([
    { method: 'chat.postMessage', ok: true, arguments: { channel: help, text: 'x' } },
  ]);
});
