import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachedTo, readWords } from '../../../../../../src/bot/platforms/discord/inbound/messages/message-reader.ts';
import type { MessageParts } from '../../../../../../src/bot/platforms/discord/native-events.ts';

const names = { channel: () => undefined, role: () => undefined };
const question = 'How do I rotate the signing key?';
const log = { filename: 'error.log', size: 120, url: 'https://cdn.discordapp.com/attachments/1/2/error.log' };
const forward = (message: MessageParts): MessageParts => ({ message_snapshots: [{ message }] });
const read = (message: MessageParts) => readWords(message, names);

describe('the words of a message', () => {
  it.each<[string, MessageParts]>([
    ['its content', { content: question }],
    ['a forward', forward({ content: question })],
    ['a forward of a forward', forward(forward({ content: question }))],
    ['an embed in a forward', forward({ embeds: [{ type: 'rich', description: question }] })],
    ['a field of an embed', { embeds: [{ fields: [{ name: 'Question', value: question }] }] }],
    ['the question of a poll', { poll: { question: { text: question }, answers: [] } }],
    ['an answer of a poll', { poll: { answers: [{ poll_media: { text: question } }] } }],
    ['a sticker', { sticker_items: [{ name: question }] }],
    [
      'a text in a section of a container',
      { components: [{ type: 17, components: [{ type: 9, components: [{ type: 10, content: question }] }] }] },
    ],
    ['the label of a button', { components: [{ type: 1, components: [{ type: 2, label: question }] }] }],
  ])('include %s', (_, message) => {
    expect(read(message)).toContain(question);
  });

  it('include the comment before the forwarded message', () => {
    expect(read({ content: 'can you answer this?', ...forward({ content: question }) })).toBe(
      `can you answer this?\n\n${question}`,
    );
  });

  it('do not include an embed that repeats the content', () => {
    expect(read({ content: question, embeds: [{ type: 'rich', description: question }] })).toBe(question);
  });

  it('name a link that Discord previews, without the words of its page', () => {
    const preview = { type: 'article', title: 'Keys', description: 'Buy now', url: 'https://example.com/keys' };
    expect(read({ content: 'why?', embeds: [preview] })).toBe('why?\n\n(Keys: https://example.com/keys)');
  });

  it('are bounded, whatever the message consists of', () => {
    const embeds = Array.from({ length: 1_000 }, (_, at) => ({ description: `${at} ${'x'.repeat(4_000)}` }));
    expect(read({ embeds }).length).toBeLessThan(17_000);
  });

  it('are read from any JSON', () => {
    const part = fc.jsonValue();
    const parts = {
      content: part,
      embeds: part,
      components: part,
      poll: part,
      sticker_items: part,
      message_snapshots: part,
    };
    fc.assert(
      fc.property(fc.record(parts), (message) => {
        const odd = message as MessageParts;
        expect(read(odd).isWellFormed()).toBe(true);
        attachedTo(odd);
      }),
    );
  });

  it('end at a depth', () => {
    let deep: MessageParts = { content: question };
    for (let at = 0; at < 1_000; at++) deep = forward(deep);
    expect(read(deep)).toBe('');
  });
});

describe('the files of a message', () => {
  it('include those of a forwarded message', () => {
    const files = [{ name: 'error.log', bytes: 120, url: log.url }];
    expect(attachedTo(forward({ attachments: [log] }))).toEqual({ files });
  });
});
