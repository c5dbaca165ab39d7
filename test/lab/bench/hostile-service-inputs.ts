/** Hostile requests to the documentation service, hostile pages in its docs, and hostile output of a model. */

/** A text of this length that repeats a unit. */
function repeated(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length));
}

const prose = 'The configuration is read at start, and a mistyped setting is named with the nearest right one. ';

/** The body of a request to the assistant operation, which accepts up to 1 MB. */
export interface HostileRequest {
  readonly name: string;
  readonly body: () => string;
  /** Why its longest stretch may exceed the limit on a slow machine. */
  readonly reason?: string;
  /** How many are sent concurrently. */
  readonly times?: number;
  /** undefined: the assistant operation. */
  readonly operation?: 'search';
}

const bodyChars = 990_000;

function asking(content: string, more: object = {}): string {
  return JSON.stringify({ fp: 'bench', messages: [{ id: '1', role: 'user', content, parts: [] }], ...more });
}

function asked(name: string, unit: string, chars = 900_000): HostileRequest {
  return { name, body: () => asking(repeated(unit, chars)) };
}

export const hostileRequests: readonly HostileRequest[] = [
  asked('a question of 900 kB of prose', prose),
  asked('blanks', ' '),
  asked('one word', 'x'),
  asked('short words, all different', 'a b c d e f g h i j k l m n o p q r s t u v w x y z '),
  asked('punctuation', '.,;:!?'),
  asked('combining marks', 'e\u0301\u0302', 450_000),
  asked('letters of all scripts', 'aя漢あ한ع', 300_000),
  asked('camel case', 'useChatTransport'),
  {
    name: 'a conversation of 10,000 messages',
    body: () =>
      JSON.stringify({
        fp: 'bench',
        messages: Array.from({ length: 10_000 }, (_, at) => ({
          id: String(at),
          role: at % 2 === 0 ? 'user' : 'assistant',
          content: 'How do I stream text?',
          parts: [],
        })),
      }),
  },
  { name: '100,000 parts in a message', body: () => withParts(100_000 / 8) },
  { name: 'brackets nested 400,000 deep', body: () => '['.repeat(400_000) + ']'.repeat(400_000) },
  { name: 'an array of 400,000 numbers', body: () => `[${'1,'.repeat(bodyChars / 2)}1]` },
  { name: 'an object of 60,000 names', body: () => JSON.stringify(names(60_000)) },
  {
    name: 'context of 900 kB',
    body: () =>
      asking('How do I stream text?', { context: [{ type: 'textSelection', value: repeated(prose, 900_000) }] }),
  },
  {
    name: 'three files and a thread as context',
    body: () =>
      asking('How do I stream text?', {
        context: [' ', 'eyJaaaaaaaaaa-', 'a@b.', '[a](b '].map((unit) => ({
          type: 'code',
          value: repeated(unit, 200_000),
          path: 'a.txt',
        })),
      }),
  },
  {
    name: 'a context of 20,000 items',
    body: () =>
      asking('How do I stream text?', {
        context: Array.from({ length: 20_000 }, () => ({ type: 'code', value: 'a b c' })),
      }),
  },
  ...[' ', 'x', prose, 'useChatTransport ', '@'].map(
    (unit): HostileRequest => ({
      name: `search: 900 kB of ${JSON.stringify(unit.slice(0, 12))}`,
      operation: 'search',
      body: () => JSON.stringify({ query: repeated(unit, 900_000) }),
    }),
  ),
  {
    name: '50 questions at once',
    body: () => asking(`How do I stream text? ${prose}`),
    times: 50,
  },
];

function withParts(count: number): string {
  const parts = Array.from({ length: count }, () => ({ type: 'text', text: 'a' }));
  return JSON.stringify({ fp: 'bench', messages: [{ id: '1', role: 'user', content: 'How?', parts }] });
}

function names(count: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, at]));
}

/** A page of docs that is served, found and quoted. */
export interface HostilePage {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** About the length of the longest page in the docs this was first measured on. */
const pageChars = 100_000;

function page(name: string, unit: string, file = 'kettle.md'): HostilePage {
  return { name: `page: ${name}`, file, text: `# The kettle\n\nWhat the kettle is:\n\n${repeated(unit, pageChars)}` };
}

export const hostilePages: readonly HostilePage[] = [
  page('100 kB of prose', prose),
  page('one URL, repeated', 'https://kettle.example '),
  {
    name: 'page: 100 kB of front matter',
    file: 'kettle.md',
    text: `---\ntitle: Kettle\nx: ${repeated('y', 100_000)}\n---\n\n# The kettle\n`,
  },
  page('blanks', ' '),
  page('a table', '| kettle | `port` | where it listens |\n'),
  page('a list', '- The kettle listens on its port.\n'),
  page('headings', '## The kettle\n\nIt boils.\n\n'),
  page('backticks', '`` kettle ` '),
  page('links', '[the kettle](/kettle) '),
  page('half tags', '<b a=', 'kettle.mdx'),
  page('expressions', '{[', 'kettle.mdx'),
  page('code', '```js\nkettle({ port: 1 });\n```\n'),
];

/** What the model writes in one answer. */
export interface HostileOutput {
  readonly name: string;
  readonly text: string;
  readonly pieceChars: number;
}

function output(name: string, unit: string, pieceChars = 1_000): HostileOutput {
  return { name: `model: ${name}`, text: repeated(unit, 100_000), pieceChars };
}

export const hostileOutputs: readonly HostileOutput[] = [
  output('100 kB of prose', `${prose}\n\n`),
  output('prose, a character a piece', prose, 1),
  output('prose in one piece', prose, 100_000),
  output('opening brackets', '['),
  output('brackets within brackets', '[[a]'),
  output('links', '[a](https://evil.example/) '),
  output('half links', '[a](https://evil.example/ '),
  output('addresses', 'https://evil.example/ '),
  output('angle brackets', '<https:'),
  output('entities', '&#104;ttps://'),
  output('backticks', '`'),
  output('nested quotes', '> '),
  output('comments', ')<!--'),
  output('a table', '| a | b |\n| - | - |\n'),
  output('one word', 'x'),
  output('emoji', '😀', 20),
  output('blanks', ' '),
];
