import { expect, it } from 'vitest';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import { createChannelKinds } from '../../../../../src/bot/platforms/slack/connection/visibility.ts';
import type { WebApi } from '../../../../../src/bot/platforms/slack/connection/web-api.ts';
import { createManualClock } from '../../../../fakes/clock.ts';

/** Slack answers with this channel, when it is there, or refuses. */
function world(channel?: object | Promise<object>) {
  const calls: unknown[] = [];
  const info = async (asked: unknown) => {
    calls.push(asked);
    if (!channel) throw new PlatformError('forbidden');
    return { channel: await channel };
  };
  const api = { attemptQuickly: (call: (slack: unknown) => unknown) => call({ conversations: { info } }) };
  const clock = createManualClock();
  return { calls, clock, kinds: createChannelKinds(api as unknown as WebApi, clock) };
}

it.each([
  [{ is_private: false }, 'public'],
  [{ is_private: true }, 'private'],
  [{ is_private: true, is_mpim: true }, 'group'],
  [{ is_im: true }, 'direct'],
])('Slack says that a channel with %o is %s', async (channel, kind) => {
  expect(await world(channel).kinds.of('C1')).toBe(kind);
});

it('Slack is asked once in ten minutes, and not about direct messages or what events say', async () => {
  const { kinds, calls, clock } = world({ is_private: true });
  expect(await kinds.of('D1')).toBe('direct');
  kinds.note({ id: 'C2', type: 'mpim' });
  expect(await kinds.of('C2')).toBe('group');
  expect(calls).toEqual([]);
  expect([await kinds.of('C1'), await kinds.of('C1')]).toEqual(['private', 'private']);
  expect(calls).toEqual([{ channel: 'C1' }]);
  await clock.advance(10 * 60_000);
  await kinds.of('C1');
  expect(calls).toHaveLength(2);
});

it('what an event says is taken before Slack has answered', async () => {
  const { kinds } = world(new Promise<object>(() => {}));
  const asked = [kinds.of('C1'), kinds.of('C1')];
  kinds.note({ id: 'C1', type: 'channel' });
  expect(await Promise.all(asked)).toEqual(['public', 'public']);
});

it('a channel of which Slack does not say anything is of no known kind, and is asked about again', async () => {
  const { kinds, calls } = world();
  expect([await kinds.of('C1'), await kinds.of('C1')]).toEqual([undefined, undefined]);
  expect(calls).toHaveLength(2);
});
