import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallTextFiles } from '../../../../../../src/bot/core/model/attached-files.ts';
import { maxQuestionChars } from '../../../../../../src/bot/core/model/conversation.ts';
import { readMessage } from '../../../../../../src/bot/platforms/discord/inbound/messages/message-reader.ts';
import type { MessageParts } from '../../../../../../src/bot/platforms/discord/native-events.ts';

const names = { channel: () => undefined, role: () => undefined };
const question = 'How do I rotate the signing key?';
const log = { filename: 'error.log', size: 120, url: 'https://cdn.discordapp.com/attachments/1/2/error.log' };
const forward = (message: MessageParts): MessageParts => ({ message_snapshots: [{ message }] });
const read = (message: MessageParts) => readMessage(message, names).text;
const unreadIn = (message: MessageParts) => readMessage(message, names).unread;

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

  it('are those of the author once, whatever else repeats them', () => {
    const words = fc.stringMatching(/^[a-z]{3,9}( [a-z]{3,9}){2,9}$/);
    const repeating = (text: string): readonly MessageParts[] => [
      { content: text, embeds: [{ title: text, description: text, fields: [], footer: { text } }] },
      { content: text, ...forward({ content: text }) },
      { content: text, components: [{ type: 17, components: [{ type: 10, content: text }] }] },
      { content: text, poll: { question: { text } }, sticker_items: [{ name: text }] },
    ];
    fc.assert(
      fc.property(words, (text) => {
        for (const message of repeating(text)) expect(readMessage(message, names)).toMatchObject({ text, unread: [] });
      }),
    );
  });

  it.each([1, 4, 5, 40])('of a snapshot in %i snapshots are read, or the message says that they are not', (depth) => {
    let deep: MessageParts = { content: question };
    for (let at = 0; at < depth; at++) deep = forward(deep);
    expect(readMessage(deep, names)).toMatchObject(
      depth <= 4 ? { text: question, unread: [] } : { text: '', unread: ['forward'] },
    );
  });

  it.each<[string, MessageParts]>([
    [
      'a thousand embeds',
      { embeds: Array.from({ length: 1_000 }, (_, at) => ({ description: `${at} ${'x'.repeat(99)}` })) },
    ],
    [
      'embeds of a million characters',
      { embeds: Array.from({ length: 250 }, (_, at) => ({ description: `${at} ${'y'.repeat(4_000)}` })) },
    ],
    [
      'a thousand fields',
      { embeds: [{ fields: Array.from({ length: 1_000 }, (_, at) => ({ name: `${at}`, value: 'x' })) }] },
    ],
    ['components in components', { components: nested(40, 40) }],
    [
      'a hundred thousand components',
      { components: Array.from({ length: 100_000 }, (_, at) => ({ content: `${at}` })) },
    ],
  ])('are bounded in %s, and the message says that there are more', (_, message) => {
    const { text, unread } = readMessage(message, names);
    // A longer question would be refused.
    expect(text.length).toBeLessThanOrEqual(maxQuestionChars);
    expect(unread).toEqual(['length']);
  });

  it('are never cut inside a character that people see', () => {
    const family = '👩‍👩‍👧‍👦';
    const text = read({ content: 'x'.repeat(maxQuestionChars - 15), embeds: [{ description: family.repeat(9) }] });
    expect(text.replace(/x/g, '').trim()).toBe(family);
  });

  it('are read from any JSON', () => {
    const part = fc.jsonValue();
    const parts = {
      content: part,
      mentions: part,
      embeds: part,
      components: part,
      poll: part,
      sticker_items: part,
      attachments: part,
      message_reference: part,
      message_snapshots: part,
    };
    fc.assert(
      fc.property(fc.record(parts), (message) => {
        const { text, files } = readMessage(message as object, names);
        expect(text.isWellFormed()).toBe(true);
        expect(files.every(({ name }) => typeof name === 'string')).toBe(true);
      }),
    );
  });
});

describe('the files of a message', () => {
  it('include those of a forwarded message', () => {
    const files = [{ name: 'error.log', bytes: 120, url: log.url }];
    expect(readMessage(forward({ attachments: [log] }), names)).toMatchObject({ text: '', files, unread: [] });
  });

  it('are listed whatever their size, since only small ones are downloaded', () => {
    const large = { ...log, size: 10 * 1024 * 1024 };
    expect(readMessage({ attachments: [large] }, names).files).toEqual([
      { name: 'error.log', bytes: large.size, url: log.url },
    ]);
    expect(smallTextFiles(readMessage({ attachments: [large] }, names).files)).toEqual([]);
  });

  it('are bounded', () => {
    const { files, unread } = readMessage({ attachments: Array.from({ length: 1_000 }, () => log) }, names);
    expect([files.length, unread]).toEqual([10, ['length', 'file']]);
  });
});

describe('what was not read', () => {
  it.each<[string, MessageParts, readonly string[]]>([
    ['the picture of a card', { embeds: [{ description: question, image: { url: 'https://a/b.png' } }] }, ['image']],
    ['a gallery', { components: [{ type: 12, items: [] }] }, ['image']],
    ['a forward of which Discord shows nothing', forward({ content: '', attachments: [] }), ['forward']],
    ['a forward that Discord withholds', { content: '', message_reference: { type: 1 } }, ['forward']],
    ['nothing of a reply', { content: 'why?', message_reference: { type: 0 } }, []],
    ['nothing of a preview', { content: 'why?', embeds: [{ type: 'gifv', video: {} }] }, []],
  ])('includes %s', (_, message, unread) => {
    expect(unreadIn(message)).toEqual(unread);
  });
});

/** Containers inside each other, each with several texts. */
function nested(depth: number, width: number): readonly object[] {
  const texts = Array.from({ length: width }, (_, at) => ({ type: 10, content: `${depth}.${at}` }));
  return depth === 0 ? texts : [...texts, { type: 17, components: nested(depth - 1, width) }];
}
