/** What a hostile or broken assistant may stream. None of it may block the event loop for long. */

/** The body of an answer, in the pieces that the assistant writes. */
export interface HostileStream {
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly pieces: () => Iterable<string>;
  /** Why its longest stretch may exceed the limit on a slow machine. */
  readonly reason?: string;
}

/** The reason for texts that give the parser more work per message than real ones do. */
const oneParse = 'one message is one call of the parser, which cannot pause; its cost is bounded';

/** Splits a text into v1 parts of this length, a few hundred to a piece, as a network delivers them. */
function* inParts(text: string, partChars: number): Generator<string> {
  const parts = Math.ceil(text.length / partChars);
  let piece = '';
  for (let part = 0; part < parts; part += 1) {
    piece += `0:${JSON.stringify(text.slice(part * partChars, (part + 1) * partChars))}\n`;
    if (piece.length < 32_768) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}d:{"finishReason":"stop"}\n`;
}

function streamed(name: string, text: () => string, partChars = 1_000, reason?: string): HostileStream {
  return { name, version: 'v1', pieces: () => inParts(text(), partChars), ...(reason && { reason }) };
}

/** A text of this length that repeats a unit. */
function repeated(unit: string, chars = 100_000): () => string {
  return () => unit.repeat(Math.ceil(chars / unit.length));
}

const prose = 'The configuration is read at start, and a mistyped setting is named with the nearest right one. ';
const paragraph = `${prose.repeat(4)}\n\n`;

function* events(...all: readonly (() => Iterable<object>)[]): Generator<string> {
  let piece = 'data: {"type":"start","messageId":"m"}\n\ndata: {"type":"start-step"}\n\n';
  for (const some of all) {
    for (const event of some()) {
      piece += `data: ${JSON.stringify(event)}\n\n`;
      if (piece.length < 32_768) continue;
      yield piece;
      piece = '';
    }
  }
  yield `${piece}data: {"type":"finish-step"}\n\ndata: {"type":"finish"}\n\n`;
}

function* times(count: number, make: (index: number) => readonly object[]): Generator<object> {
  for (let index = 0; index < count; index += 1) yield* make(index);
}

const said = (id: string, text: string): readonly object[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: text },
  { type: 'text-end', id },
];

export const hostileStreams: readonly HostileStream[] = [
  streamed('10 MB of prose', repeated(paragraph, 10_000_000), 4_000),
  streamed('a million parts of one character', repeated(prose, 1_000_000), 1),
  streamed('one word of 300 kB', repeated('word', 300_000)),
  streamed('one word of 300 kB, a character a part', repeated('word', 300_000), 1),
  streamed('200 kB in one part', repeated(paragraph, 200_000), 200_000),
  streamed('100 kB without a paragraph', repeated(prose), 20),
  streamed('opening brackets', repeated('[')),
  streamed('image marks', repeated('![')),
  streamed('angle brackets', repeated('<')),
  streamed('comments', repeated('<!--')),
  streamed('half tags', repeated('<a href=')),
  streamed('emphasis', repeated('*a **b ')),
  streamed('underscores and tildes', repeated('_a ~~b ')),
  streamed('backticks of all lengths', () =>
    Array.from({ length: 400 }, (_, index) => `${'`'.repeat(index + 1)} `).join(''),
  ),
  streamed('links that do not end', repeated('[a](b ')),
  streamed('references', repeated('[a][b] ')),
  streamed(
    'definitions',
    () => Array.from({ length: 4_000 }, (_, index) => `[n${index}]: /p${index}\n`).join(''),
    1_000,
    oneParse,
  ),
  streamed('nested quotes', repeated('> ')),
  streamed('nested items', repeated('- ')),
  streamed('lines of a letter', repeated('a\n'), 1_000, oneParse),
  streamed('items of a letter', repeated('- a\n'), 1_000, oneParse),
  streamed('footnotes', repeated('[^1]: a\n'), 1_000, oneParse),
  streamed('a table of 2,000 rows', () => `| a | b | c |\n| - | - | - |\n${'| x | y `z` | **w** |\n'.repeat(2_000)}`),
  streamed('a row of 20,000 cells', () => `${'| a '.repeat(20_000)}|\n${'| - '.repeat(20_000)}|\n`),
  streamed('a fence that does not end', () => `\`\`\`js\n${'const x = "`";\n'.repeat(8_000)}`),
  streamed('callouts', repeated(':::note\n')),
  streamed('emoji and combining marks', repeated('👩‍👩‍👧‍👦é̂̃̄ ')),
  streamed('blanks', () => `a${' '.repeat(60_000)}b`),
  streamed('blanks without width', () => `a${'\u200b'.repeat(60_000)}b`),
  streamed('backslashes', () => `a${'\\'.repeat(60_000)}b`),
  streamed('dots of an address', () => `www.a${'.'.repeat(60_000)}b`),
  streamed('asterisks', repeated('*')),
  streamed('exclamation marks', repeated('! ')),
  streamed('entities and backslashes', repeated('&amp;\\')),
  {
    name: '5,000 sources',
    version: 'v2',
    pieces: () =>
      events(
        () => times(5_000, source),
        () => said('0', prose),
      ),
  },
  {
    name: '2,000 interleaved blocks',
    version: 'v2',
    pieces: () => events(() => times(2_000, (index) => said(String(index % 7), prose))),
  },
  { name: 'one line of 4 MB', version: 'v1', pieces: () => [`0:${JSON.stringify('a '.repeat(2_000_000))}\n`] },
];

function source(index: number): readonly object[] {
  return [{ type: 'source-url', sourceId: String(index), url: `https://docs.example/p${index}`, title: prose }];
}
