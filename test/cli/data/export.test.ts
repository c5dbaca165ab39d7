import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { export_ } from '../../../src/cli/data/export.ts';
import { evaluate } from '../../../src/cli/eval.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { enterEmptyFolder, openTerminal } from '../terminal.ts';
import { seeded } from './seeded.ts';

const site = join(import.meta.dirname, '../../fixtures/docs/site');
const seeds = [
  { text: 'How do I boil water?', sources: [{ path: '/guides/start' }], mark: 'helpful' },
  { text: 'Which currencies does the invoice module support?' },
  { text: 'my own secret', isPrivate: true },
  { text: 'Nobody said, "so"', sources: [{ path: '/reference/options' }], mark: 'not_helpful' },
] as const;

it('prints lines that docent eval can read from standard input', async () => {
  const database = await seeded(enterEmptyFolder(), seeds);
  const exported = openTerminal();
  expect(await export_.run(['eval', '--database', database], exported.io)).toBe(0);
  expect(
    exported
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { id: expect.any(String), question: 'How do I boil water?', pages: ['/guides/start'] },
    { id: expect.any(String), question: 'Which currencies does the invoice module support?', pages: [] },
  ]);
  const measured = openTerminal({}, exported.out());
  expect(await evaluate.run(['-', '--docs', site, '--min', 'r1=100,refused=100'], measured.io)).toBe(0);
  expect(measured.out()).toContain('2 questions (1 answerable, 1 not) on 4 pages');
  expect(measured.err()).not.toContain('.last.json');
});

it('prints tables of questions and feedback that identify nobody', async () => {
  const database = await seeded(enterEmptyFolder(), seeds);
  const { io, out } = openTerminal({ DATABASE_URL: database });
  expect(await export_.run(['questions', '--format', 'csv'], io)).toBe(0);
  expect(await export_.run(['feedback'], io)).toBe(0);
  expect(out()).toContain('id,at,platform,asked,question,outcome,pages,helpful,notHelpful,tookMs,link\r\n');
  expect(out()).toMatch(/,slack,mention,"Nobody said, ""so""",answered,\/reference\/options,0,1,\d+,\r\n/);
  expect(out()).toContain('"mark":"not_helpful"');
  expect(out()).not.toMatch(/U1|U2|secret/);
});

it('feedback includes problems that MCP clients reported to the service, in its database or in the one that is named', async () => {
  const folder = enterEmptyFolder();
  const database = await seeded(folder, seeds);
  const service = `sqlite:${join(folder, 'docent-serve.db')}`;
  const store = await openServiceStore(service);
  const problem = { domain: 'docs', organization: 'default', question: 'How much? Mail me@acme.example' };
  const said = { reason: 'missing', comment: '@ann knows', pages: ['/guides/start'] } as const;
  const now = Date.now();
  await store.saveProblem({ ...problem, ...said, id: 'new', at: now });
  await store.saveProblem({ ...problem, ...said, id: 'old', at: now - 31 * 24 * 3_600_000 });
  await store.close();
  const row = {
    id: 'new',
    at: new Date(now).toISOString(),
    mark: 'not_helpful',
    via: 'mcp',
    reason: 'missing',
    comment: '@… knows',
    platform: 'mcp',
    question: expect.not.stringContaining('acme'),
    pages: ['/guides/start'],
  };
  const rowsOf = async (name: string, env: Record<string, string>, ...args: readonly string[]) => {
    const { io, out } = openTerminal(env);
    expect(await export_.run([name, ...args], io)).toBe(0);
    return out()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  expect((await rowsOf('feedback', { DATABASE_URL: database })).slice(2)).toEqual([row]);
  expect(await rowsOf('feedback', {}, '--database', service)).toEqual([row]);
  expect(await rowsOf('questions', { DATABASE_URL: database })).not.toContainEqual(
    expect.objectContaining({ id: 'new' }),
  );
});

it('contains the words of private channels only if docent.yaml says so', async () => {
  const folder = enterEmptyFolder();
  const database = await seeded(folder, [{ text: 'Which kettle?', place: 'private' }]);
  const [before, after, broken] = [openTerminal(), openTerminal(), openTerminal()];
  expect(await export_.run(['questions', '--database', database], before.io)).toBe(0);
  expect(before.out()).not.toContain('kettle');
  writeFileSync(join(folder, 'docent.yaml'), 'privateChannels: true\n');
  expect(await export_.run(['questions', '--database', database], after.io)).toBe(0);
  expect(after.out()).toContain('Which kettle?');
  writeFileSync(join(folder, 'docent.yaml'), 'privateChannels: maybe\n');
  expect(await export_.run(['questions', '--database', database], broken.io)).toBe(0);
  expect(broken.out()).not.toContain('kettle');
  expect(broken.err()).toContain('docent.yaml, line 1');
});

it('reports wrong arguments', async () => {
  const { io } = openTerminal();
  await expect(export_.run([], io)).rejects.toThrow('What to export?');
  await expect(export_.run(['eval', '--format', 'csv'], io)).rejects.toThrow('only reads jsonl');
  await expect(export_.run(['questions', '--format', 'xml'], io)).rejects.toThrow('--format takes');
});
