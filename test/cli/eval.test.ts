import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { evaluate } from '../../src/cli/eval.ts';
import { type CommandIo, UsageError } from '../../src/cli/terminal/command.ts';
import { startEmbeddings } from '../service/embedding-endpoint.ts';
import { docsFolder } from '../service/folder.ts';
import { type Act, startEndpoint } from '../service/model-endpoint.ts';

const site = join(import.meta.dirname, '../fixtures/docs/site');

let folder: string;
let out: string;
let err: string;
let io: CommandIo;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eval-'));
  out = '';
  err = '';
  io = {
    env: {},
    stdin: (async function* () {})(),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    signal: new AbortController().signal,
  };
  return () => rmSync(folder, { recursive: true });
});

function questions(...lines: readonly (object | string)[]): string {
  const file = join(folder, 'questions.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

const boil = {
  id: 'boil',
  question: 'How do I boil water?',
  pages: ['/guides/start'],
  facts: ['boilWater', '/lit(er|re)s/', 'kettle of steel'],
};
const dry = { id: 'dry', question: 'What does E_DRY mean?', pages: ['/reference/options'], facts: ['no water'] };
const unsaid = { id: 'unsaid', question: 'Which currencies does the invoice module support?', pages: [] };

test('figures are printed, from the second run on next to those of the last run', async () => {
  const file = questions(boil, dry, unsaid);
  expect(await evaluate.run([file, '--docs', site], io)).toBe(0);
  expect(out).toContain('3 questions (2 answerable, 1 not) on 4 pages');
  expect(out).toMatch(/right page first +r1 +100\.0 % +34 to 100\n/);
  expect(out).toMatch(/facts shown +facts +75\.0 % +30 to 95\n/);
  expect(out).toMatch(/unanswerable refused +refused +100\.0 % +21 to 100\n/);
  expect(out).not.toContain('change');
  const last = JSON.parse(readFileSync(join(folder, 'questions.last.json'), 'utf8'));
  expect(last.ranks).toEqual({ boil: 1, dry: 1 });
  writeFileSync(
    join(folder, 'questions.last.json'),
    JSON.stringify({ figures: { r1: 50 }, ranks: { boil: 1, dry: 0, gone: 2 } }),
  );
  out = '';
  await evaluate.run([file, '--docs', site], io);
  expect(out).toMatch(/right page first +r1 +100\.0 % +34 to 100 +50\.0 % +\+50\.0\n/);
  expect(out).toContain('better: dry (– → 1)');
  expect(out).not.toContain('worse');
});

test('what a refusal mentions does not count as a fact', async () => {
  const titled = { ...unsaid, pages: ['/guides/start'], facts: ['start'] };
  await evaluate.run([questions(titled), '--docs', site], io);
  expect(out).toMatch(/answerable answered +answered +0\.0 %/);
  expect(out).toMatch(/facts shown +facts +0\.0 %/);
});

test('-v lists what went wrong', async () => {
  const wrong = { ...dry, pages: ['/guides/start'] };
  const said = { id: 'said', question: 'What is E_TIMEOUT?', pages: [] };
  await evaluate.run([questions(boil, wrong, said), '--docs', site, '-v'], io);
  expect(out).toContain('not shown: kettle of steel');
  expect(out).toMatch(
    /dry {2}What does E_DRY mean\?\n +(?:right page at rank \d|no right page found); first: \/reference/,
  );
  expect(out).toMatch(/said {2}What is E_TIMEOUT\?\n +answered from \/reference\/options, though the docs do not say/);
});

test('--json prints figures and results', async () => {
  expect(await evaluate.run([questions(boil), '--docs', site, '--json'], io)).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    pages: 4,
    figures: { r1: 100, r5: 100, mrr: 100, answered: 100 },
    results: [{ id: 'boil', rank: 1, missing: ['kettle of steel'], refused: false }],
  });
});

test('a run below a bar fails and says which', async () => {
  const file = questions(boil);
  expect(await evaluate.run([file, '--docs', site, '--min', 'r1=100'], io)).toBe(0);
  expect(await evaluate.run([file, '--docs', site, '--min', 'r1=100, facts=70%,refused=80'], io)).toBe(1);
  expect(err).toBe(
    'facts shown (facts): 66.7 %, below the bar of 70 %.\nunanswerable refused (refused): not measured, below the bar of 80 %.\n',
  );
});

test.each([
  [['nope.jsonl', '--docs', site], 2, 'nope.jsonl cannot be read'],
  [['--docs', '/nowhere'], 1, 'There is no docs folder /nowhere.'],
] as const)('%j cannot be measured', async (args, code, message) => {
  const file = args[0] === '--docs' ? [questions(boil)] : [];
  expect(await evaluate.run([...file, ...args], io)).toBe(code);
  expect(err).toContain(message);
});

test('every line that is not a question is reported', async () => {
  const file = questions(
    boil,
    'nope',
    { question: ' ', pages: [] },
    '',
    { question: 'a?' },
    { question: 'a?', pages: [], facts: ['/(/'] },
    [dry],
    { ...dry, id: 'boil' },
  );
  expect(await evaluate.run([file, '--docs', site], io)).toBe(2);
  expect(err.match(/line \d/g)).toEqual(['line 2', 'line 3', 'line 5', 'line 6', 'line 7', 'line 8']);
  expect(err).toContain('line 7: it is not a JSON object');
  expect(err).toContain('line 8: the id boil is already taken');
  expect(err).toContain('the fact /(/ is not a valid regular expression');
});

test('a file that begins with a byte order mark is read', async () => {
  expect(await evaluate.run([questions(`\uFEFF${JSON.stringify(boil)}\r`, dry), '--docs', site], io)).toBe(0);
});

test('an embedding model without a URL is a wrong setting', async () => {
  expect(
    await evaluate.run([questions(boil), '--docs', site], { ...io, env: { DOCENT_EMBEDDING_MODEL: 'tiny' } }),
  ).toBe(2);
  expect(err).toMatch(/^DOCENT_MODEL_URL is missing: expected the address/);
});

test('an expected page that the docs do not have is reported', async () => {
  await evaluate.run([questions({ ...boil, pages: ['/gone'] }), '--docs', site], io);
  expect(err).toBe('Question boil: the docs have no page /gone.\n');
});

test('if the docs lack many expected pages, ten are named and the others counted', async () => {
  const pages = Array.from({ length: 13 }, (_, at) => `/gone/${at}`);
  await evaluate.run([questions({ ...boil, pages }), '--docs', site], io);
  expect(err.split('\n').slice(9)).toEqual([
    'Question boil: the docs have no page /gone/9.',
    '… and 3 more: are these questions about the docs in --docs?',
    '',
  ]);
});

test.each([
  [[]],
  [['a.jsonl']],
  [['a.jsonl', '--docs', 'x', '--min', 'p95=3']],
  [['a.jsonl', '--docs', 'x', '--min', 'r1']],
  [[join(site, 'x.jsonl'), '--docs', 'x', '--price', 'cheap']],
])('%j is wrong usage', async (args) => {
  await expect(evaluate.run(args, io)).rejects.toBeInstanceOf(UsageError);
});

const household = { 'kettle.md': '# Kettle\n\nIt boils water.', 'lamp.md': '# Lamp\n\nIt shines on the desk.' };
const night = { id: 'night', question: 'How am I reading at night?', pages: ['/lamp'] };

test('with an embedding model pages are also found by meaning, and the search by words alone is measured for comparison', async () => {
  const args = [questions(night), '--docs', docsFolder(household)];
  const { url } = await startEmbeddings(/boils/, /shines|reading at night/);
  await evaluate.run(args, io);
  expect(out).toMatch(/on 2 pages\n.*right page among five +r5 +0\.0 % +0 to 79\n/s);
  out = '';
  const env = { DOCENT_MODEL_URL: url, DOCENT_EMBEDDING_MODEL: 'tiny' };
  expect(await evaluate.run(args, { ...io, env })).toBe(0);
  expect(out).toMatch(/on 2 pages, by words and meaning \(tiny\)\n +A: by words\n +now +95 % interval +A\n/);
  expect(out).toMatch(/right page among five +r5 +100\.0 % +\d+ to 100 +0\.0 %\n/);
});

test('--synonyms proposes entries for docs.yaml, or says that none would help', async () => {
  const docs = docsFolder({ ...household, 'kettle.md': '# Kettle\n\nIt boils water on the desk.' });
  const lantern = { id: 'lantern', question: 'desk lantern for water', pages: ['/lamp'] };
  await evaluate.run([questions(lantern), '--docs', docs, '--synonyms'], io);
  expect(out).toContain('synonyms:\n  "lantern": ["lamp"] # lantern (2 → 1)\n');
  out = '';
  await evaluate.run([questions(boil), '--docs', site, '--synonyms'], io);
  expect(out).toContain('No synonym would move a right page further up.\n');
});

const modelEnv = (url: string) => ({ DOCENT_MODEL_URL: url, DOCENT_MODEL: 'tiny' });

test('the answers of a language model are measured, and those without it for comparison', async () => {
  const { url, requests } = await startEndpoint(
    [{ say: 'Fill it with vinegar: see [Start](/guides/start).' }, { finish: 'stop' }],
    [{ say: 'The docs do not say.' }, { finish: 'stop' }],
  );
  const vinegar = { ...boil, facts: ['vinegar'] };
  const args = [questions(vinegar, unsaid), '--docs', site, '--record', join(folder, 'model.jsonl')];
  expect(await evaluate.run(args, { ...io, env: modelEnv(url) })).toBe(0);
  expect(out).toMatch(/on 4 pages, by language model \(tiny\)\n +A: by words\n/);
  expect(out).toMatch(/facts shown +facts +100\.0 % +\d+ to 100 +0\.0 %\n/);
  expect(out).toMatch(/unanswerable refused +refused +100\.0 %/);
  expect(requests.length).toBe(2);
  const before = out;
  out = '';
  await evaluate.run(args, { ...io, env: modelEnv(url) });
  expect(requests.length).toBe(2);
  expect(out.match(/facts shown.*?%/)?.[0]).toBe(before.match(/facts shown.*?%/)?.[0]);
});

test('a run with a language model reports its replies, tokens, cost and time, also of a follow-up', async () => {
  const { url, requests } = await startEndpoint(
    [{ say: 'OUTCOME: answer\nFill it: see [Start](/guides/start).' }, { finish: 'stop' }],
    [{ say: 'OUTCOME: ask\nWelches Modul?\n- A\n- B' }, { finish: 'stop' }],
    [{ say: 'OUTCOME: refuse\nDas steht da nicht.' }, { finish: 'stop' }],
  );
  const followUp = { ...boil, id: 'more', question: 'and how much?', history: [boil.question, 'Call it.'] };
  const foreign = { id: 'foreign', question: 'Welche Währungen kann das Modul?', pages: [] };
  const args = [questions(followUp, unsaid, foreign), '--docs', site, '--model', '--price', '2,10'];
  expect(await evaluate.run(args, { ...io, env: modelEnv(url) })).toBe(0);
  expect(out).toContain('the model replied       ok 1, asked_back 1, refused 1\n');
  expect(out).toContain('tokens read and written 300 and 30, 100 and 10 an answer\n');
  expect(out).toContain('cost                    $0.0009, $0.30 for a thousand answers\n');
  expect(out).toMatch(/ {2}time +\d+\.\d s for all\n/);
  expect(out).toMatch(/unanswerable refused +refused +100\.0 %/);
  expect(requests[0]?.body.messages.slice(1).map(({ content }) => content)).toEqual([
    boil.question,
    'Call it.',
    'and how much?',
  ]);
});

interface Conversation {
  readonly id: string;
  readonly model: readonly (string | { readonly tool: string; readonly input: object })[];
  readonly result: string;
}

// It is ours.
const conversations = parse(
  readFileSync(join(import.meta.dirname, '../fixtures/conversations.yaml'), 'utf8'),
) as readonly Conversation[];

test.each(conversations)(
  'the conversation $id gets its reply, and the same from a recording without an endpoint',
  async ({ model, result, ...question }) => {
    const { url, requests } = await startEndpoint(
      ...model.map((reply): readonly Act[] =>
        typeof reply === 'string'
          ? [{ say: reply }, { finish: 'stop' }]
          : [{ call: 'call-0', ...reply }, { finish: 'tool_calls' }],
      ),
    );
    const args = [questions(question), '--docs', site, '--json', '--record', join(folder, 'model.jsonl')];
    for (const at of [url, 'http://127.0.0.1:9/v1']) {
      out = '';
      const env = { ...modelEnv(at), DOCENT_MODEL_WHOLE_DOCS_TOKENS: '0' };
      expect(await evaluate.run(args, { ...io, env })).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        model: { results: { [result]: 1 } },
        results: [{ missing: [], refused: result !== 'ok', rightSources: result === 'ok' ? 1 : 0 }],
      });
    }
    expect(requests).toHaveLength(model.length);
  },
);

test.each([[['one']], ['one']])('a question with the history %j is not valid', async (history) => {
  expect(await evaluate.run([questions({ ...boil, history }), '--docs', site], io)).toBe(2);
  expect(err).toContain('“history” must be a list of strings');
});

test('a run with a language model needs its name, and reports how often it failed', async () => {
  expect(await evaluate.run([questions(boil), '--docs', site, '--model'], io)).toBe(2);
  expect(err).toBe('DOCENT_MODEL must name the model that answers.\n');
  err = '';
  const { url } = await startEndpoint([{ status: 401 }]);
  await evaluate.run([questions(boil), '--docs', site, '--model'], { ...io, env: modelEnv(url) });
  expect(err).toMatch(/^The language model did not answer properly 1 time\.$/m);
});

test('an embedding model that does not respond ends the run with a sentence', async () => {
  const endpoint = await startEmbeddings(/boils/);
  endpoint.mood = 'ill';
  const env = { DOCENT_MODEL_URL: endpoint.url, DOCENT_EMBEDDING_MODEL: 'tiny' };
  expect(await evaluate.run([questions(night), '--docs', docsFolder(household)], { ...io, env })).toBe(1);
  expect(err).toBe(
    'The embedding model did not answer; check DOCENT_MODEL_URL, DOCENT_EMBEDDING_MODEL and DOCENT_MODEL_KEY.\n',
  );
});
