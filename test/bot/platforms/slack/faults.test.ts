/**
 * Answers shown while Slack fails: the core's live reply over the adapter and the simulated Slack, fault by fault. Whatever
 * happens, the thread ends up with the whole answer exactly once, or with what was shown before a reader stopped it, and
 * without a working indicator.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createLiveReply, type LiveReply } from '../../../../src/bot/core/live-reply/live-reply.ts';
import type { ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import { settle } from '../../../../src/bot/core/model/reply.ts';
import { createPacer } from '../../../../src/bot/core/rate-limits/pacer.ts';
import type { SlackPlatform } from '../../../../src/bot/platforms/slack/adapter.ts';
import type { StreamingMode } from '../../../../src/bot/platforms/slack/outbound/streaming.ts';
import type { SlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import type { Fault } from '../../../../src/sandbox/slack/web-api/faults.ts';
import { fullTextOf } from '../../../../src/sandbox/slack/world/sandbox-messages.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { createFastClock, type FastClock } from '../../../fakes/fast-clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { said } from '../../../fakes/reply.ts';
import { until } from '../../../sandbox/slack/until.ts';
import { createRecordingHandlers } from './recording-handlers.ts';
import { ada, openSlackWorld, type SlackWorld } from './world.ts';

let world: SlackWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

interface Answering {
  readonly clock: FastClock;
  readonly slack: SlackSandbox;
  readonly platform: SlackPlatform;
  readonly place: ThreadRef;
  readonly live: LiveReply;
  show(text: string): void;
  /** Settles the reply and waits until it is shown. */
  end(text: string): Promise<void>;
  shows(): readonly string[];
}

interface AnsweringOptions {
  readonly reader?: string;
  readonly streaming?: StreamingMode;
}

async function answering({
  reader = `slack:T0DOCENT01:${ada}`,
  streaming: channels = 'auto',
}: AnsweringOptions = {}): Promise<Answering> {
  const clock = createFastClock(50);
  const opened = await openSlackWorld({ sandbox: { clock }, options: { clock, streaming: { channels } } });
  world = opened;
  const { platform, slack } = opened;
  const handlers = createRecordingHandlers();
  await platform.start(handlers);
  const place = await opened.thread();
  await platform.working.set(place, true);
  const live = createLiveReply({
    platform,
    thread: place,
    pacer: createPacer(clock),
    clock,
    logger: silent,
    metrics: createFakeMetrics(),
    key: 'turn',
    since: clock.now(),
    reader,
    shown: [],
    cut: new AbortController().signal,
    save: async () => undefined,
  });
  return {
    clock,
    slack,
    platform,
    place,
    live,
    show: (text) => live.show(said(text)),
    async end(text) {
      live.show(settle({ ...said(text), sources: [{ path: '/a', title: 'Tokens', url: 'https://docs.example/a' }] }));
      await live.done;
    },
    shows: () => opened.shows(place) as readonly string[], // the sandbox returns it synchronously
  };
}

/** The text of all our messages in the thread. */
function wholeOf({ slack, place }: Answering): string {
  const ours = slack.messages(place.channel, place.thread).slice(1);
  return ours.map((message) => fullTextOf(message)).join(' ');
}

function expectIdle({ slack, place }: Answering): void {
  expect(slack.status(place.channel, place.thread)).toBeUndefined();
  expect(slack.session(place.channel, place.thread)).not.toBe('processing');
}

const answer = 'Set the token in your file. Then start it again.';

type Case = readonly [name: string, method: string, fault: Fault, times: number];

describe('an answer is shown completely, once and with its sources', () => {
  it.each<Case>([
    ['the response to its start is lost', 'chat.startStream', { loseAnswer: true }, 1],
    ['its start hangs', 'chat.startStream', { hang: true }, 1],
    ['its start fails with 500 repeatedly', 'chat.startStream', { status: 500 }, 5],
    ['streaming does not exist', 'chat.startStream', { error: 'unknown_method' }, 1],
    ['streaming is not enabled', 'chat.startStream', { error: 'feature_not_enabled' }, 1],
    [
      'streaming is not supported in this kind of channel',
      'chat.startStream',
      { error: 'channel_type_not_supported' },
      1,
    ],
    ['streaming needs a scope that is missing', 'chat.startStream', { error: 'missing_scope' }, 1],
    ['its reader is unknown', 'chat.startStream', { error: 'missing_recipient_user_id' }, 1],
    ['its first text is too long', 'chat.startStream', { error: 'msg_too_long' }, 1],
    ['starts are rate-limited', 'chat.startStream', { retryAfter: 3 }, 3],
    ['the response to an append is lost', 'chat.appendStream', { loseAnswer: true }, 1],
    ['an append hangs', 'chat.appendStream', { hang: true }, 1],
    ['an append takes long', 'chat.appendStream', { delayMs: 20_000 }, 1],
    ['appends fail with 500 repeatedly', 'chat.appendStream', { status: 500 }, 5],
    ['the response to an append is not JSON', 'chat.appendStream', { garbled: true }, 1],
    ['appends are rate-limited repeatedly', 'chat.appendStream', { retryAfter: 2 }, 5],
    ['Slack ended the stream', 'chat.appendStream', { error: 'message_not_in_streaming_state' }, 1],
    ['an append is too long for a message', 'chat.appendStream', { error: 'msg_too_long' }, 1],
    ['the blocks of an append are too long', 'chat.appendStream', { error: 'msg_blocks_too_long' }, 1],
    ['the blocks of an append are too many', 'chat.appendStream', { error: 'msg_blocks_too_many' }, 1],
    ['the chunks of an append are refused', 'chat.appendStream', { error: 'invalid_chunks' }, 1],
    ['the streaming mode of an append is refused', 'chat.appendStream', { error: 'streaming_mode_mismatch' }, 1],
    ['the response to its end is lost', 'chat.stopStream', { loseAnswer: true }, 1],
    ['its end hangs', 'chat.stopStream', { hang: true }, 1],
    ['its end takes long', 'chat.stopStream', { delayMs: 20_000 }, 1],
    ['its end fails with 500 repeatedly', 'chat.stopStream', { status: 500 }, 5],
    ['its end is rate-limited', 'chat.stopStream', { retryAfter: 2 }, 2],
    ['Slack ended the stream before we did', 'chat.stopStream', { error: 'message_not_in_streaming_state' }, 1],
    ['its footer is too long', 'chat.stopStream', { error: 'msg_blocks_too_long' }, 1],
    ['its footer is refused', 'chat.stopStream', { error: 'invalid_blocks' }, 1],
    ['all calls are rate-limited for a while', '*', { retryAfter: 1 }, 12],
    ['all calls fail with 500 for a while', '*', { status: 500 }, 6],
    ['all calls fail late with 503', '*', { status: 503, delayMs: 200 }, 4],
  ])('even when %s', async (_, method, fault, times) => {
    const one = await answering();
    if (method === 'chat.startStream') one.slack.faults.failNext(method, fault, times);
    one.show('Set the');
    await until(() => one.shows().length > 0);
    if (method !== 'chat.startStream') one.slack.faults.failNext(method, fault, times);
    one.show('Set the token in');
    await one.clock.wait(1_200);
    await one.end(answer);
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toBe(`${answer} *Source:* <https://docs.example/a|Tokens>`);
    expect(one.shows()).toHaveLength(1);
    expectIdle(one);
  });

  it.each<Case>([
    ['the response to its post is lost', 'chat.postMessage', { loseAnswer: true }, 1],
    ['its post hangs', 'chat.postMessage', { hang: true }, 1],
    ['its post fails with 500 repeatedly', 'chat.postMessage', { status: 500 }, 5],
    ['posts are rate-limited repeatedly', 'chat.postMessage', { retryAfter: 2 }, 4],
    ['the blocks of its post are refused', 'chat.postMessage', { error: 'invalid_blocks' }, 1],
    ['the response to an edit is lost', 'chat.update', { loseAnswer: true }, 1],
    ['an edit hangs', 'chat.update', { hang: true }, 1],
    ['edits fail with 500 repeatedly', 'chat.update', { status: 500 }, 5],
    ['edits are rate-limited repeatedly', 'chat.update', { retryAfter: 2 }, 5],
    ['the blocks of an edit are refused', 'chat.update', { error: 'msg_blocks_too_long' }, 1],
    ['all calls fail with 500 for a while', '*', { status: 500 }, 6],
  ])('without streaming, even when %s', async (_, method, fault, times) => {
    const one = await answering({ streaming: 'edit' });
    if (method === 'chat.postMessage') one.slack.faults.failNext(method, fault, times);
    one.show('Set the');
    await until(() => one.shows().length > 0);
    if (method !== 'chat.postMessage') one.slack.faults.failNext(method, fault, times);
    one.show('Set the token in');
    await one.clock.wait(1_200);
    await one.end(answer);
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toContain(answer);
    expect(wholeOf(one)).toContain('https://docs.example/a');
    expect(one.shows()).toHaveLength(1);
    expectIdle(one);
  });

  it('in two messages where the workspace does not allow edits', async () => {
    const one = await answering({ streaming: 'edit' });
    one.show('Set the');
    await until(() => one.shows().length > 0);
    one.slack.faults.failNext('chat.update', { error: 'edit_window_closed' }, 99);
    one.show('Set the token in');
    await one.end(answer);
    expect(one.shows()[0]).toBe('Set the');
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toBe(`${answer} *Source:* <https://docs.example/a|Tokens>`);
    expect(one.shows()).toHaveLength(2);
    expectIdle(one);
  });

  it('and is not held up when appends are rate-limited for five minutes', async () => {
    const one = await answering();
    one.show('Set the');
    await until(() => one.shows().length > 0);
    one.slack.faults.failNext('chat.appendStream', { retryAfter: 300 });
    one.show('Set the token in');
    await until(() => one.shows()[0] === 'Set the token in');
    await one.end(answer);
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toBe(`${answer} *Source:* <https://docs.example/a|Tokens>`);
    expect(one.shows()).toHaveLength(1);
    expectIdle(one);
  });

  it('even when its stream expires while nothing is written', async () => {
    const one = await answering();
    one.show('Set the');
    await one.clock.skip(10 * 60_000);
    expect(one.slack.messages(one.place.channel, one.place.thread).at(-1)?.streaming).toBe('errored');
    one.show('Set the token in');
    await one.end(answer);
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toBe(`${answer} *Source:* <https://docs.example/a|Tokens>`);
    expectIdle(one);
  });

  it('even when its reader belongs to another team, which Slack notices only at the end', async () => {
    const one = await answering({ reader: 'slack:T0ELSEWHERE:U0ELSE' });
    one.show('Set the');
    await until(() => one.shows().length > 0);
    await one.end(answer);
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toContain(answer);
    expect(wholeOf(one)).toContain('https://docs.example/a');
    expect(one.shows()).toHaveLength(1);
  });

  it.each([
    ['an append', 'Set the token in'],
    ['its last text', 'Set the'],
  ])('even when its reader belongs to another team and the response to %s is lost', async (_, before) => {
    const one = await answering({ reader: 'slack:T0ELSEWHERE:U0ELSE' });
    one.show('Set the');
    await until(() => one.shows().length > 0);
    one.slack.faults.failNext('chat.appendStream', { loseAnswer: true });
    one.show(before);
    if (before !== 'Set the') await until(() => one.slack.calls.some(({ method }) => method === 'chat.appendStream'));
    const ended = one.end(answer);
    await one.clock.wait(20_000);
    // Slack accepts no further text until it ends the stream.
    await one.clock.skip(300_000);
    await ended;
    expect(wholeOf(one).replaceAll(/\s+/g, ' ')).toBe(`${answer} *Source:* <https://docs.example/a|Tokens>`);
    expect(one.shows()).toHaveLength(1);
    expectIdle(one);
  });
});

describe('an answer that cannot be shown completely', () => {
  it.each([
    ['is_archived', 'thread_gone'],
    ['channel_not_found', 'thread_gone'],
    ['message_not_found', 'message_gone'],
  ])('ends when Slack says %s, and leaves what is already shown', async (error, code) => {
    const one = await answering();
    one.show('Set the');
    await until(() => one.shows().length > 0);
    one.slack.faults.failNext('chat.appendStream', { error }, 9);
    one.slack.faults.failNext('chat.stopStream', { error }, 9);
    one.show('Set the token in');
    await expect(one.end(answer)).rejects.toMatchObject({ code });
    expect(one.shows()).toEqual(['Set the']);
    expect(one.slack.status(one.place.channel, one.place.thread)).toBeUndefined();
  });

  it('ends when its message is deleted, and is not posted again', async () => {
    const one = await answering();
    one.show('Set the');
    await until(() => one.shows().length > 0);
    const ts = one.slack.messages(one.place.channel, one.place.thread).at(-1)?.ts ?? '';
    await one.slack.remove({ channel: one.place.channel, user: ada, ts });
    one.show('Set the token in');
    await expect(one.live.done).rejects.toMatchObject({ code: 'message_gone' });
    expect(one.shows()).toEqual([]);
  });

  it('ends when the bot may not post at all', async () => {
    const one = await answering();
    one.slack.faults.failNext('chat.startStream', { error: 'not_in_channel' });
    one.slack.faults.failNext('chat.postMessage', { error: 'not_in_channel' });
    one.show('Set the');
    await expect(one.live.done).rejects.toMatchObject({ code: 'forbidden' });
    expect(one.shows()).toEqual([]);
  });
});
