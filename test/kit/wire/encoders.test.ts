/** Laws between encoders and decoders: a round trip yields the same events. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Answer, emptyAnswer, foldAnswer } from '../../../src/kit/wire/answer.ts';
import {
  type AnswerDecoder,
  type AnswerEncoder,
  type AnswerEvent,
  answerOutcomes,
} from '../../../src/kit/wire/answer-event.ts';
import { createDataStreamDecoder, createDataStreamEncoder } from '../../../src/kit/wire/data-stream.ts';
import { createUiMessageStreamDecoder, createUiMessageStreamEncoder } from '../../../src/kit/wire/ui-message-stream.ts';
import { runs } from '../../fakes/runs.ts';

const encodings = [
  ['v1', () => createDataStreamEncoder({ messageId: 'm' }), createDataStreamDecoder],
  ['v2', () => createUiMessageStreamEncoder({ messageId: 'm' }), createUiMessageStreamDecoder],
] as const;

function written(encoder: AnswerEncoder, events: readonly AnswerEvent[]): string {
  const pieces = events.flatMap((event) => [encoder.keepAlive, encoder.encode(event)]);
  return `${pieces.join('')}${encoder.end()}`;
}

function read(decoder: AnswerDecoder, body: string): AnswerEvent[] {
  return [...decoder.push(body), ...decoder.end()];
}

function fold(events: readonly AnswerEvent[]): Answer {
  return events.reduce(foldAnswer, emptyAnswer);
}

// Any UTF-16, including lone surrogates and line ends.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 20 })
  .map((units) => String.fromCharCode(...units));
const word = fc.stringMatching(/^[\w/. "\\-]*[\w/]$/);
const page = fc.record({ path: word, title: word, snippet: word }, { requiredKeys: ['path'] });
const reason = fc.constantFrom('stop', 'length', 'content-filter', 'tool-calls', 'error', 'other');

/** One step: perhaps a search, then text of one block, with sources between. */
function step(block: number): fc.Arbitrary<AnswerEvent[]> {
  const call = `call-${block}`;
  const search: fc.Arbitrary<AnswerEvent[]> = fc.tuple(word, fc.array(page, { maxLength: 3 })).map(([query, pages]) => [
    { type: 'search', call, query },
    { type: 'found', call, pages },
  ]);
  const said: fc.Arbitrary<AnswerEvent> = fc.oneof(
    anyText.map((text): AnswerEvent => ({ type: 'text', block, text })),
    page.map(
      ({ path, title }): AnswerEvent => ({ type: 'source', page: { path, ...(title !== undefined && { title }) } }),
    ),
  );
  const first = anyText.map((text): AnswerEvent => ({ type: 'text', block, text }));
  return fc
    .tuple(fc.option(search, { nil: [] }), first, fc.array(said, { maxLength: 6 }))
    .map(([searched, text, more]) => [{ type: 'step' }, ...searched, text, ...more]);
}

const outcome = fc
  .tuple(fc.constantFrom(undefined, ...answerOutcomes), fc.constantFrom(undefined, true as const))
  .map(([said, model]): AnswerEvent[] =>
    said === undefined ? [] : [{ type: 'outcome', outcome: said, ...(model && { model }) }],
  );

const answer = fc
  .tuple(fc.tuple(step(0), step(1), step(2)), fc.integer({ min: 1, max: 3 }), word, reason, outcome)
  .map(([steps, count, id, why, what]): AnswerEvent[] => [
    ...steps.slice(0, count).flat(),
    ...what,
    { type: 'thread', id },
    { type: 'finish', reason: why },
  ]);

test.each(encodings)('%s: decoding yields the events that were encoded', (_, createEncoder, createDecoder) => {
  const law = fc.property(answer, (events) => {
    expect(read(createDecoder(), written(createEncoder(), events))).toEqual(events);
  });
  void fc.assert(law, runs(300));
});

test.each(encodings)('%s: line ends in the text do not break lines of the body', (_, createEncoder, createDecoder) => {
  const events: AnswerEvent[] = [{ type: 'step' }, { type: 'text', block: 0, text: 'a\r\nb\rc\nd\u2028e' }];
  const body = written(createEncoder(), events);
  expect(body).not.toMatch(/\r/);
  expect(fold(read(createDecoder(), body)).blocks).toEqual([{ step: 1, text: 'a\r\nb\rc\nd\u2028e' }]);
});

test('v2: interleaved blocks survive a round trip', () => {
  const events: AnswerEvent[] = [
    { type: 'step' },
    { type: 'text', block: 0, text: 'a' },
    { type: 'text', block: 1, text: 'c' },
    { type: 'text', block: 0, text: 'b' },
    { type: 'finish', reason: 'stop' },
  ];
  const body = written(createUiMessageStreamEncoder({ messageId: 'm' }), events);
  expect(read(createUiMessageStreamDecoder(), body)).toEqual(events);
});

test.each(encodings)('%s: the thread is sent with the finish, however early it is known', (_, createEncoder) => {
  const encoder = createEncoder();
  const before = encoder.encode({ type: 'thread', id: 'T1' }) + encoder.encode({ type: 'step' });
  expect(before).not.toContain('T1');
  expect(encoder.encode({ type: 'finish' })).toContain('T1');
});

test.each(encodings)(
  '%s: a finish reason that official clients reject is sent as "other"',
  (_, createEncoder, createDecoder) => {
    const body = written(createEncoder(), [{ type: 'finish', reason: 'guardrail' }]);
    expect(read(createDecoder(), body)).toEqual([{ type: 'finish', reason: 'other' }]);
  },
);

test.each(encodings)(
  '%s: a failed and a stopped answer are encoded as such',
  (encoding, createEncoder, createDecoder) => {
    const begun: AnswerEvent[] = [{ type: 'step' }, { type: 'text', block: 0, text: 'a' }];
    const failed = fold(read(createDecoder(), written(createEncoder(), [...begun, { type: 'error', message: 'No.' }])));
    expect(failed).toMatchObject({ error: 'No.', finished: false });
    const stopped = fold(read(createDecoder(), written(createEncoder(), [...begun, { type: 'abort' }])));
    // v1 can only say that the answer failed.
    expect([stopped.aborted, stopped.finishReason]).toEqual(encoding === 'v2' ? [true, undefined] : [false, 'error']);
  },
);
