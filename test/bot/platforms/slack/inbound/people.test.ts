import type { UsersInfoResponse } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import type { WebApi } from '../../../../../src/bot/platforms/slack/connection/web-api.ts';
import { createPeople } from '../../../../../src/bot/platforms/slack/inbound/people.ts';
import { createManualClock } from '../../../../fakes/clock.ts';

interface Answers {
  user?: UsersInfoResponse['user'];
  members?: readonly string[];
  /** Whether Slack is unreachable. */
  fails?: boolean;
}

function world(answers: Answers) {
  const calls: string[] = [];
  const answer = async (method: string, response: object) => {
    calls.push(method);
    if (answers.fails) throw new PlatformError('unavailable');
    return response;
  };
  const client = {
    users: { info: () => answer('users.info', { user: answers.user }) },
    usergroups: { users: { list: () => answer('usergroups.users.list', { users: answers.members }) } },
  };
  const api = { attemptQuickly: (call: (slack: unknown) => unknown) => call(client) } as unknown as WebApi;
  const clock = createManualClock();
  return { answers, calls, clock, people: createPeople(api, clock) };
}

const team = 'T1';
const home = { teamId: team, organisation: 'E1' };
const grace = { id: 'U1', team_id: team, name: 'grace', profile: { display_name: 'Grace', real_name: 'Grace Murray' } };

describe('the membership', () => {
  it.each([
    ['a member', {}, 'member'],
    ['an owner', { is_owner: true, is_admin: true }, 'member'],
    ['a guest of several channels', { is_restricted: true }, 'guest'],
    ['a guest of one channel', { is_restricted: true, is_ultra_restricted: true }, 'guest'],
    ['a user who has not accepted the invitation', { is_invited_user: true }, 'guest'],
    ['a user of another workspace', { team_id: 'T2' }, 'stranger'],
    ['a user of another organisation who shares no channel with us', { team_id: 'T2', is_stranger: true }, 'stranger'],
    ['a guest of another workspace', { team_id: 'T2', is_restricted: true }, 'stranger'],
    [
      'a user of another workspace of our organisation',
      { team_id: 'T2', enterprise_user: { enterprise_id: 'E1' } },
      'member',
    ],
    ['a user of another organisation', { team_id: 'T2', enterprise_user: { enterprise_id: 'E2' } }, 'stranger'],
    ['a bot', { is_bot: true }, 'bot'],
    ['a workflow', { is_workflow_bot: true }, 'bot'],
    ['a deactivated user', { deleted: true }, 'deactivated'],
    ['a deactivated bot', { deleted: true, is_bot: true }, 'deactivated'],
  ])('of %s is derived from %o: %s', async (_, flags, kind) => {
    const { people } = world({ user: { ...grace, ...flags } });
    expect(await people.membershipOf('U1', home)).toEqual({ kind, name: 'Grace' });
  });

  it.each([
    ['an admin', {}, true],
    ['an owner', { is_admin: false, is_owner: true }, true],
    [
      'an admin of another workspace of our organisation',
      { team_id: 'T2', enterprise_user: { enterprise_id: 'E1' } },
      true,
    ],
    ['an admin of another organisation, from Slack Connect', { team_id: 'T2', is_stranger: true }, false],
    ['an admin of another workspace in a shared channel', { team_id: 'T2' }, false],
    ['a deactivated admin', { deleted: true }, false],
    ['a member', { is_admin: false }, false],
  ])('decides whether %s moderates here, from %o: %s', async (_, flags, moderates) => {
    const { people } = world({ user: { ...grace, is_admin: true, ...flags } });
    expect(await people.isAdmin('U1', home)).toBe(moderates);
  });

  it('of a user unknown to Slack is “deactivated”', async () => {
    expect(await world({}).people.membershipOf('U1', home)).toEqual({ kind: 'deactivated' });
  });
});

describe('what decides who may deploy', () => {
  it('is cached for 30 s, after which a user who has left a group or the workspace loses the right', async () => {
    const { answers, calls, clock, people } = world({ user: grace, members: ['U1'] });
    const both = () => Promise.all([people.members('S1'), people.membershipOf('U1', home).then(({ kind }) => kind)]);
    expect(await Promise.all([both(), both()])).toEqual(Array(2).fill([['U1'], 'member']));
    Object.assign(answers, { user: { ...grace, deleted: true }, members: [] });
    await clock.advance(29_999);
    expect(await both()).toEqual([['U1'], 'member']);
    expect(calls).toEqual(['usergroups.users.list', 'users.info']);
    await clock.advance(1);
    expect(await both()).toEqual([[], 'deactivated']);
    expect(calls).toHaveLength(4);
  });

  it('is not cached when the look-up fails', async () => {
    const { answers, people } = world({ user: grace, members: ['U1'], fails: true });
    await expect(people.members('S1')).rejects.toBeInstanceOf(PlatformError);
    await expect(people.membershipOf('U1', home)).rejects.toBeInstanceOf(PlatformError);
    answers.fails = false;
    expect(await people.members('S1')).toEqual(['U1']);
    expect(await people.membershipOf('U1', home)).toMatchObject({ kind: 'member' });
  });
});
