import { describe, expect, test } from 'vitest';
import {
  askBodySchema,
  defaultStatusPath,
  errorMessage,
  joinUrl,
  messagePath,
  messageText,
  statusPath,
  updatePath,
  updateStatusSchema,
} from '../../../src/kit/wire/api.ts';
import { recordings } from './recordings.ts';

describe('a path', () => {
  test.each([
    ['https://api.example', 'https://api.example/v1/x'],
    ['https://api.example/', 'https://api.example/v1/x'],
    ['https://api.example/discovery', 'https://api.example/discovery/v1/x'],
    ['https://api.example/discovery//', 'https://api.example/discovery/v1/x'],
  ])('is appended to the base %s', (base, url) => {
    expect(joinUrl(base, '/v1/x')).toBe(url);
  });

  test('encodes any id as one segment', () => {
    expect(messagePath('v2', 'my docs')).toBe('/v2/assistant/my%20docs/message');
    expect(updatePath('../a?b')).toBe('/v1/project/update/..%2Fa%3Fb');
    expect(statusPath(defaultStatusPath, 'a/b')).toBe('/v1/project/update-status/a%2Fb');
  });
});

describe('the message of an error body', () => {
  const refusals = recordings.filter((recording) => recording.status !== 200);
  test.each(refusals)('of $name is as expected', ({ body, expected }) => {
    expect({ message: errorMessage(body.toString()) ?? null }).toMatchObject({
      message: typeof expected.error === 'object' ? expected.error?.message : undefined,
    });
  });

  test.each([
    ['{"details":[{"message":"first"},{"message":"second"}]}', 'first'],
    ['{"error":{"message":"nested"}}', 'nested'],
    ['{"message":"","error":"second best"}', 'second best'],
    ['{"error":{"code":"x"}}', undefined],
    ['"text"', undefined],
    ['[{"message":"in a list"}]', undefined],
    ['Bad Gateway', undefined],
    ['', undefined],
    ['null', undefined],
  ])('such as %s is %s', (body, message) => {
    expect(errorMessage(body)).toBe(message);
  });

  test('is truncated to well-formed text', () => {
    const message = errorMessage(JSON.stringify({ message: `${'x'.repeat(299)}🔥` }));
    expect(message).toBe(`${'x'.repeat(299)}\ufffd`);
  });
});

describe('a request body', () => {
  const text = { type: 'text', text: 'How?' };
  const part = { role: 'user', id: 'm', parts: [text] };

  test.each([
    ['ai 4', { id: 'c', messages: [{ ...part, content: 'How?', createdAt: '2026-01-01' }], fp: 'f' }],
    ['ai 5 to 7', { fp: 'f', id: 'c', messages: [part], trigger: 'submit-message', messageId: 'm' }],
    [
      'a client that fills in the parts later',
      { fp: 'f', messages: [{ role: 'user', content: 'How?', parts: [{ type: 'text', text: '' }] }] },
    ],
    ['a message without parts', { fp: 'f', messages: [{ role: 'user', content: 'How?' }] }],
    [
      'a client that sends null for defaults',
      { fp: 'f', messages: [part], threadId: null, filter: null, retrievalPageSize: null },
    ],
    ['a client with empty thread ids', { fp: 'f', messages: [part], threadId: '', threadKey: '' }],
    ['a message with parts and null content', { fp: 'f', messages: [{ role: 'user', content: null, parts: [text] }] }],
    ['a client whose content is a list of parts', { fp: 'f', messages: [{ role: 'user', content: [text] }] }],
    [
      'a client that adds parts of other kinds',
      {
        fp: 'f',
        messages: [
          {
            role: 'user',
            content: [
              'Ho',
              { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
              { ...text, text: 'w?' },
            ],
          },
        ],
      },
    ],
    [
      'a client that sends messages of tools and developers',
      { fp: 'f', messages: [{ role: 'tool', content: [{}] }, part, { role: 'developer' }] },
    ],
    ['a client with a fractional page size', { fp: 'f', messages: [part], retrievalPageSize: 4.5 }],
    [
      'a client with fields of later versions',
      { fp: 'f', messages: [{ ...part, metadata: {} }], filter: { tag: 1 }, mood: 'good' },
    ],
    [
      'a client that sends an answer back',
      { fp: 'f', messages: [{ role: 'assistant', parts: [{ type: 'step-start' }, text, { type: 'tool-search' }] }] },
    ],
  ])('is accepted from %s', (_, body) => {
    const read = askBodySchema.parse(body);
    expect(read.retrievalPageSize).toBe(5);
    expect(read.messages.map(messageText)).toEqual(['How?']);
    expect([read.threadId, read.threadKey]).toEqual([undefined, undefined]);
  });

  test.each([
    ['fp', { messages: [part] }],
    ['fp', { fp: '', messages: [part] }],
    ['messages', { fp: 'f' }],
    ['messages', { fp: 'f', messages: [] }],
    ['messages.1.role', { fp: 'f', messages: [{ role: 'robot' }, { ...part, role: null }] }],
    ['messages.0.content', { fp: 'f', messages: [{ role: 'user', id: 'm' }] }],
    ['messages.0.content', { fp: 'f', messages: [{ role: 'user', content: 7 }] }],
    ['messages.0.content', { fp: 'f', messages: [{ role: 'user', content: [7] }] }],
    ['threadId', { fp: 'f', messages: [part], threadId: 7 }],
    ['retrievalPageSize', { fp: 'f', messages: [part], retrievalPageSize: 0 }],
    ['filter', { fp: 'f', messages: [part], filter: 'en' }],
  ])('is refused for its %s', (field, body) => {
    const read = askBodySchema.safeParse(body);
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field]);
  });

  test('reads only the newest 200 messages', () => {
    const messages = [
      ...Array.from({ length: 10_000 }, () => ({ role: 7 })),
      ...Array.from({ length: 200 }, () => part),
    ];
    expect(askBodySchema.parse({ fp: 'f', messages }).messages).toHaveLength(200);
    const wrong = askBodySchema.safeParse({ fp: 'f', messages: messages.slice(0, -1) });
    expect(wrong.error?.issues.map((issue) => issue.path.join('.'))).toEqual(['messages.9999.role']);
  });

  test('keeps the thread, page size and filter', () => {
    const filter = { language: 'en', groups: ['a'] };
    const body = { fp: 'f', messages: [part], threadId: 'T', threadKey: 'K', retrievalPageSize: 9, filter };
    expect(askBodySchema.parse(body)).toMatchObject(body);
  });
});

test.each([
  [
    { status: 'success', summary: 'Good' },
    { status: 'success', summary: 'Good' },
  ],
  [{ status: 'paused' }, { status: 'paused' }],
  [{ summary: null }, { summary: undefined }],
])('an update status of %j is accepted', (body, status) => {
  expect(updateStatusSchema.parse(body)).toMatchObject(status);
});
