import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answer, emptyAnswer, foldAnswer, isComplete, textOf } from '../../../src/kit/wire/answer.ts';
import type { AnswerEvent } from '../../../src/kit/wire/answer-event.ts';
import { createAnswerReader } from '../../../src/kit/wire/answer-reader.ts';
import { runs } from '../../fakes/runs.ts';
import { type Recording, recordings, streams } from './recordings.ts';

function reader(headers: Readonly<Record<string, string>>) {
  return createAnswerReader((name) => headers[name]);
}

/** The events of a body that arrives split at these places. */
function read(recording: Pick<Recording, 'headers' | 'body'>, cuts: readonly number[] = []): AnswerEvent[] {
  const { push, end } = reader(recording.headers);
  const ends = [...cuts, recording.body.length];
  const pieces = ends.map((to, index) => recording.body.subarray(ends[index - 1] ?? 0, to));
  return [...pieces.flatMap((piece) => push(piece)), ...end()];
}

function fold(events: readonly AnswerEvent[]): Answer {
  return events.reduce(foldAnswer, emptyAnswer);
}

const passageBytes = 512;
const overlapBytes = 128;

describe('a recorded stream', () => {
  test('is one of 24, each byte for byte as it was recorded', () => {
    const sums = recordings.map(({ name, body }) => [name, createHash('sha256').update(body).digest('hex')]);
    expect(sums).toHaveLength(24);
    expect(sums).toEqual(recordings.map((entry) => [entry.name, (entry as unknown as { sha256: string }).sha256]));
  });

  test.each(streams)('$name yields the expected answer', (recording) => {
    const { expected, headers } = recording;
    const answer = fold(read(recording));
    expect(textOf(answer)).toBe(expected.text);
    expect(answer.blocks.map((block) => block.text)).toEqual(expected.textParts ?? [expected.text]);
    const sources = expected.sources.map(({ raw, title }) => ({ path: raw, ...(title !== null && { title }) }));
    expect(answer.pages).toEqual(sources);
    expect(answer.thread?.id ?? headers['x-thread-id'] ?? null).toBe(expected.threadId);
    expect(answer.finishReason ?? null).toBe(expected.finishReason);
    expect(answer.error ?? null).toBe(expected.error);
    expect(answer.aborted).toBe(expected.aborted);
    expect(isComplete(answer)).toBe(expected.complete);
  });

  test.each(streams)('$name is recognised with and without headers', ({ body, headers, expected }) => {
    for (const known of [headers, {}, { 'content-type': 'text/plain' }]) {
      const one = reader(known);
      one.push(body);
      expect(one.encoding).toBe(expected.encoding);
    }
  });

  // The law holds for any bytes, so long bodies are read in passages, each split at every place.
  test.each(streams)('$name yields the same events wherever it is split in two', (recording) => {
    for (let from = 0; from < recording.body.length; from += passageBytes - overlapBytes) {
      const passage = { ...recording, body: recording.body.subarray(from, from + passageBytes) };
      const whole = JSON.stringify(read(passage));
      for (let at = 1; at < passage.body.length; at += 1) {
        const cut = JSON.stringify(read(passage, [at]));
        if (cut !== whole) expect({ from, at, events: cut }).toEqual({ from, at, events: whole });
      }
    }
  });

  test.each(streams)('$name yields the same events in any number of pieces', (recording) => {
    const whole = JSON.stringify(read(recording));
    const place = fc.integer({ min: 0, max: recording.body.length });
    const law = fc.property(fc.array(place, { maxLength: 60 }), (places) => {
      const cuts = places.toSorted((a, b) => a - b);
      return JSON.stringify(read(recording, cuts)) === whole;
    });
    void fc.assert(law, runs(50));
  });

  test.each(streams)('$name yields the same events byte by byte, without headers too', (recording) => {
    const everyByte = Array.from({ length: recording.body.length - 1 }, (_, index) => index + 1);
    const whole = JSON.stringify(read(recording));
    expect(JSON.stringify(read(recording, everyByte))).toBe(whole);
    expect(JSON.stringify(read({ ...recording, headers: {} }, everyByte))).toBe(whole);
  });

  // One recording announces its end in an annotation, and then continues.
  const cuttable = streams.filter(({ name }) => name !== 'v1-crlf-unknown.txt');

  test.each(cuttable)('$name cut off anywhere counts as complete only with its whole text', (recording) => {
    const { body, expected } = recording;
    const step = Math.ceil(body.length / 500);
    for (let length = 0; length < body.length; length += step) {
      const answer = fold(read({ ...recording, body: body.subarray(0, length) }));
      if (isComplete(answer)) expect(textOf(answer)).toBe(expected.text);
      else expect(textOf(answer).length).toBeLessThanOrEqual(expected.text.length);
    }
  });
});

describe('any body', () => {
  const scrap = fc.constantFrom(
    ...[
      '0:"a"',
      '2:[',
      '{"type":"finish"}',
      '"threadId":"T"',
      'a:{"result":[{}]}',
      'd:',
      'e:null',
      'f:{}',
      ':',
      '\n',
      '\n\n',
    ],
    ...[
      'data: ',
      'event: x',
      '[DONE]',
      '{"type":"text-delta","delta":"b"}',
      '{"type":"reset-step"}',
      '\r',
      '\r\n',
      '\uFEFF',
      '🔥',
    ],
    ...[
      '{"type":"tool-output-available","output":[null]}',
      '9:{"toolCallId":1}',
      '3:{}',
      'h:[]',
      '8:["{]"]',
      '<',
      '[[[',
      '\\ud83d',
    ],
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc.array(scrap, { maxLength: 20 }).map((scraps) => new TextEncoder().encode(scraps.join(''))),
  );
  const markers = fc.constantFrom({}, { 'x-vercel-ai-data-stream': 'v1' }, { 'x-vercel-ai-ui-message-stream': 'v1' });

  test('is read without an exception, and the same wherever it is split', () => {
    const law = fc.property(bytes, markers, fc.nat(), (body, headers, place) => {
      const made = { headers, body: Buffer.from(body) };
      const whole = read(made);
      expect(read(made, [place % (body.length + 1)])).toEqual(whole);
      expect(fold(whole).blocks.every((block) => typeof block.text === 'string')).toBe(true);
    });
    void fc.assert(law, runs(3_000));
  });
});

describe('a body that is not a stream', () => {
  test.each([
    ['a JSON object', { 'content-type': 'application/json' }, '{"error":"no"}'],
    ['a problem document', { 'content-type': 'application/problem+json' }, '{"title":"no"}'],
    ['a web page', { 'content-type': 'text/html; charset=utf-8' }, '<!DOCTYPE html>\n0:"not text"\n'],
    ['a web page without a type', {}, '\n <html>\n<!-- 0:"not text" -->'],
    ['a JSON object without a type', {}, '{"message":"no"}'],
    ['plain prose', { 'content-type': 'text/plain' }, 'Service unavailable\nTry later: soon.'],
  ])('such as %s yields no events', (_, headers, body) => {
    const one = reader(headers);
    expect([...one.push(Buffer.from(body)), ...one.end()]).toEqual([]);
    expect(one.encoding).toBe('none');
  });

  test('has no encoding if it is empty', () => {
    const one = reader({});
    expect([...one.push(Buffer.from('\r\n \n')), ...one.end()]).toEqual([]);
    expect(one.encoding).toBeUndefined();
  });

  test('is given up if it is endless prose', () => {
    const one = reader({});
    one.push(Buffer.from('word '.repeat(20_000)));
    expect(one.encoding).toBe('none');
  });
});

describe('the encoding', () => {
  test.each([
    ['d:{"finishReason":"stop"}', 'v1'],
    ['e:{"finishReason":"stop"}', 'v1'],
    ['i:{"data":"x"}', 'v1'],
    ['data: {"type":"start"}', 'v2'],
    ['data:{"type":"start"}', 'v2'],
    ['event: message', 'v2'],
    ['id: 1', 'v2'],
    ['retry: 3000', 'v2'],
    [': stream-open', 'v2'],
    ['data', 'v2'],
    ['\uFEFF\n\r\n0:"x"', 'v1'],
    ['\uFEFF\n\ndata: {"type":"start"}', 'v2'],
    ['what is this\n0:"x"', 'v1'],
  ])('of a body without headers that contains %j is %s', (line, encoding) => {
    const one = reader({});
    one.push(Buffer.from(line));
    one.end();
    expect(one.encoding).toBe(encoding);
  });

  test('is taken from a marker header if there is one, else from the content type', () => {
    expect(reader({ 'x-vercel-ai-data-stream': 'v1', 'content-type': 'text/event-stream' }).encoding).toBe('v1');
    expect(reader({ 'x-vercel-ai-ui-message-stream': 'v1', 'content-type': 'text/plain' }).encoding).toBe('v2');
    expect(reader({ 'content-type': 'Text/Event-Stream' }).encoding).toBe('v2');
  });
});
