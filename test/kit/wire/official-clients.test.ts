/**
 * Official clients of every major version read the encoders' output completely: the reader of ai 4 for v1, the chat
 * transports of ai 5, 6 and 7 for v2.
 */
import * as ai7 from 'ai';
import * as ai4 from 'ai-v4';
import * as ai5 from 'ai-v5';
import * as ai6 from 'ai-v6';
import { expect, test } from 'vitest';
import type { AnswerEncoder, AnswerEvent } from '../../../src/kit/wire/answer-event.ts';
import { createDataStreamEncoder } from '../../../src/kit/wire/data-stream.ts';
import { createUiMessageStreamDecoder, createUiMessageStreamEncoder } from '../../../src/kit/wire/ui-message-stream.ts';

const answer: readonly AnswerEvent[] = [
  { type: 'thread', id: '01JQ8Z3V7M4K9R2T6W0X5Y1B3C' },
  { type: 'step' },
  { type: 'text', block: 0, text: 'Let me look 🔎\n\n' },
  { type: 'search', call: 'call-1', query: 'kiln "lid"' },
  { type: 'found', call: 'call-1', pages: [{ path: '/a', title: 'A', snippet: 'lid' }, { path: '/b' }] },
  { type: 'thinking' },
  { type: 'step' },
  { type: 'source', page: { path: 'https://docs.example/a', title: 'A' } },
  { type: 'source', page: { path: '/b' } },
  { type: 'text', block: 1, text: 'Keep it ' },
  { type: 'text', block: 1, text: 'closed.' },
  { type: 'outcome', outcome: 'answer' },
  { type: 'finish', reason: 'guardrail' },
];

function written(encoder: AnswerEncoder, events: readonly AnswerEvent[]): string {
  const pieces = [encoder.keepAlive, ...events.flatMap((event) => [encoder.encode(event), encoder.keepAlive])];
  return `${pieces.join('')}${encoder.end()}`;
}

async function readByAi4(body: string): Promise<Record<string, unknown[]>> {
  const seen: Record<string, unknown[]> = {};
  const keep = (name: string) => (value: unknown) => {
    seen[name] = [...(seen[name] ?? []), value];
  };
  const stream = new Response(body).body;
  if (!stream) throw new Error('no body');
  await ai4.processDataStream({
    stream,
    onTextPart: keep('text'),
    onToolCallPart: keep('call'),
    onToolResultPart: keep('result'),
    onSourcePart: keep('source'),
    onDataPart: keep('data'),
    onMessageAnnotationsPart: keep('annotations'),
    onErrorPart: keep('error'),
    onFinishStepPart: keep('step'),
    onFinishMessagePart: keep('finish'),
  });
  return seen;
}

test('ai 4 reads a whole v1 answer', async () => {
  const seen = await readByAi4(written(createDataStreamEncoder({ messageId: 'm1' }), answer));
  expect(seen.text?.join('')).toBe('Let me look 🔎\n\nKeep it closed.');
  expect(seen.call).toMatchObject([{ toolCallId: 'call-1', toolName: 'search', args: { query: 'kiln "lid"' } }]);
  expect(seen.result).toMatchObject([{ toolCallId: 'call-1', result: { results: [{ path: '/a' }, { path: '/b' }] } }]);
  expect(seen.source).toMatchObject([{ url: 'https://docs.example/a', title: 'A' }, { url: '/b' }]);
  expect(seen.data).toEqual([[{ type: 'finish', threadId: '01JQ8Z3V7M4K9R2T6W0X5Y1B3C' }]]);
  expect(seen.annotations).toEqual([[{ type: 'outcome', outcome: 'answer' }]]);
  expect(seen.step).toMatchObject([{ finishReason: 'tool-calls' }, { finishReason: 'other' }]);
  expect(seen.finish).toMatchObject([{ finishReason: 'other' }]);
});

test('ai 4 reads a v1 answer that fails before its first word', async () => {
  const events: AnswerEvent[] = [{ type: 'error', message: 'No model.' }];
  const seen = await readByAi4(written(createDataStreamEncoder({ messageId: 'm1' }), events));
  expect(seen).toEqual({ error: ['No model.'] });
});

// The majors differ only in types that are not used here, so the types of one serve for all.
const majors: readonly (readonly [string, typeof ai7])[] = [
  ['5', ai5 as unknown as typeof ai7],
  ['6', ai6 as unknown as typeof ai7],
  ['7', ai7],
];

async function readByTransport(ai: typeof ai7, body: string) {
  const transport = new ai.DefaultChatTransport({
    api: 'http://docs.example/',
    fetch: () => Promise.resolve(new Response(body)),
  });
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'c',
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  });
  const errors: unknown[] = [];
  const messages = ai.readUIMessageStream({ stream, onError: (error) => errors.push(error) });
  let last: { parts: readonly object[]; metadata?: unknown } | undefined;
  for await (const message of messages) last = message;
  return { last, errors };
}

test.each(majors)('ai %s reads a question back with its choices, and so does our decoder', async (_, ai) => {
  const asking: readonly AnswerEvent[] = [
    { type: 'step' },
    { type: 'text', block: 0, text: 'Which?' },
    { type: 'ask', question: 'Which?', options: ['A', 'B'] },
    { type: 'finish', reason: 'stop' },
  ];
  const body = written(createUiMessageStreamEncoder({ messageId: 'm1' }), asking);
  const input = {
    question: 'Which?',
    options: [
      { label: 'A', value: 'A' },
      { label: 'B', value: 'B' },
    ],
  };
  const { last, errors } = await readByTransport(ai, body);
  expect(errors).toEqual([]);
  expect(last?.parts).toEqual(
    expect.arrayContaining([expect.objectContaining({ type: 'tool-askClarifyingQuestion', input })]),
  );
  const decoder = createUiMessageStreamDecoder();
  expect([...decoder.push(body), ...decoder.end()].map(({ type }) => type)).toEqual(['step', 'text', 'ask', 'finish']);
  expect(decoder.skipped).toBe(0);
  const v1 = createDataStreamEncoder({ messageId: 'm1' });
  expect(v1.encode({ type: 'ask', question: 'Which?', options: ['A', 'B'] })).not.toContain('Which');
});

test.each(majors)('ai %s reads a whole v2 answer', async (_, ai) => {
  const body = written(createUiMessageStreamEncoder({ messageId: 'm1' }), answer);
  const { last, errors } = await readByTransport(ai, body);
  expect(errors).toEqual([]);
  expect(last).toMatchObject({ id: 'm1', metadata: { threadId: '01JQ8Z3V7M4K9R2T6W0X5Y1B3C' } });
  expect(last?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'Let me look 🔎\n\n', state: 'done' },
    { type: 'tool-search', state: 'output-available', output: { results: [{ path: '/a' }, { path: '/b' }] } },
    { type: 'step-start' },
    { type: 'source-url', url: 'https://docs.example/a', title: 'A' },
    { type: 'source-url', url: '/b' },
    { type: 'text', text: 'Keep it closed.', state: 'done' },
  ]);
});

test.each(majors)('ai %s reports the error part of a v2 answer', async (_, ai) => {
  const events: AnswerEvent[] = [{ type: 'error', message: 'No model.' }];
  const { errors } = await readByTransport(ai, written(createUiMessageStreamEncoder({ messageId: 'm1' }), events));
  expect(errors).toMatchObject([{ message: 'No model.' }]);
});
