import { describe, expect, test } from 'vitest';
import type { AskMessage } from '../../../src/bot/core/ports/assistant.ts';
import { maxMessages, maxMessagesChars, recentMessages, toAskBody } from '../../../src/bot/docs-api/assistant.ts';
import { askBodySchema } from '../../../src/kit/wire/api.ts';

function conversation(count: number, text = 'words'): AskMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    role: (count - index) % 2 === 1 ? 'user' : 'assistant',
    text,
    at: index,
  }));
}

describe('the body of a request', () => {
  const messages: AskMessage[] = [
    { id: 'm1', role: 'user', text: 'How?', at: 1 },
    { id: 'm2', role: 'assistant', text: 'So.', at: 2 },
    { id: 'm3', role: 'user', text: 'And then?', at: 3 },
  ];

  test('of v1 contains exactly the documented fields', () => {
    const body = toAskBody({ fp: 'slack:T:U', messages }, { apiVersion: 'v1', retrievalPageSize: 5 });
    expect(body).toEqual({
      fp: 'slack:T:U',
      messages: [
        { id: 'm1', role: 'user', content: 'How?', parts: [{ type: 'text', text: 'How?' }] },
        { id: 'm2', role: 'assistant', content: 'So.', parts: [{ type: 'text', text: 'So.' }] },
        { id: 'm3', role: 'user', content: 'And then?', parts: [{ type: 'text', text: 'And then?' }] },
      ],
      retrievalPageSize: 5,
    });
  });

  test('of v2 has messages without content, and thread and filter if they are known', () => {
    const ask = { fp: 'discord:U', messages: messages.slice(0, 1), thread: { id: 'T', key: 'K' } };
    const filter = { language: 'en', groups: ['a'] };
    expect(toAskBody(ask, { apiVersion: 'v2', retrievalPageSize: 9, filter })).toEqual({
      fp: 'discord:U',
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }],
      threadId: 'T',
      threadKey: 'K',
      retrievalPageSize: 9,
      filter,
    });
  });

  test('contains no e-mail address, secret or card number, unless masking is off', () => {
    const asked = (text: string): AskMessage => ({ id: 'm', role: 'user', text, at: 1 });
    const ask = {
      fp: 'f',
      messages: [
        asked('I am ada@example.com, see https://docs.example/users/ada@example.com'),
        { ...asked('Write to bob@example.com.'), role: 'assistant' as const },
        asked('Is `password: "hunter22"` right? https://docs.example/users/ada@example.com'),
      ],
      context: 'eve@example.com: my card is 4111 1111 1111 1111',
      files: [{ name: 'ada@example.com.env', text: 'API_KEY=hunter22' }],
    };
    const options = { apiVersion: 'v2', retrievalPageSize: 5, siteUrl: 'https://docs.example' } as const;
    expect(JSON.stringify(toAskBody(ask, options))).not.toMatch(/@example|hunter22|4111/);
    expect(toAskBody(ask, options)).toMatchObject({
      messages: [{}, {}, { parts: [{ text: expect.stringMatching(/^Is `password: "\[secret\]"` right\?/) }] }],
      context: [{ value: '[email]: my card is [card number]' }, { path: '[email]', value: 'API_KEY=[secret]' }],
    });
    expect(toAskBody(ask, { ...options, masking: 'off' })).toMatchObject({
      context: [{ value: ask.context }, { path: 'ada@example.com.env', value: 'API_KEY=hunter22' }],
      currentPath: '/users/ada@example.com',
    });
  });

  test('has pictures as file parts of the question, only for an assistant that takes them', () => {
    const picture = { name: 'ada@example.com.png', mediaType: 'image/png', base64: 'iVBORw0KGgo=' };
    const options = { apiVersion: 'v2', retrievalPageSize: 5 } as const;
    const ask = { fp: 'f', messages, pictures: [picture] };
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const body = toAskBody(ask, { ...options, pictures: true });
    expect(body).toMatchObject({
      messages: [
        ...messages.slice(1).map(() => ({ parts: [{ type: 'text' }] })),
        { parts: [{ type: 'text' }, { type: 'file', mediaType: 'image/png', filename: '[email]', url }] },
      ],
    });
    expect(askBodySchema.safeParse(body)).toMatchObject({ success: true });
    expect(JSON.stringify(toAskBody(ask, options))).not.toContain('image/png');
  });

  test.each(['v1', 'v2'] as const)('of %s is accepted by a server', (apiVersion) => {
    const body = toAskBody({ fp: 'f', messages, thread: { id: 'T' } }, { apiVersion, retrievalPageSize: 5 });
    expect(askBodySchema.safeParse(body)).toMatchObject({ success: true, data: { threadId: 'T' } });
    expect(body).not.toHaveProperty('threadKey');
  });
});

describe('the messages of a request', () => {
  test('are the newest ones, starting with a question', () => {
    const kept = recentMessages(conversation(31));
    expect(kept).toHaveLength(maxMessages - 1);
    expect(kept.at(0)).toMatchObject({ id: 'm12', role: 'user' });
    expect(kept.at(-1)).toMatchObject({ id: 'm30', role: 'user' });
  });

  test('stay within the maximum number of characters', () => {
    const kept = recentMessages(conversation(9, 'x'.repeat(8_000)));
    expect(kept.map((message) => message.id)).toEqual(['m4', 'm5', 'm6', 'm7', 'm8']);
    expect(kept.reduce((sum, message) => sum + message.text.length, 0)).toBe(maxMessagesChars);
  });

  test('include the question, however long it is', () => {
    expect(recentMessages(conversation(3, 'x'.repeat(50_000))).map((message) => message.id)).toEqual(['m2']);
  });

  test('leave out empty ones', () => {
    const [first, answer, last] = conversation(3);
    if (!first || !answer || !last) throw new Error('three messages');
    expect(recentMessages([first, { ...answer, text: ' \n' }, last])).toEqual([first, last]);
  });
});
