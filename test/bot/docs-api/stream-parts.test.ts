import { describe, expect, test } from 'vitest';
import { emptyReply, fold, type Part, type Reply } from '../../../src/bot/core/model/reply.ts';
import { createToUrl } from '../../../src/bot/docs-api/page-urls.ts';
import { createPartReader } from '../../../src/bot/docs-api/stream-parts.ts';
import type { AnswerEvent, Page } from '../../../src/kit/wire/answer-event.ts';

const toUrl = createToUrl('https://docs.example');

function createReader(header = {}) {
  return createPartReader(toUrl, header);
}

/** The parts when each event arrives separately. */
function oneByOne(events: readonly AnswerEvent[], header = {}): Part[] {
  const reader = createReader(header);
  return [...events.flatMap((event) => reader.read([event])), ...reader.end()];
}

function sourcesIn(parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ type }) => type === 'source');
}

function toReply(parts: readonly Part[]): Reply {
  return parts.reduce(fold, emptyReply);
}

function text(piece: string, block = 0): AnswerEvent {
  return { type: 'text', block, text: piece };
}

const step: AnswerEvent = { type: 'step' };
const finish: AnswerEvent = { type: 'finish', reason: 'stop' };

describe('the text of an answer', () => {
  test('that arrives in several events at the same time is one part', () => {
    expect(createReader().read([text('a'), text('b'), text('c')])).toEqual([{ type: 'text', text: 'abc' }]);
  });

  test('of two steps forms two paragraphs', () => {
    const events = [step, text('Let me look.'), step, text('It', 1), text(' is here.', 1), finish];
    expect(toReply(oneByOne(events)).text).toBe('Let me look.\n\nIt is here.');
  });

  test('of two steps stays as it is if the assistant separated it', () => {
    expect(toReply(oneByOne([step, text('a:\n'), step, text('b', 1)])).text).toBe('a:\nb');
    expect(toReply(oneByOne([step, text('a'), step, text(' b', 1)])).text).toBe('a b');
    expect(toReply(oneByOne([step, step, text('a')])).text).toBe('a');
  });

  test('of two blocks in one step may form one sentence', () => {
    expect(toReply(oneByOne([step, text('one sen'), text('tence', 1)])).text).toBe('one sentence');
  });

  test('is sent again when a piece arrives in its middle', () => {
    const events = [step, text('First '), text('Second.', 1), text('part. ')];
    expect(oneByOne(events).at(-1)).toEqual({ type: 'replace', text: 'First part. Second.', sources: [] });
    expect(createReader().read(events)).toEqual([{ type: 'replace', text: 'First part. Second.', sources: [] }]);
  });

  test('whose long blocks arrive interleaved is sent again from time to time, and completely at its end', () => {
    const reader = createReader();
    const piece = 'word '.repeat(200);
    const events = Array.from({ length: 2_000 }, (_, at) => text(piece, at % 2));
    const parts = [...events.flatMap((event) => reader.read([event])), ...reader.read([finish])];
    const told = parts.reduce((sum, part) => sum + (part.type === 'replace' ? part.text.length : 0), 0);
    expect(told).toBeLessThan(25 * 2_000 * piece.length);
    expect(toReply([...parts, ...reader.end()]).text).toBe(piece.repeat(2_000));
  });

  test('of an answer that is cut off has no suggestions', () => {
    const block = text('a\n```suggestions\n(One)[/one]\n```\n');
    expect(oneByOne([block]).map(({ type }) => type)).toEqual(['text']);
    expect(toReply(oneByOne([block, finish])).suggestions).toEqual(['One']);
  });

  test('that is sent again is parsed again', () => {
    const events = [text('See (the'), text('(x)[/y]', 1), text(' guide) ')];
    expect(toReply(oneByOne(events)).text).toBe('See (the guide) [x](https://docs.example/y)');
  });

  test('is sent again with its sources when a step is withdrawn', () => {
    const kept: AnswerEvent = { type: 'source', page: { path: '/kept', title: 'Kept' } };
    const lost: AnswerEvent = { type: 'source', page: { path: '/lost' } };
    const events = [step, text('Kept.'), kept, step, text(' Lost', 1), lost, { type: 'reset', block: 1 } as const];
    const reply = toReply(oneByOne([...events, text(' New.', 1), finish]));
    expect(reply.text).toBe('Kept. New.');
    expect(reply.sources).toEqual([{ path: '/kept', title: 'Kept', url: 'https://docs.example/kept' }]);
  });

  test('that was withdrawn leaves no answer', () => {
    const reader = createReader();
    reader.read([step, text('Lost.'), { type: 'reset', block: 0 }, finish]);
    expect(reader.end()).toEqual([]);
    expect(reader.failure()?.code).toBe('empty');
  });
});

describe('sources', () => {
  test('are complete and distinct if the site is known', () => {
    const pages = [{ path: '/a', title: 'A', snippet: 'long' }, { path: 'b' }, { path: '/a' }];
    expect(sourcesIn(oneByOne([{ type: 'found', call: 'c', pages }]))).toEqual([
      { type: 'source', source: { path: '/a', title: 'A', url: 'https://docs.example/a' } },
      { type: 'source', source: { path: 'b', url: 'https://docs.example/b' } },
    ]);
  });

  test('have only path and title if it is not', () => {
    const reader = createPartReader(createToUrl(undefined), {});
    const parts = reader.read([
      { type: 'found', call: 'c', pages: [{ path: '/a', title: 'A' }, { path: 'javascript:x' }] },
    ]);
    expect(sourcesIn(parts)).toEqual([
      { type: 'source', source: { path: '/a', title: 'A' } },
      { type: 'source', source: { path: 'javascript:x' } },
    ]);
  });

  test('are those found pages that the answer cites', () => {
    const titled = (...names: readonly string[]): readonly Page[] =>
      names.map((name) => ({ path: `/${name}`, title: name.toUpperCase() }));
    const found: AnswerEvent = { type: 'found', call: 'c', pages: titled('a', 'b', 'c', 'd') };
    const cited = ['/d', '/b'].map((path): AnswerEvent => ({ type: 'source', page: { path } }));
    const events: readonly AnswerEvent[] = [found, { type: 'text', block: 0, text: 'Both.' }, ...cited];
    const shown = (some: readonly AnswerEvent[]) => toReply(oneByOne(some)).sources.map(({ title }) => title);
    expect(shown(events.slice(0, 2))).toEqual(['A', 'B', 'C', 'D']);
    expect(shown(events)).toEqual(['D', 'B']);
    expect(toReply(oneByOne(events)).text).toBe('Both.');
    expect(shown([...events, { ...found, pages: titled('e') }])).toEqual(['D', 'B']);
  });

  test('are both the found and the cited pages if the answer cites none of those found', () => {
    const found: AnswerEvent = { type: 'found', call: 'c', pages: [{ path: '/a' }] };
    const cited: AnswerEvent = { type: 'source', page: { path: '/b' } };
    expect(toReply(oneByOne([found, cited])).sources.map(({ path }) => path)).toEqual(['/a', '/b']);
  });

  test('get a title that arrives later', () => {
    const source = (title?: string): AnswerEvent => ({ type: 'source', page: { path: '/a', ...(title && { title }) } });
    expect(toReply(oneByOne([source(), source('A')])).sources).toMatchObject([{ path: '/a', title: 'A' }]);
  });
});

describe('the thread', () => {
  test('in the body is reported once, with the key in the header', () => {
    const thread: AnswerEvent = { type: 'thread', id: 'B' };
    const part = { type: 'thread', thread: { id: 'B', key: 'K' } };
    expect(oneByOne([thread, thread], { key: 'K' })).toEqual([part]);
    expect(oneByOne([thread, thread], { id: 'A', key: 'K' })).toEqual([part]);
  });

  test('is not reported again if the header already named it', () => {
    expect(oneByOne([{ type: 'thread', id: 'A' }], { id: 'A', key: 'K' })).toEqual([]);
  });

  test('has the key in the body if there is one', () => {
    const parts = oneByOne([{ type: 'thread', id: 'A', key: 'K' }], { id: 'A' });
    expect(parts).toEqual([{ type: 'thread', thread: { id: 'A', key: 'K' } }]);
  });
});

describe('searches', () => {
  const pages: readonly Page[] = ['a', 'b', 'c', 'd'].map((path) => ({ path: `/${path}`, title: path }));

  test('are steps of the reply, with the first pages that they found', () => {
    const events: AnswerEvent[] = [
      { type: 'search', call: 'c', query: 'pair' },
      { type: 'found', call: 'c', pages },
    ];
    expect(toReply(oneByOne(events.slice(0, 1))).steps).toMatchObject([{ title: 'Searching the docs for “pair”' }]);
    const [step] = toReply(oneByOne(events)).steps ?? [];
    expect(step?.pages?.map(({ url }) => url)).toEqual([1, 2, 3].map((at) => `https://docs.example/${' abc'[at]}`));
  });

  test('of an answer that starts over are forgotten', () => {
    const parts = oneByOne([{ type: 'search', call: 'c', query: 'pair' }]);
    expect(toReply([...parts, { type: 'replace', text: '', sources: [] }]).steps).toBeUndefined();
  });
});

describe('an answer', () => {
  function end(
    events: readonly AnswerEvent[],
    skipped = 0,
    broken = 0,
  ): readonly [readonly Part[], string | undefined] {
    const reader = createReader();
    reader.read(events);
    const unread = { skipped, broken };
    return [reader.end(unread), reader.failure(unread)?.code];
  }

  test.each([
    ['finished', [text('a'), finish], 'stop', undefined],
    ['finished without a reason', [text('a'), { type: 'finish' }], 'stop', undefined],
    ['finished by its own limit', [text('a'), { type: 'finish', reason: 'length' }], 'length', undefined],
    ['with an error', [text('a'), { type: 'error', message: 'No.' }, finish], undefined, 'cut_off'],
    ['with an error before its text', [{ type: 'error', message: 'No.' }], undefined, 'unavailable'],
    ['finished as failed', [text('a'), { type: 'finish', reason: 'error' }], undefined, 'cut_off'],
    ['stopped by the service', [text('a'), { type: 'abort' }], undefined, 'cut_off'],
    ['stopped before its text', [{ type: 'abort' }], undefined, 'unavailable'],
    ['without an end', [text('a')], undefined, 'cut_off'],
    ['without anything', [], undefined, 'cut_off'],
    ['without text', [step, { type: 'search', call: 'c' }, finish], undefined, 'empty'],
    ['with parts for other clients alone', [step, { type: 'unshown' }, finish], undefined, 'not_shown'],
    ['with parts for other clients and text', [{ type: 'unshown' }, text('a'), finish], 'stop', undefined],
    ['with blank text', [text(' \n'), finish], undefined, 'empty'],
    ['of suggestions alone', [text('```suggestions\n(A)[/a]\n```'), finish], undefined, 'empty'],
  ] as [string, AnswerEvent[], string | undefined, string | undefined][])('%s', (_, events, reason, code) => {
    const [parts, failure] = end(events);
    expect(parts.findLast((part) => part.type === 'finish')?.reason).toBe(reason);
    expect(failure).toBe(code);
  });

  test('is malformed if nothing of it could be read', () => {
    expect(end([], 3)[1]).toBe('malformed');
    expect(end([text('a')], 3)[1]).toBe('cut_off');
  });

  test('reports text that could not be read, and is malformed if no text is left', () => {
    expect(end([text('a'), finish], 1, 1)[0].at(-1)).toEqual({ type: 'finish', reason: 'stop', unread: true });
    expect(end([text('a'), finish], 1, 0)[0].at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    expect(end([finish], 1, 1)[1]).toBe('malformed');
  });

  test('that is cut off yields the text that was held back', () => {
    expect(end([text('see (the gui')])[0]).toEqual([{ type: 'text', text: '(the gui' }]);
  });
});

describe('what the service says that the answer is', () => {
  const found: AnswerEvent = { type: 'found', call: 'a', pages: [{ path: '/a', title: 'A' }] };
  const refused: AnswerEvent = { type: 'outcome', outcome: 'refuse' };

  test('leaves it the cited pages alone, and the words for clients that do not read it are not shown', () => {
    const events = [step, found, text('No.'), refused, text('\n\n_Refused._'), finish];
    const reader = createReader();
    for (const parts of [oneByOne(events), [...reader.read(events), ...reader.end()]])
      expect(toReply(parts)).toMatchObject({ text: 'No.', sources: [], outcome: 'refuse' });
    const answered: AnswerEvent = { type: 'outcome', outcome: 'answer' };
    const cited: AnswerEvent = { type: 'source', page: { path: '/b', title: 'B' } };
    const { sources } = toReply(oneByOne([step, found, text('Yes.'), answered, cited, finish]));
    expect(sources.map(({ path }) => path)).toEqual(['/b']);
  });

  test('goes with the text that it was said of', () => {
    const answered: AnswerEvent = { type: 'outcome', outcome: 'answer' };
    for (const again of [step, { type: 'reset', block: 0 } as const]) {
      const undone = toReply(oneByOne([step, text('No.'), refused, again, text('Yes.', 1), finish]));
      expect(undone.text).toContain('Yes.');
      expect(undone.outcome).toBeUndefined();
      const changed = toReply(oneByOne([step, text('No.'), refused, again, text('Yes.', 1), answered, finish]));
      expect(changed).toMatchObject({ text: undone.text, outcome: 'answer' });
    }
  });
});

describe('a question back', () => {
  const ask = (question: string, ...options: string[]): AnswerEvent => ({ type: 'ask', question, options });

  test('without text is the answer, with its options as a list and as buttons', () => {
    const reply = toReply(oneByOne([step, ask('Which *plan*?', 'Free', '<!everyone> [x](y)'), finish]));
    expect(reply.text).toBe('Which \\*plan\\*?\n\n- Free\n- \\<\\!everyone\\> \\[x\\](y)');
    expect(reply.suggestions).toEqual(['Free', '<!everyone> [x](y)']);
    const reader = createReader();
    reader.read([ask('Which?', 'A', 'B'), finish]);
    reader.end();
    expect(reader.failure()).toBeUndefined();
  });

  test('that the text has already is not written twice', () => {
    const said = 'Which **plan** is it?\n\n- Free\n- Paid';
    const reply = toReply(oneByOne([step, text(said), ask('Which plan is it?', 'Free', 'Paid'), finish]));
    expect([reply.text, reply.suggestions]).toEqual([said, ['Free', 'Paid']]);
  });

  test('with more options than a menu holds, or longer ones than a label, is a list alone', () => {
    for (const options of [Array.from({ length: 26 }, (_, at) => `Plan ${at}`), ['Short', 'long '.repeat(20).trim()]]) {
      const reply = toReply(oneByOne([ask('Which?', ...options), finish]));
      expect(reply.text).toBe(`Which?\n\n${options.map((each) => `- ${each}`).join('\n')}`);
      expect(reply.suggestions).toEqual([]);
    }
  });

  test('beside another one has no buttons, because one press answers one of them', () => {
    const reply = toReply(oneByOne([ask('Which?', 'A', 'B'), ask('Where?', 'Here', 'There'), finish]));
    expect(reply.text).toBe('Which?\n\n- A\n- B\n\nWhere?\n\n- Here\n- There');
    expect(reply.suggestions).toBeUndefined();
  });

  test('of an answer that breaks off is not shown', () => {
    expect(toReply(oneByOne([text('a'), ask('Which?', 'A', 'B')]))).toMatchObject({ text: 'a' });
  });
});

test('a place where people help is a line with its link, unless the text has it or it is no web address', () => {
  const contact = (path: string, title?: string): AnswerEvent => ({
    type: 'contact',
    page: { path, ...(title && { title }) },
  });
  const events = [text('Ask.'), contact('/help', 'Our [team]'), contact('javascript:alert(1)'), finish];
  expect(toReply(oneByOne(events)).text).toBe('Ask.\n\n[Our \\[team\\]](<https://docs.example/help>)');
  const known = [text('Write to https://docs.example/help.'), contact('/help'), finish];
  expect(toReply(oneByOne(known)).text).toBe('Write to https://docs.example/help.');
});
