import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSlackSandbox, type SlackSandbox } from '../../../../../src/sandbox/slack/sandbox.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { silent } from '../../silent.ts';

const channel = 'C0DOCSHELP';
const user = 'U0ADA00001';
const dm = 'D0ADA00001';

let slack: SlackSandbox;
let client: WebClient;
const clock = createManualClock();

beforeEach(async () => {
  slack = await createSlackSandbox({ clock });
  client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: silent,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
});

afterEach(() => slack.stop());

const words = (text: string) => [{ type: 'markdown_text' as const, text }];
const recipient = () => ({ recipient_user_id: user, recipient_team_id: slack.teamId });

async function thread(place = channel): Promise<string> {
  return (await slack.say({ channel: place, user, text: 'How?' })).ts;
}

async function started(text = 'Set '): Promise<{ thread_ts: string; ts: string }> {
  const thread_ts = await thread();
  const { ts = '' } = await client.chat.startStream({ channel, thread_ts, chunks: words(text), ...recipient() });
  return { thread_ts, ts };
}

async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof WebAPIPlatformError ? String(error.data.error) : String(error);
}

const shows = (thread_ts: string) => slack.messages(channel, thread_ts).at(-1);

describe('a streamed message', () => {
  it('grows in its thread and ends with blocks and metadata', async () => {
    const { thread_ts, ts } = await started();
    await client.chat.appendStream({ channel, ts, chunks: words('the **token**') });
    expect(shows(thread_ts)).toMatchObject({ text: 'Set the **token**', streaming: 'in_progress' });
    const ended = await client.chat.stopStream({
      channel,
      ts,
      chunks: words('.'),
      blocks: [{ type: 'context', elements: [{ type: 'plain_text', text: 'Sources' }] }],
      metadata: { event_type: 'reply', event_payload: { key: 'k' } },
    });
    expect(ended.message?.streaming_state).toBe('completed');
    expect(shows(thread_ts)).toMatchObject({
      text: 'Set the **token**.',
      streaming: 'completed',
      metadata: { event_type: 'reply' },
      blocks: [{ type: 'markdown', text: 'Set the **token**.' }, { type: 'context' }],
    });
  });

  it('shows others only its beginning until it ends, in a workspace that behaves so', async () => {
    const other = await createSlackSandbox({ clock, streamsSeenBy: 'recipient' });
    onTestFinished(() => other.stop());
    const web = new WebClient(other.botToken, { slackApiUrl: other.apiUrl, logger: silent });
    const { ts: thread_ts } = await other.say({ channel, user, text: 'How?' });
    const seen = async () => (await web.conversations.replies({ channel, ts: thread_ts })).messages?.at(-1)?.text;
    const to = { recipient_user_id: user, recipient_team_id: other.teamId };
    const { ts = '' } = await web.chat.startStream({ channel, thread_ts, chunks: words('Set '), ...to });
    await web.chat.appendStream({ channel, ts, chunks: words('the token') });
    expect([await seen(), other.messages(channel, thread_ts).at(-1)?.text]).toEqual(['Set ', 'Set the token']);
    await web.chat.stopStream({ channel, ts });
    expect(await seen()).toBe('Set the token');
  });

  it("sets its thread's session to processing until the app ends it", async () => {
    const { thread_ts, ts } = await started();
    expect(slack.session(channel, thread_ts)).toBe('processing');
    await client.chat.stopStream({ channel, ts });
    expect(slack.session(channel, thread_ts)).toBe('active');
    const other = await started();
    slack.stopAnswer({ channel, user, thread: other.thread_ts });
    expect(slack.session(channel, other.thread_ts)).toBe('processing');
    const session = { channel_id: channel, thread_ts: other.thread_ts };
    expect(await refusal(client.agents.sessions.setStatus({ ...session, status: 'done' as never }))).toBe(
      'invalid_arguments',
    );
    await client.agents.sessions.setStatus({ ...session, status: 'active' });
    expect(slack.session(channel, other.thread_ts)).toBe('active');
  });

  it('refuses every call once it has ended', async () => {
    const { ts } = await started();
    await client.chat.stopStream({ channel, ts });
    expect(await refusal(client.chat.appendStream({ channel, ts, chunks: words('x') }))).toBe(
      'message_not_in_streaming_state',
    );
    expect(await refusal(client.chat.stopStream({ channel, ts }))).toBe('message_not_in_streaming_state');
  });

  it('expires five minutes after its start despite appends, and can then be edited', async () => {
    const { thread_ts, ts } = await started();
    expect(await refusal(client.chat.update({ channel, ts, text: 'New.' }))).toBe('streaming_state_conflict');
    await clock.advance(299_000);
    await client.chat.appendStream({ channel, ts, chunks: words('x') });
    await clock.advance(2_000);
    expect(await refusal(client.chat.appendStream({ channel, ts, chunks: words('y') }))).toBe(
      'message_not_in_streaming_state',
    );
    expect(shows(thread_ts)?.streaming).toBe('errored');
    await client.chat.update({ channel, ts, text: 'New.' });
    expect(shows(thread_ts)?.text).toBe('New.');
  });

  it('is written in chunks or as text, never both', async () => {
    const { ts } = await started();
    expect(await refusal(client.chat.appendStream({ channel, ts, markdown_text: 'x' }))).toBe(
      'streaming_mode_mismatch',
    );
    const both = { channel, ts, markdown_text: 'x', chunks: words('x') };
    expect(await refusal(client.chat.appendStream(both))).toBe('cannot_provide_both_markdown_text_and_chunks');
    expect(await refusal(client.chat.appendStream({ channel, ts, chunks: [{ type: 'noise' }] as never }))).toBe(
      'invalid_chunks',
    );
    expect(await refusal(client.chat.appendStream({ channel, ts, chunks: [] }))).toBe('no_text');
  });

  it('shows its tasks as cards above its text, each in its latest state', async () => {
    const { thread_ts, ts } = await started();
    const task = { type: 'task_update', id: 't1', title: 'Search' } as const;
    const sources = [{ type: 'url' as const, url: 'https://a.example', text: 'A' }];
    await client.chat.appendStream({ channel, ts, chunks: [{ ...task, status: 'in_progress' }] });
    await client.chat.appendStream({ channel, ts, chunks: [{ ...task, status: 'complete', sources }] });
    await client.chat.stopStream({ channel, ts, chunks: words(' End.') });
    expect(shows(thread_ts)?.blocks).toMatchObject([
      { type: 'task_card', task_id: 't1', title: 'Search', status: 'complete', sources },
      { type: 'markdown', text: expect.stringMatching(/ End\.$/) },
    ]);
    const forged = [{ ...task, status: 'complete', sources: [{ type: 'url' }] }];
    const other = await started();
    expect(await refusal(client.chat.appendStream({ channel, ts: other.ts, chunks: forged as never }))).toBe(
      'invalid_chunks',
    );
  });

  it('has a maximum size in bytes', async () => {
    const { ts } = await started();
    await client.chat.appendStream({ channel, ts, chunks: words('ä'.repeat(5_000)) });
    expect(await refusal(client.chat.appendStream({ channel, ts, chunks: words('ä'.repeat(1_000)) }))).toBe(
      'msg_too_long',
    );
  });

  it('requires a recipient outside direct messages, and refuses a wrong one at its end', async () => {
    const thread_ts = await thread();
    const start = (more: object) => client.chat.startStream({ channel, thread_ts, chunks: words('x'), ...more });
    expect(await refusal(start({}))).toBe('missing_recipient_user_id');
    expect(await refusal(start({ recipient_user_id: user }))).toBe('missing_recipient_team_id');
    const { ts = '' } = await start({ recipient_user_id: user, recipient_team_id: 'T0ELSEWHERE' });
    expect(await refusal(client.chat.stopStream({ channel, ts }))).toBe('user_not_found');
    const direct = await client.chat.startStream({ channel: dm, thread_ts: await thread(dm), chunks: words('x') });
    expect(direct.ok).toBe(true);
  });

  it('requires a thread', async () => {
    const start = (thread_ts: string) =>
      client.chat.startStream({ channel, thread_ts, chunks: words('x'), ...recipient() });
    expect(await refusal(start(''))).toBe('invalid_thread_ts');
    expect(await refusal(start('1.000001'))).toBe('thread_not_found');
  });

  it('stops when a person presses Stop', async () => {
    const { thread_ts, ts } = await started();
    slack.stopAnswer({ channel, user, thread: thread_ts });
    expect(await refusal(client.chat.appendStream({ channel, ts, chunks: words('x') }))).toBe('stopped_by_user');
    expect(shows(thread_ts)).toMatchObject({ text: 'Set ', streaming: 'stopped' });
  });

  it('can be started twenty times a minute', async () => {
    const starts = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const thread_ts = await thread();
        return client.chat
          .startStream({ channel, thread_ts, chunks: words('x'), ...recipient() })
          .then(() => 'ok', String);
      }),
    );
    expect(starts.filter((each) => each === 'ok')).toHaveLength(10);
  });
});
