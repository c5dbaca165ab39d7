import { expect, it } from 'vitest';
import { PlatformError } from '../../../../../../src/bot/core/model/errors.ts';
import type { Person } from '../../../../../../src/bot/core/ports/handlers.ts';
import type { Api } from '../../../../../../src/bot/platforms/discord/connection/rest.ts';
import { createMembership } from '../../../../../../src/bot/platforms/discord/inbound/messages/members.ts';
import { createManualClock } from '../../../../../fakes/clock.ts';

const thread = { platform: 'discord', installation: '1', channel: '2', thread: '' };
const person: Person = { identities: ['discord:7'], thread };

function world(answer: () => Promise<unknown>) {
  const calls: unknown[] = [];
  const call: Api['call'] = (_, route) => {
    calls.push(route);
    return answer();
  };
  const clock = createManualClock();
  return { calls, clock, isMember: createMembership({ call } as Api, clock) };
}

it('the roles of a person are looked up at most once a minute', async () => {
  const { calls, clock, isMember } = world(async () => ({ roles: ['5'] }));
  expect(await Promise.all([isMember(person, 'discord:5'), isMember(person, 'discord:6')])).toEqual([true, false]);
  expect(calls).toEqual(['/guilds/1/members/7']);
  await clock.advance(60_000);
  expect(await isMember(person, 'discord:5')).toBe(true);
  expect(calls).toHaveLength(2);
});

it('a failed lookup is not cached, and people have no roles in direct messages', async () => {
  const { calls, isMember } = world(() => Promise.reject(new PlatformError('unavailable')));
  await expect(isMember(person, 'discord:5')).rejects.toBeInstanceOf(PlatformError);
  await expect(isMember(person, 'discord:5')).rejects.toBeInstanceOf(PlatformError);
  expect(calls).toHaveLength(2);
  expect(await isMember({ ...person, thread: { ...thread, installation: '@me' } }, 'discord:5')).toBe(false);
});
