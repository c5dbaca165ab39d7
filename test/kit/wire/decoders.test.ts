/** What the decoders read where official clients fail, and every place where a thread's id may occur. */
import { describe, expect, test } from 'vitest';
import { type Answer, emptyAnswer, foldAnswer, isComplete, textOf } from '../../../src/kit/wire/answer.ts';
import type { AnswerDecoder } from '../../../src/kit/wire/answer-event.ts';
import { createDataStreamDecoder } from '../../../src/kit/wire/data-stream.ts';
import { createUiMessageStreamDecoder } from '../../../src/kit/wire/ui-message-stream.ts';

interface Read extends Answer {
  readonly text: string;
  readonly complete: boolean;
  readonly skipped: number;
  readonly broken: number;
}

function read(decoder: AnswerDecoder, body: string): Read {
  const answer = [...decoder.push(body), ...decoder.end()].reduce(foldAnswer, emptyAnswer);
  return {
    ...answer,
    text: textOf(answer),
    complete: isComplete(answer),
    skipped: decoder.skipped,
    broken: decoder.broken,
  };
}

function readV1(...lines: readonly string[]): Read {
  return read(createDataStreamDecoder(), lines.map((line) => `${line}\n`).join(''));
}

function readV2(...chunks: readonly (object | string)[]): Read {
  const texts = chunks.map((chunk) => (typeof chunk === 'string' ? chunk : JSON.stringify(chunk)));
  return read(createUiMessageStreamDecoder(), texts.map((text) => `data: ${text}\n\n`).join(''));
}

const id = '01JQ8Z3V7M4K9R2T6W0X5Y1B3C';

describe('the thread id of a v1 stream', () => {
  const end = 'd:{"finishReason":"stop"}';
  test.each([
    ['a data item before the end', ['0:"x"', `2:[{"type":"finish","threadId":"${id}"}]`, end]],
    ['a data item after the end', ['0:"x"', end, `2:[{"type":"finish","threadId":"${id}"}]`]],
    ['a data item as a JSON string', ['0:"x"', `2:["{\\"type\\":\\"finish\\",\\"threadId\\":\\"${id}\\"}"]`, end]],
    ['an annotation', ['0:"x"', `8:[{"type":"finish","threadId":"${id}"}]`, end]],
    ['the end', ['0:"x"', `d:{"finishReason":"stop","threadId":"${id}"}`]],
    ['the end of a step', ['0:"x"', `e:{"finishReason":"stop","threadId":"${id}"}`, end]],
    ['the start of a step', [`f:{"messageId":"m","threadId":"${id}"}`, '0:"x"', end]],
    ['an end without a reason', ['0:"x"', `d:{"type":"finish","threadId":"${id}"}`]],
    ['data that is not an array', ['0:"x"', `2:{"type":"finish","threadId":"${id}"}`, end]],
    ['an older code', ['0:"x"', `5:{"threadId":"${id}","messageId":"m"}`, end]],
    ['a bare JSON line', ['0:"x"', `{"type":"finish","threadId":"${id}"}`]],
    ['a data: line', ['0:"x"', `data: {"type":"finish","threadId":"${id}"}`]],
    ['metadata of a finish item', ['0:"x"', `2:[{"type":"finish","messageMetadata":{"threadId":"${id}"}}]`]],
  ])('is found in %s', (_, lines) => {
    const answer = readV1(...lines);
    expect(answer).toMatchObject({ text: 'x', thread: { id }, complete: true, skipped: 0 });
  });

  test('comes with the thread key if the service sends one', () => {
    const answer = readV1(`2:[{"type":"finish","threadId":"${id}","threadKey":"k"}]`);
    expect(answer.thread).toEqual({ id, key: 'k' });
  });

  test('is not taken from a page that a search found', () => {
    const answer = readV1('a:{"toolCallId":"c","result":[{"url":"/a","threadId":"page"}],"threadId":"call"}', end);
    expect(answer.thread).toBeUndefined();
  });
});

describe('the thread id of a v2 stream', () => {
  const text = { type: 'text-delta', id: 't', delta: 'x' };
  const finish = { type: 'finish', finishReason: 'stop' };
  test.each([
    ['the finish', [text, { ...finish, threadId: id }]],
    ['the metadata of the finish', [text, { ...finish, messageMetadata: { threadId: id } }]],
    ['both', [text, { ...finish, threadId: id, messageMetadata: { threadId: id } }]],
    ['the metadata of the start', [{ type: 'start', messageMetadata: { threadId: id } }, text, finish]],
    ['a metadata chunk', [text, { type: 'message-metadata', messageMetadata: { threadId: id } }, finish]],
    ['a data part', [text, { type: 'data-thread', data: { threadId: id }, transient: true }, finish]],
  ])('is found in %s', (_, chunks) => {
    expect(readV2(...chunks)).toMatchObject({ text: 'x', thread: { id }, complete: true, skipped: 0 });
  });

  test('is found in a chunk of an unknown type', () => {
    const answer = readV2(text, { type: 'thread', threadId: id }, finish);
    expect(answer).toMatchObject({ thread: { id }, complete: true, skipped: 1 });
  });

  test('is taken from the last event that has one', () => {
    const answer = readV2({ type: 'start', messageMetadata: { threadId: 'old' } }, { ...finish, threadId: id });
    expect(answer.thread).toEqual({ id });
  });
});

describe('a v1 stream that breaks official clients', () => {
  test.each([
    ['an unknown code', 'q:{"a":1}', 1],
    ['a line without a colon', 'not a part at all', 1],
    ['a comment', ': a comment line', 1],
    ['half a line of JSON', '9:{"toolCallId":"c","toolN', 1],
    ['a CRLF blank line', '\r', 0],
    ['text that is not a string', '0:{"text":"no"}', 1],
    ['a code of two characters', '01:"no"', 1],
    ['a tool call without an id', '9:{"toolName":"search"}', 1],
    ['a tool result without its call', 'a:{"toolCallId":"c","result":7}', 0],
    ['a tool result that is not an object', 'a:7', 0],
    ['data items of the site', '2:[null, 7, "words", {"type":"weather"}, ["x"]]', 0],
    ['a source without an address', 'h:{"sourceType":"url","id":"1"}', 1],
    ['a start of a step without an id', 'f:null', 0],
  ])('keeps its text around %s', (_, line, skipped) => {
    const answer = readV1('0:"a"', line, '0:"b"', 'd:{"finishReason":"stop"}');
    expect(answer).toMatchObject({ text: 'ab', complete: true, skipped });
  });

  test.each([
    ['0:"half a li', 1],
    ['0:{"text":"no"}', 1],
    ['data:{"type":"text-del', 1],
    ['{"type":"text-del', 1],
    ['q:{"a":1}', 0],
    [': a comment line', 0],
    ['9:{"toolCallId":"c","toolN', 0],
  ])('reports whether %s may have lost words', (line, broken) => {
    expect(readV1('0:"a"', line, 'd:{"finishReason":"stop"}')).toMatchObject({ text: 'a', broken });
  });

  test('reports an error even if it is not a string', () => {
    expect(readV1('0:"a"', '3:{"message":"overloaded"}')).toMatchObject({ text: 'a', error: 'overloaded' });
    expect(readV1('3:null')).toMatchObject({ error: '', complete: false });
  });

  test('is complete even if its end has no reason', () => {
    expect(readV1('0:"a"', 'd:null')).toMatchObject({ finished: true, complete: true });
  });

  test('has not ended when text follows a data item that announces the end', () => {
    const item = '8:[{"type":"finish","threadId":"T"}]';
    expect(readV1(item, '0:"a"')).toMatchObject({ thread: { id: 'T' }, finished: false });
    expect(readV1('0:"a"', item)).toMatchObject({ finished: true });
  });

  test('keeps any finish reason', () => {
    expect(readV1('0:"a"', 'd:{"finishReason":"guardrail"}').finishReason).toBe('guardrail');
  });
});

describe('text of a v1 stream', () => {
  test('stays in the same block across a continued step', () => {
    const steps = ['0:"one "', 'e:{"finishReason":"length","isContinued":true}', 'f:{"messageId":"n"}', '0:"block"'];
    expect(readV1('f:{"messageId":"m"}', ...steps).blocks).toEqual([{ step: 1, text: 'one block' }]);
  });

  test('begins a new block with each step', () => {
    const lines = ['f:{}', '0:"a"', 'e:{"finishReason":"stop"}', 'f:{}', 'e:{}', 'f:{}', '0:"b"'];
    expect(readV1(...lines).blocks).toEqual([
      { step: 1, text: 'a' },
      { step: 3, text: 'b' },
    ]);
  });

  test('is taken from its lines when data items repeat it', () => {
    const item = '2:["{\\"type\\":\\"text-delta\\",\\"textDelta\\":\\"hello\\"}"]';
    expect(readV1(item, '0:"hello"', item).text).toBe('hello');
  });

  test('excludes the reasoning of the model', () => {
    expect(readV1('g:"hm"', '0:"a"', 'j:{"signature":"x"}', 'i:{"data":"y"}', 'k:{"data":"z"}')).toMatchObject({
      text: 'a',
      skipped: 0,
    });
  });
});

describe('a v2 stream that breaks official clients', () => {
  const finish = { type: 'finish', finishReason: 'stop' };
  test.each([
    ['an unknown chunk', { type: 'heartbeat' }, 1],
    ['a chunk without a type', {}, 1],
    ['JSON that is not an object', '7', 1],
    ['broken JSON', '{oops', 1],
    ['a delta without text', { type: 'text-delta', id: 't' }, 1],
    ['an output without its input', { type: 'tool-output-available', toolCallId: 'c', output: 7 }, 0],
    ['a call without an id', { type: 'tool-input-start', toolName: 'search' }, 1],
    ['a newer chunk', { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }, 0],
    ['a data part of a site', { type: 'data-weather', data: 'rain' }, 0],
    ['a source without an address', { type: 'source-url', sourceId: 's' }, 1],
    ['an extra key', { type: 'text-end', id: 't', extra: 1 }, 0],
  ])('keeps its text around %s', (_, chunk, skipped) => {
    const open = { type: 'text-start', id: 't' };
    const answer = readV2(
      open,
      { type: 'text-delta', id: 't', delta: 'a' },
      chunk,
      { type: 'text-delta', id: 't', delta: 'b' },
      finish,
    );
    expect(answer).toMatchObject({ blocks: [{ text: 'ab' }], complete: true, skipped });
  });

  test.each([
    ['{oops', 1],
    [{ type: 'text-delta', id: 't' }, 1],
    [{ type: 'heartbeat' }, 0],
    [{}, 0],
  ])('reports whether %j may have lost words', (chunk, broken) => {
    expect(readV2({ type: 'text-delta', id: 't', delta: 'a' }, chunk, finish)).toMatchObject({ text: 'a', broken });
  });

  test('reports an error even without its text', () => {
    expect(readV2({ type: 'error' })).toMatchObject({ error: '', complete: false });
    expect(readV2({ type: 'error', error: { message: 'overloaded' } }).error).toBe('overloaded');
  });

  test('accepts the text field of ai 4 and blocks that were never opened', () => {
    expect(readV2({ type: 'text-delta', id: 't', textDelta: 'a' }, { type: 'text-delta', delta: 'b' }).text).toBe('ab');
  });

  test('is not complete with only [DONE]', () => {
    expect(readV2({ type: 'text-delta', id: 't', delta: 'a' }, '[DONE]')).toMatchObject({ text: 'a', complete: false });
  });

  test('does not need a blank line after its last event', () => {
    for (const end of ['', '\n', '\r', '\r\n']) {
      const body = `data: {"type":"text-delta","id":"t","delta":"a"}\n\ndata: {"type":"finish"}${end}`;
      expect(read(createUiMessageStreamDecoder(), body)).toMatchObject({ text: 'a', complete: true });
    }
  });

  test('has failed if its finish reason is error', () => {
    expect(readV2({ type: 'finish', finishReason: 'error' }).complete).toBe(false);
  });
});

describe('text of a v2 stream', () => {
  const start = (block: string) => ({ type: 'text-start', id: block });
  const delta = (block: string, text: string) => ({ type: 'text-delta', id: block, delta: text });
  const step = { type: 'start-step' };

  test('is joined by block, and blocks are in the order in which they started', () => {
    const answer = readV2(start('a'), start('b'), delta('b', '3'), delta('a', '1'), delta('b', '4'), delta('a', '2'));
    expect(answer.blocks.map((block) => block.text)).toEqual(['12', '34']);
  });

  test('opens a new block when a later step reuses an id', () => {
    const answer = readV2(
      step,
      start('t'),
      delta('t', 'a'),
      { type: 'finish-step' },
      step,
      start('t'),
      delta('t', 'b'),
    );
    expect(answer.blocks).toEqual([
      { step: 1, text: 'a' },
      { step: 2, text: 'b' },
    ]);
  });

  test('is discarded together with the pages when its step is reset', () => {
    const source = (url: string) => ({ type: 'source-url', sourceId: 's', url });
    const first = [step, start('t'), delta('t', 'kept'), source('/kept'), { type: 'finish-step' }];
    const second = [step, start('t'), delta('t', 'lost'), source('/lost'), { type: 'reset-step' }];
    const answer = readV2(...first, ...second, start('t'), delta('t', ' and new'), source('/new'));
    expect(answer.blocks.map((block) => block.text)).toEqual(['kept', ' and new']);
    expect(answer.pages).toEqual([{ path: '/kept' }, { path: '/new' }]);
  });

  test('starts again after a reset of the only step', () => {
    const answer = readV2(delta('t', 'lost'), { type: 'reset-step' }, delta('t', 'new'), { type: 'finish' });
    expect(answer).toMatchObject({ text: 'new', complete: true });
  });
});

describe('the pages of an answer', () => {
  const found = (output: unknown) => ({ type: 'tool-output-available', toolCallId: 'c', output });
  const call = (toolName: string) => ({ type: 'tool-input-start', toolCallId: 'c', toolName });

  test.each([
    ['results', { type: 'search', results: [{ path: '/a', metadata: { title: 'A' }, content: 'whole page' }] }],
    ['a bare array', [{ path: '/a', title: 'A' }]],
    ['a bare array with addresses', [{ url: '/a', metadata: { title: 'A' } }]],
    ['a JSON string', JSON.stringify({ results: [{ path: '/a', title: 'A' }] })],
  ])('are read from %s, in either encoding', (_, output) => {
    expect(readV2(call('search'), found(output)).pages).toEqual([{ path: '/a', title: 'A' }]);
    const lines = [
      '9:{"toolCallId":"c","toolName":"search","args":{}}',
      `a:${JSON.stringify({ toolCallId: 'c', result: output })}`,
    ];
    expect(readV1(...lines).pages).toEqual([{ path: '/a', title: 'A' }]);
  });

  test('come from searches, not from other tools', () => {
    expect(readV2(call('readFile'), found([{ path: '/a' }])).pages).toEqual([]);
    expect(readV2(call('searchDocs'), found([{ path: '/a' }])).pages).toEqual([{ path: '/a' }]);
    expect(readV2(found([{ path: '/a' }])).pages).toEqual([{ path: '/a' }]);
  });

  test('are not read from preliminary output', () => {
    expect(readV2(call('search'), { ...found([{ path: '/a' }]), preliminary: true }).pages).toEqual([]);
  });

  test('are listed once each, with the first title that arrives', () => {
    const pages = [{ path: '/a' }, { path: '/b', title: 'B' }, { path: '/a', title: 'A' }, { path: '/a', title: 'Z' }];
    expect(readV2(call('search'), found(pages)).pages).toEqual([
      { path: '/a', title: 'A' },
      { path: '/b', title: 'B' },
    ]);
  });

  test('number two hundred at most', () => {
    const results = Array.from({ length: 40_000 }, (_, at) => ({ path: `/page-${at}` }));
    const { pages } = readV2(call('search'), found(results));
    expect(pages.map((page) => page.path)).toEqual(results.slice(0, 200).map((page) => page.path));
  });

  test('are skipped if they have no address', () => {
    const entries = [null, 'x', 7, {}, { path: '' }, { path: 7 }, { path: '/a', metadata: null, title: 7 }];
    expect(readV2(call('search'), found(entries)).pages).toEqual([{ path: '/a' }]);
  });
});

describe('a very long part', () => {
  const long = 'x'.repeat(5 * 1024 * 1024);

  test('is skipped in a v1 stream, and the next one is read', () => {
    const decoder = createDataStreamDecoder();
    const pieces = ['0:"a"\n', '0:"', long, '"\n0:"b"\n'];
    const answer = pieces.flatMap((piece) => decoder.push(piece)).reduce(foldAnswer, emptyAnswer);
    expect([textOf(answer), decoder.skipped, decoder.broken]).toEqual(['ab', 1, 1]);
  });

  test('is skipped in a v2 stream, and the next one is read', () => {
    const decoder = createUiMessageStreamDecoder();
    const text = (delta: string) => `data: {"type":"text-delta","id":"t","delta":"${delta}"}\n\n`;
    const [start = '', end = ''] = text('#').split('#');
    const pieces = [text('a'), start, long, end, text('b')];
    const answer = pieces.flatMap((piece) => decoder.push(piece)).reduce(foldAnswer, emptyAnswer);
    expect([textOf(answer), decoder.skipped, decoder.broken]).toEqual(['ab', 1, 1]);
  });

  test('is read if it has 100 KB', () => {
    const page = { path: '/a', content: 'x'.repeat(100_000) };
    const line = `a:${JSON.stringify({ toolCallId: 'c', result: [page] })}`;
    expect(readV1(line).pages).toEqual([{ path: '/a' }]);
  });
});
