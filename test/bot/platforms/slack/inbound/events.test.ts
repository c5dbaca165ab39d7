/** Which events are questions, and what they ask. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Delivery, type Message, toQuestion } from '../../../../../src/bot/platforms/slack/inbound/events.ts';

const self = { userId: 'U0BOT', botId: 'B0BOT' };

/** A message as docs.slack.dev reference/events/message shows it, ids replaced. */
const message: Message = {
  type: 'message',
  channel: 'C1',
  channel_type: 'channel',
  user: 'U1',
  text: '<@U0BOT> how do I start?',
  ts: '1767600000.000100',
  team: 'T1',
};

function delivered(event: Partial<Message>, more: Partial<Delivery> = {}): Delivery {
  const authorizations = [{ team_id: 'T1', enterprise_id: null, is_enterprise_install: false }];
  return { event_id: 'Ev1', team_id: 'T1', authorizations, ...more, event: { ...message, ...event } };
}

it('reads a mention', () => {
  expect(toQuestion(delivered({ type: 'app_mention' }), self)).toEqual({
    id: 'slack:T1:C1:1767600000.000100',
    eventId: 'Ev1',
    thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1767600000.000100' },
    asker: 'slack:T1:U1',
    addressed: 'mention',
    place: 'public',
    text: 'how do I start?',
    askedAt: 1_767_600_000_000,
  });
});

it('maps both events of one mention to the same question, apart from the event id', () => {
  const mention = toQuestion(delivered({ type: 'app_mention' }, { event_id: 'Ev2' }), self);
  expect(mention).toEqual({ ...Object(toQuestion(delivered({}), self)), eventId: 'Ev2' });
});

test.each<[string, Partial<Message>, object]>([
  ['a direct message', { channel: 'D1', channel_type: 'im', text: 'hi' }, { addressed: 'direct', text: 'hi' }],
  ['an empty mention', { text: '<@U0BOT>' }, { addressed: 'mention', text: '' }],
  ['a reply in a thread', { text: 'and?', thread_ts: '1.1' }, { addressed: 'follow_up', thread: { thread: '1.1' } }],
  ['a mention in a thread', { thread_ts: '1.1' }, { addressed: 'mention', thread: { thread: '1.1' } }],
  [
    'a reply shown in the channel',
    { subtype: 'thread_broadcast', text: 'x', thread_ts: '1.1' },
    { addressed: 'follow_up' },
  ],
  ['a channel message without a mention', { text: 'hello all' }, { addressed: 'auto' }],
  ['the root of a thread', { text: 'how?', thread_ts: message.ts }, { addressed: 'auto' }],
  ['a message to another person', { text: 'hello <@U1>' }, { addressed: 'auto', isToSomebody: true }],
  ['a message to a user group', { text: '<!subteam^S1|@oncall> how?' }, { addressed: 'auto', isToSomebody: true }],
  ['text with a file', { subtype: 'file_share' }, { addressed: 'mention', text: 'how do I start?' }],
  ['a group message with a mention', { channel_type: 'mpim' }, { addressed: 'mention', place: 'group' }],
  ['a message in a public channel', { channel_type: 'channel' }, { place: 'public' }],
  ['a message in a private channel', { channel_type: 'group' }, { place: 'private' }],
  ['a user of another workspace', { team: 'T9', user_team: 'T9', user: 'U9' }, { asker: 'slack:T9:U9' }],
  ['a user whose team is unknown', { team: undefined }, { asker: 'slack:T1:U1' }],
])('reads %s', (_name, event, question) => {
  expect(toQuestion(delivered(event), self)).toMatchObject(question);
});

test.each(['<!here> how do I reset it?', '<!channel> how do I reset it?'])(
  '“%s” addresses no one in particular',
  (text) => {
    expect(toQuestion(delivered({ text }), self)).not.toHaveProperty('isToSomebody');
  },
);

test.each<[string, Partial<Message>]>([
  ['own', { user: 'U0BOT' }],
  ['own', { bot_id: 'B0BOT' }],
  ['bot', { bot_id: 'B9' }],
  ['bot', { user: 'USLACKBOT' }],
  ['bot', { subtype: 'bot_message' }],
  ['edited', { subtype: 'message_changed', hidden: true }],
  ['deleted', { subtype: 'message_deleted', hidden: true }],
  ['hidden', { subtype: 'message_replied' }],
  ['hidden', { hidden: true }],
  ['system', { subtype: 'channel_join', text: '<@U1> has joined the channel' }],
  ['system', { subtype: 'channel_topic' }],
  ['system', { subtype: 'toString' }],
  ['empty', { text: '', subtype: 'file_share' }],
  ['empty', { text: '', subtype: 'file_share', thread_ts: '1.1' }],
  ['incomplete', { user: undefined }],
  ['incomplete', { ts: undefined }],
])('ignores a message as %s: %o', (reason, event) => {
  expect(toQuestion(delivered(event), self)).toBe(reason);
});

describe('the installation', () => {
  it('is the one that sees the event, not the team that the event came from', () => {
    const delivery = delivered({}, { team_id: 'T9' });
    expect(toQuestion(delivery, self)).toMatchObject({ thread: { installation: 'T1' } });
  });

  it('is the organisation if it installed us for all its workspaces', () => {
    const authorizations = [{ team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: true }];
    expect(toQuestion(delivered({}, { authorizations }), self)).toMatchObject({
      id: 'slack:E1:C1:1767600000.000100',
      thread: { installation: 'E1' },
    });
  });

  it('is the team if nothing else is known', () => {
    const { authorizations: _, ...bare } = delivered({});
    expect(toQuestion(bare, self)).toMatchObject({ thread: { installation: 'T1' } });
  });
});

it('never fails, whatever Slack sends', () => {
  const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('im', 'message', '1.1', 'U0BOT', '<@U0BOT>')), {
    nil: undefined,
  });
  const event = fc.record({
    type: fc.string(),
    subtype: text,
    channel: text,
    channel_type: text,
    user: text,
    text,
    ts: text,
    thread_ts: text,
  });
  fc.assert(
    fc.property(event, (generated) => {
      expect(['string', 'object']).toContain(typeof toQuestion(delivered(generated as Partial<Message>), self));
    }),
  );
});
