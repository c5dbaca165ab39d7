import { ChannelType, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type Self, toQuestion } from '../../../../../../src/bot/platforms/discord/inbound/messages/events.ts';
import type { Names } from '../../../../../../src/bot/platforms/discord/inbound/messages/message-reader.ts';
import type { MessageEvent } from '../../../../../../src/bot/platforms/discord/native-events.ts';
import { type ChannelInfo, toChannelInfo } from '../../../../../../src/bot/platforms/discord/thread-refs.ts';

const us: Self = { userId: '200000000000000001', roleIds: ['200000000000000002'] };
const ada = { id: '300000000000000001', username: 'ada', global_name: 'Ada Byron' };
const grace = { id: '300000000000000002', username: 'grace', member: { nick: 'Grace at work' } };
const guild = '100000000000000001';
const channel = '400000000000000001';
/** An id created at 2026-01-05T09:00:00Z. */
const id = '1457659890892800000';

const names: Names = {
  channel: (id) => (id === channel ? 'docs-help' : undefined),
  role: (id) => (id === '500000000000000001' ? 'Maintainer' : undefined),
};
const text: ChannelInfo = { kind: 'channel', threads: true, name: 'docs-help' };
const thread: ChannelInfo = { kind: 'thread', parent: channel, post: false, name: 'How do I start?' };
const post: ChannelInfo = { kind: 'thread', parent: '400000000000000009', post: true, name: 'How do I start?' };

function message(more: Partial<MessageEvent>): MessageEvent {
  return {
    id,
    channel_id: channel,
    guild_id: guild,
    type: MessageType.Default,
    content: '',
    author: ada,
    mentions: [],
    mention_roles: [],
    ...more,
  };
}

function mention(content: string, more: Partial<MessageEvent> = {}): MessageEvent {
  return message({ content, mentions: [{ id: us.userId, username: 'docent' }], ...more });
}

function textOf(event: MessageEvent): string | undefined {
  const question = toQuestion(event, text, us, names);
  return typeof question === 'string' ? undefined : question.text;
}

describe('the kind of place of a question', () => {
  it.each([
    [ChannelType.DM, 'direct'],
    [ChannelType.PrivateThread, 'private'],
    // Whether everybody sees them depends on the roles of the channel.
    [ChannelType.PublicThread, undefined],
    [ChannelType.GuildText, undefined],
  ])('in a channel of type %s is %s', (type, place) => {
    const info = toChannelInfo({ id: channel, type, name: 'docs-help' });
    const question = toQuestion(mention(`<@${us.userId}> how?`), info, us, names);
    expect(typeof question === 'string' ? question : question.place).toBe(place);
  });
});

describe('the thread of a question', () => {
  it('is opened from the message that mentions us', () => {
    expect(toQuestion(mention(`<@${us.userId}> how?`), text, us, names)).toEqual({
      id: `discord:${id}`,
      eventId: `discord:${id}`,
      asker: `discord:${ada.id}`,
      addressed: 'mention',
      text: 'how?',
      askedAt: Date.UTC(2026, 0, 5, 9),
      thread: { platform: 'discord', installation: guild, channel, thread: id },
      opens: 'message',
    });
  });

  it('is the thread that the message is in', () => {
    const inThread = mention(`<@${us.userId}> how?`, { channel_id: '600000000000000001' });
    expect(toQuestion(inThread, thread, us, names)).toMatchObject({
      addressed: 'mention',
      thread: { channel, thread: '600000000000000001' },
    });
    expect(toQuestion(inThread, thread, us, names)).not.toHaveProperty('opens');
  });

  it('is a reply in a channel that cannot have threads', () => {
    const voice = toChannelInfo({ id: channel, type: ChannelType.GuildVoice, name: 'Lounge' }, undefined);
    expect(toQuestion(mention(`<@${us.userId}> how?`), voice, us, names)).toMatchObject({
      thread: { channel, thread: `reply:${id}` },
    });
  });

  it('is the direct messages, where a conversation ends after a silence', () => {
    const { guild_id: _, ...direct } = message({ content: 'how?' });
    expect(toQuestion(direct, { kind: 'direct' }, us, names)).toMatchObject({
      addressed: 'direct',
      thread: { installation: '@me', channel, thread: '' },
      endsAfterSilenceMs: 86_400_000,
    });
  });

  it('is the new forum post, whose title is part of the question', () => {
    const start = message({ channel_id: id, content: 'I tried this.' });
    expect(toQuestion(start, post, us, names)).toMatchObject({
      addressed: 'mention',
      text: 'How do I start?\n\nI tried this.',
      thread: { channel: '400000000000000009', thread: id },
    });
    expect(toQuestion(message({ channel_id: id }), post, us, names)).toMatchObject({ text: 'How do I start?' });
  });

  it('is the same for other messages in a thread or post, which are follow-ups', () => {
    expect(toQuestion(message({ content: 'and then?' }), thread, us, names)).toMatchObject({ addressed: 'follow_up' });
    expect(toQuestion(message({ content: 'later' }), post, us, names)).toMatchObject({ addressed: 'follow_up' });
  });
});

describe('a mention', () => {
  it('of our own role counts', () => {
    const byRole = message({ content: '<@&200000000000000002> how?', mention_roles: ['200000000000000002'] });
    expect(toQuestion(byRole, text, us, names)).toMatchObject({ addressed: 'mention', text: 'how?' });
  });

  it('that Discord adds to a reply counts in a channel', () => {
    const reply = mention('and then?', { type: MessageType.Reply });
    expect(toQuestion(reply, text, us, names)).toMatchObject({
      addressed: 'mention',
      text: 'and then?',
      isReply: true,
    });
    const named = mention(`<@${us.userId}> and then?`, { type: MessageType.Reply });
    for (const place of [text, thread]) {
      expect(toQuestion(named, place, us, names)).toMatchObject({ addressed: 'mention' });
      expect(toQuestion(named, place, us, names)).not.toHaveProperty('isReply');
    }
  });

  it('that Discord adds to a reply does not count in a thread', () => {
    const reply = mention('thanks, that worked!', { type: MessageType.Reply });
    expect(toQuestion(reply, thread, us, names)).toMatchObject({ addressed: 'follow_up' });
    expect(toQuestion(reply, thread, us, names)).not.toHaveProperty('isToSomebody');
  });

  it('of everyone or another role does not count', () => {
    const all = message({ content: '@everyone <@&500000000000000001> hi', mention_roles: ['500000000000000001'] });
    expect(toQuestion(all, text, us, names)).toMatchObject({ addressed: 'auto', isToSomebody: true });
  });
});

describe('a message that does not mention us', () => {
  const replied = (id: string) =>
    message({ type: MessageType.Reply, referenced_message: { author: { id, username: 'somebody' } } });

  it('can become a question in a channel, by a routing rule', () => {
    const said = message({ content: 'How do I start?', member: { roles: ['500000000000000001'] } });
    expect(toQuestion(said, text, us, names)).toMatchObject({
      addressed: 'auto',
      text: 'How do I start?',
      opens: 'message',
      groups: ['discord:500000000000000001'],
    });
    expect(toQuestion(said, text, us, names)).not.toHaveProperty('isToSomebody');
  });

  it.each([
    ['mentions someone else', message({ mentions: [grace] }), true],
    ['replies to someone else', replied(grace.id), true],
    ['replies to its own author', replied(ada.id), undefined],
    ['replies to us', replied(us.userId), undefined],
    ['replies to a deleted message', message({ referenced_message: null }), undefined],
  ])('records whether it is addressed to someone else: %s', (_, event, isToSomebody) => {
    const question = toQuestion({ ...event, content: 'How do I start?' }, thread, us, names);
    expect(typeof question === 'string' ? question : question.isToSomebody).toBe(isToSomebody);
  });
});

describe('an ignored message', () => {
  it.each([
    ['our own', message({ author: { id: us.userId, username: 'docent', bot: true } }), 'own'],
    ['from another bot', mention('hi', { author: { ...ada, bot: true } }), 'bot'],
    ['from a webhook', mention('hi', { webhook_id: '1' }), 'bot'],
    ['a notice of a new thread', mention('', { type: MessageType.ThreadCreated }), 'system'],
    ['the start of a thread', mention('', { type: MessageType.ThreadStarterMessage }), 'system'],
    ['a notice of a new member', message({ type: MessageType.UserJoin }), 'system'],
  ])('is %s', (_, event, reason) => {
    expect(toQuestion(event, text, us, names)).toBe(reason);
  });

  it('is a picture without text in a thread or channel', () => {
    expect(toQuestion(message({ content: '' }), thread, us, names)).toBe('empty');
    expect(toQuestion(message({ content: '' }), text, us, names)).toBe('empty');
  });

  it('is not an empty mention, which gets help', () => {
    expect(textOf(mention(`<@!${us.userId}> `))).toBe('');
  });
});

describe('the text of a question', () => {
  it('has names instead of mentions, and words instead of other tokens', () => {
    const content = `<@${us.userId}>, ask <@${grace.id}>, <@${ada.id}>, <@1> or <@&500000000000000001> in <#${channel}> <a:wave:1> </docs:1> <t:0:R>`;
    const event = message({ content, mentions: [{ id: us.userId, username: 'docent' }, grace, ada] });
    expect(textOf(event)).toBe(
      'ask @Grace at work, @Ada Byron, @someone or @Maintainer in #docs-help :wave: /docs 1970-01-01T00:00:00.000Z',
    );
  });

  it('does not include our name', () => {
    expect(textOf(mention(`hey <@${us.userId}> how do I start? <@${us.userId}>`))).toBe('hey how do I start?');
    expect(textOf(mention(`<@${us.userId}>\n\`\`\`js\n  x\n\`\`\``))).toBe('```js\n  x\n```');
  });

  it('is the text of a forwarded message', () => {
    expect(textOf(mention('', { message_snapshots: [{ message: { content: 'forwarded' } }] }))).toBe('forwarded');
  });
});

describe('the words of others in a question', () => {
  const key = { content: 'How do I rotate the signing key?' };
  const elsewhere = { type: 1, guild_id: guild, channel_id: '400000000000000005' };

  it('come along from the message that it replies to, with who wrote them', () => {
    const reply = mention(`<@${us.userId}> how?`, {
      type: MessageType.Reply,
      referenced_message: { ...key, author: grace },
    });
    expect(toQuestion(reply, text, us, names)).toMatchObject({
      reading: { repliesTo: { name: 'Grace at work', text: key.content } },
      about: [`discord:${grace.id}`],
    });
  });

  it('name nobody if an app wrote them', () => {
    const author = { id: '900000000000000001', username: 'alerts', bot: true };
    const reply = mention(`<@${us.userId}> how?`, { type: MessageType.Reply, referenced_message: { ...key, author } });
    expect(toQuestion(reply, text, us, names)).not.toHaveProperty('about');
  });

  it('are not there in a reply to us', () => {
    const author = { id: us.userId, username: 'docent', bot: true };
    const reply = mention(`<@${us.userId}> how?`, { type: MessageType.Reply, referenced_message: { ...key, author } });
    expect(toQuestion(reply, text, us, names)).not.toHaveProperty('reading');
  });

  it.each([
    ['deleted', {}],
    ['empty for us', { referenced_message: { content: '', author: grace } }],
  ])('are named as unread if the message replied to is %s', (_, more) => {
    const reply = mention(`<@${us.userId}> how?`, { type: MessageType.Reply, ...more });
    expect(toQuestion(reply, text, us, names)).toMatchObject({ reading: { repliesTo: 'unread' } });
  });

  it.each([
    ['a forward', { message_snapshots: [{ message: key }], message_reference: elsewhere }],
    [
      'a forward that it replies to',
      {
        type: MessageType.Reply,
        referenced_message: { author: grace, message_snapshots: [{ message: key }], message_reference: elsewhere },
      },
    ],
  ])('have the place where they were written, in %s', (_, more) => {
    expect(toQuestion(mention(`<@${us.userId}> how?`, more), text, us, names)).toMatchObject({
      quotedFrom: [{ platform: 'discord', installation: guild, channel: elsewhere.channel_id, thread: '' }],
    });
  });

  it('have no place of their own if they were forwarded in the same channel', () => {
    const forward = { message_snapshots: [{ message: key }], message_reference: { ...elsewhere, channel_id: channel } };
    expect(toQuestion(mention(`<@${us.userId}> how?`, forward), text, us, names)).not.toHaveProperty('quotedFrom');
  });
});
