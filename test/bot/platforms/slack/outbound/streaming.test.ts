/** Streamed answers against the simulated Slack, fault by fault. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ThreadRef } from '../../../../../src/bot/core/model/conversation.ts';
import { type PlatformCode, PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import type { Streaming } from '../../../../../src/bot/core/ports/platform.ts';
import { createFastClock } from '../../../../fakes/fast-clock.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { body } from '../../contract/world.ts';
import { createRecordingHandlers, type RecordingHandlers } from '../recording-handlers.ts';
import { ada, adasDirect, docsHelp, openSlackWorld, type SlackWorld, type SlackWorldOptions } from '../world.ts';

let world: SlackWorld | undefined;

afterEach(async () => {
  await world?.platform.stop();
  await world?.close();
  world = undefined;
});

const reader = `slack:T0DOCENT01:${ada}`;

async function started(
  options: SlackWorldOptions = {},
): Promise<
  SlackWorld & { readonly streams: Streaming; readonly place: ThreadRef; readonly handlers: RecordingHandlers }
> {
  world = await openSlackWorld(options);
  const handlers = createRecordingHandlers();
  await world.platform.start(handlers);
  const { streaming: streams } = world.platform;
  if (!streams) throw new Error('this platform does not stream');
  return { ...world, streams, handlers, place: await world.thread() };
}

async function failure(call: Promise<unknown>): Promise<PlatformCode | undefined> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error !== undefined && !(error instanceof PlatformError)) throw error;
  return error?.code;
}

describe('a streamed answer', () => {
  it('is appended to, and ends with its sources and the key of its post', async () => {
    const { slack, streams, place } = await started();
    const ts = await streams.begin(place, 'Set the', reader, 'turn:0');
    await streams.append(place, ts, ' token.');
    const whole = body('Set the token. Then start.', {
      sources: [{ path: '/a', title: 'Tokens', url: 'https://docs.example/a' }],
      notices: ['It was cut.'],
    });
    await streams.end(place, ts, ' Then start.', whole, 'turn:0');
    expect(slack.messages(place.channel, place.thread).at(-1)).toMatchObject({
      text: 'Set the token. Then start.',
      streaming: 'completed',
      metadata: { event_payload: { key: 'turn:0' } },
      blocks: [
        { type: 'markdown' },
        { type: 'context', elements: [{ text: '*Source:* <https://docs.example/a|Tokens> · _It was cut._' }] },
      ],
    });
    expect(slack.violations).toEqual([]);
  });

  it('can be edited like any other, whether or not it has ended', async () => {
    const { slack, platform, streams, place } = await started();
    const ts = await streams.begin(place, 'Set', reader, 'k:0');
    await platform.edit(place, ts, body('Rewritten.'));
    expect(slack.messages(place.channel, place.thread).at(-1)?.text).toBe('Rewritten.');
    expect(await failure(streams.append(place, ts, 'x'))).toBe('not_streaming');
    await platform.edit(place, ts, body('Once more.'));
    expect(slack.messages(place.channel, place.thread).at(-1)?.text).toBe('Once more.');
  });

  it('is found and completed when the response to its start was lost', async () => {
    const { slack, platform, streams, place } = await started();
    slack.faults.failNext('chat.startStream', { loseAnswer: true });
    expect(await failure(streams.begin(place, 'Set', reader, 'k:0'))).toBe('unavailable');
    await platform.post(place, body('Set the token.'), 'k:0', { since: 0, others: [] });
    expect(
      slack
        .messages(place.channel, place.thread)
        .slice(1)
        .map((one) => one.text),
    ).toEqual(['Set the token.']);
  });

  it('is not mistaken for another message of its reply that is still streaming', async () => {
    const { slack, platform, streams, place } = await started();
    const first = await streams.begin(place, 'First.', reader, 'k:0');
    slack.faults.failNext('chat.startStream', { status: 500 });
    expect(await failure(streams.begin(place, 'Sec', reader, 'k:1'))).toBe('unavailable');
    await platform.post(place, body('Second.'), 'k:1', { since: 0, others: [first] });
    const ours = slack.messages(place.channel, place.thread).slice(1);
    expect(ours.map(({ text }) => text)).toEqual(['First.', 'Second.']);
  });

  it('is not mistaken for an earlier answer that is still streaming when the response to its start was lost', async () => {
    const clock = createFastClock(100);
    const { slack, platform, streams, place } = await started({ sandbox: { clock }, options: { clock } });
    await streams.begin(place, 'Earlier.', reader, 'k:0');
    await clock.skip(90_000);
    slack.faults.failNext('chat.startStream', { status: 500 });
    expect(await failure(streams.begin(place, 'Set', reader, 'l:0'))).toBe('unavailable');
    await platform.post(place, body('Set the token.'), 'l:0', { since: 0, others: [] });
    const ours = slack.messages(place.channel, place.thread).slice(1);
    expect(ours.map(({ text }) => text)).toEqual(['Earlier.', 'Set the token.']);
  });

  it('is edited after Slack has ended its stream if we may not because its reader belongs to another team', async () => {
    const clock = createFastClock(100);
    const { slack, platform, streams, place } = await started({ sandbox: { clock }, options: { clock } });
    const ts = await streams.begin(place, 'Set', 'slack:T0ELSEWHERE:U0ELSE', 'k:0');
    const error = await platform.edit(place, ts, body('Rewritten.')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unavailable', arrived: 'no' });
    await clock.skip(error instanceof PlatformError ? (error.waitMs ?? 0) : 0);
    await platform.edit(place, ts, body('Rewritten.'));
    expect(slack.messages(place.channel, place.thread).at(-1)?.text).toBe('Rewritten.');
  });

  it.each(['unknown_method', 'feature_not_enabled', 'channel_type_not_supported', 'missing_recipient_team_id'])(
    'is not attempted again after Slack says %s',
    async (error) => {
      const { slack, streams, place } = await started();
      expect(streams.canBegin(place)).toBe(true);
      slack.faults.failNext('chat.startStream', { error });
      expect(await failure(streams.begin(place, 'Set', reader, 'k:0'))).toBe('not_streaming');
      expect(streams.canBegin(place)).toBe(false);
    },
  );

  it.each([403, 404, 405, 501])(
    'is replaced by edits where a proxy responds with %i to its methods',
    async (status) => {
      const { slack, streams, place } = await started();
      const ts = await streams.begin(place, 'Set', reader, 'k:0');
      slack.faults.failNext('chat.appendStream', { status });
      expect(await failure(streams.append(place, ts, ' more'))).toBe('not_streaming');
      slack.faults.failNext('chat.startStream', { status });
      expect(await failure(streams.begin(place, 'Set', reader, 'k:1'))).toBe('not_streaming');
      expect(streams.canBegin(place)).toBe(false);
    },
  );

  it.each([408, 500, 503])('is attempted again after a status of %i', async (status) => {
    const { slack, streams, place } = await started();
    slack.faults.failNext('chat.startStream', { status });
    expect(await failure(streams.begin(place, 'Set', reader, 'k:0'))).toBe('unavailable');
    expect(streams.canBegin(place)).toBe(true);
  });

  it('is attempted again for the next answer when streaming is set to native', async () => {
    const { slack, streams, place } = await started({ options: { streaming: { channels: 'native' } } });
    slack.faults.failNext('chat.startStream', { error: 'feature_not_enabled' });
    expect(await failure(streams.begin(place, 'Set', reader, 'k:0'))).toBe('not_streaming');
    expect(streams.canBegin(place)).toBe(true);
  });

  it('accepts no more text after the reader presses Stop', async () => {
    const { slack, streams, place } = await started();
    const ts = await streams.begin(place, 'Set', reader, 'k:0');
    slack.stopAnswer({ channel: place.channel, thread: place.thread, user: ada });
    expect(await failure(streams.append(place, ts, ' more'))).toBe('stopped');
    expect(await failure(streams.end(place, ts, ' more', body('Set more'), 'k:0'))).toBe('stopped');
  });

  it('stops the turn of its thread and sets the session active when the reader presses Stop', async () => {
    const { slack, handlers, streams, place } = await started();
    await streams.begin(place, 'Set', reader, 'k:0');
    slack.stopAnswer({ channel: place.channel, thread: place.thread, user: ada });
    await until(() => slack.session(place.channel, place.thread) === 'active');
    expect(handlers.stops).toEqual([
      { platform: 'slack', installation: slack.teamId, channel: place.channel, thread: place.thread },
    ]);
  });

  it('is stopped only once when Slack redelivers the event', async () => {
    const { slack, handlers, streams, place } = await started();
    await streams.begin(place, 'Set', reader, 'k:0');
    slack.stopAnswer({ channel: place.channel, thread: place.thread, user: ada });
    await until(() => slack.unacked() === 0);
    slack.faults.redeliver();
    await until(() => slack.unacked() === 0);
    expect(handlers.stops).toHaveLength(1);
  });

  it('can be stopped where Slack has no sessions', async () => {
    const { slack, handlers, place } = await started();
    slack.faults.failNext('agents.sessions.setStatus', { error: 'feature_disabled' });
    slack.stopAnswer({ channel: place.channel, thread: place.thread, user: ada });
    await until(() => handlers.stops.length === 1 && slack.unacked() === 0);
  });

  it('reports rate limits, and that its message was deleted', async () => {
    const { slack, streams, place } = await started();
    const ts = await streams.begin(place, 'Set', reader, 'k:0');
    slack.faults.failNext('chat.appendStream', { retryAfter: 3 });
    expect(await failure(streams.append(place, ts, ' it'))).toBe('rate_limited');
    await slack.remove({ channel: place.channel, user: ada, ts });
    expect(await failure(streams.append(place, ts, ' it'))).toBe('message_gone');
  });

  it('arrives completely even if its reader belongs to another team', async () => {
    const { slack, streams, place } = await started();
    const ts = await streams.begin(place, 'Set', 'slack:T0ELSEWHERE:U0ELSE', 'k:0');
    await streams.end(place, ts, ' it.', body('Set it.'), 'k:0');
    expect(slack.messages(place.channel, place.thread).at(-1)?.text).toBe('Set it.');
  });

  it.each([
    ['streamed in direct messages and edited in channels by default', {}, [true, true], [true, false]],
    ['streamed in channels, if that is set', { channels: 'native' }, [true, true], [true, true]],
    ['edited in direct messages, if that is set', { direct: 'edit' }, [true, true], [false, false]],
    ['posted once in direct messages alone', { channels: 'native', direct: 'off' }, [false, true], [false, true]],
  ] as const)('is %s, before and after the workspace is known', async (_, streaming, live, streamed) => {
    const { slack, platform } = await started({ options: { streaming } });
    const placesIn = (installation: string): ThreadRef[] =>
      [adasDirect, docsHelp].map((channel) => ({ platform: 'slack', installation, channel, thread: '1.000001' }));
    for (const places of [placesIn(slack.teamId), placesIn('T0UNKNOWN0')]) {
      expect(places.map((place) => platform.isLive(place))).toEqual(live);
      expect(places.map((place) => platform.streaming?.canBegin(place))).toEqual(streamed);
    }
  });
});
