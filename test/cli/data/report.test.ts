import { expect, it } from 'vitest';
import { readAsked } from '../../../src/bot/store/reports/asked-questions.ts';
import { report } from '../../../src/cli/data/report.ts';
import { docsFolder } from '../../service/folder.ts';
import { enterEmptyFolder, openTerminal } from '../terminal.ts';
import { seeded } from './seeded.ts';

const seeds = [
  { text: 'How do I boil water?', sources: [{ path: '/guides/start' }], mark: 'helpful' },
  { text: 'boil water, how?', sources: [{ path: '/guides/start' }], mark: 'not_helpful' },
  { text: 'my own secret', isPrivate: true },
] as const;

it('prints the report in the requested format', async () => {
  const database = await seeded(enterEmptyFolder(), seeds);
  const outputs: string[] = [];
  for (const format of ['json', 'html']) {
    const { io, out } = openTerminal({ DATABASE_URL: database });
    expect(await report.run(['--since', '1d', '--format', format], io)).toBe(0);
    outputs.push(out());
  }
  const [json = '', html = ''] = outputs;
  expect(JSON.parse(json)).toMatchObject({ total: { questions: 3, answered: 2 }, topics: [{ questions: 2 }] });
  expect(html).toMatch(/^<!doctype html>/);
  expect(html).toMatch(/<td>Slack, mention<.*<td class="number">3</);
  expect(outputs.join('')).not.toMatch(/secret|U1|U2/);
});

it('counts only the newest questions, and says so, if there are more than it reads', async () => {
  const database = await seeded(enterEmptyFolder(), seeds);
  expect(await readAsked(database, 0, 2)).toMatchObject({ asked: [{ turn: expect.any(String) }, {}], newestOnly: 2 });
  expect(await readAsked(database, 0, 3)).toEqual({ asked: expect.objectContaining({ length: 3 }) });
});

it('lists words of unanswered questions that the docs never use, but none from private questions', async () => {
  const database = await seeded(enterEmptyFolder(), [
    { text: 'limescale on my kettle' },
    { text: 'kettle full of limescale' },
    { text: 'my kettle by Smeg', isPrivate: true },
    { text: 'Smeg kettle', isPrivate: true },
    { text: 'the boiler of my kettle', sources: [{ path: '/kettle' }] },
    { text: 'boiler', sources: [{ path: '/kettle' }] },
  ]);
  const docs = docsFolder({ 'kettle.md': '# Kettle\n\nUse vinegar in the kettle.' });
  const { io, out } = openTerminal({ DATABASE_URL: database });
  expect(await report.run(['--docs', docs], io)).toBe(0);
  expect(out()).toMatch(/<td>limescale<.*<td class="number">2<\/td><td>\/kettle<\/td><\/tr>\n<\/table>/);
  expect(out()).not.toMatch(/smeg/i);
});

it('reports docs that cannot be read', async () => {
  const { io, err } = openTerminal({ DATABASE_URL: await seeded(enterEmptyFolder(), seeds) });
  expect(await report.run(['--docs', 'nowhere'], io)).toBe(1);
  expect(err()).toContain('nowhere');
});

it('reports wrong arguments', async () => {
  const { io } = openTerminal();
  await expect(report.run(['--format', 'pdf'], io)).rejects.toThrow('--format takes html or json');
});
