import { expect, test } from 'vitest';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { type Answer, maxAnswerChars, slicedAnswer, toAnswer, toPieces } from '../../../src/service/answers/answer.ts';
import { selectPassages, sharesOf, type Taking } from '../../../src/service/answers/passage-ranking.ts';
import { readDocs } from '../../../src/service/content/pages.ts';
import type { WeighedTerm } from '../../../src/service/search/ranking/matching.ts';
import { createSearchIndex, type SearchIndex } from '../../../src/service/search/ranking/search.ts';
import { expectLinear } from '../../fakes/linear.ts';
import { aiFolder, docsFolder, siteFolder } from '../folder.ts';

const indexes = new Map<string, Promise<SearchIndex>>();

/** Of each folder once: the real corpus takes a second. */
function indexOf(folder: string): Promise<SearchIndex> {
  const index = indexes.get(folder) ?? readDocs(folder).then(({ pages }) => createSearchIndex(pages));
  indexes.set(folder, index);
  return index;
}

async function answered(folder: string, question: string): Promise<Answer> {
  const index = await indexOf(folder);
  return toAnswer(index.search(question, 5), (page, section) => page.path + (section.anchor && `#${section.anchor}`));
}

test('an answer quotes the best section, under the title of its page and its own', async () => {
  const { text, sources } = await answered(siteFolder, 'What does E_DRY mean?');
  expect(text).toMatch(/^From the docs: \*\*\[Options › Errors\]\(\/reference\/options#errors\)\*\*\n\n/);
  expect(text).toContain('There is no water.');
  expect(sources.map(({ page }) => page.path)).toEqual(['/reference/options']);
});

test('code comes with the sentence that introduces it', async () => {
  const { text } = await answered(siteFolder, 'How do I boil water?');
  expect(text).toContain('To boil water, call `boilWater` with the number of litres.');
  expect(text).toContain("```ts\nimport { boilWater } from 'kettle';");
});

test('a table of thousands of matching rows is answered from in linear time', async () => {
  await expectLinear(8_000, async (length) => {
    const rows = Array.from({ length }, (_, at) => `| ${at} | The kettle boils water. |`);
    const folder = docsFolder({ 'a.md': `# Kettles\n\n| Number | Says |\n| --- | --- |\n${rows.join('\n')}` });
    expect((await answered(folder, 'Which kettle boils water?')).text).toContain('boils water');
  });
});

test('a page with a word as long as a file is read in linear time', async () => {
  await expectLinear(100_000, async (times) => {
    const folder = docsFolder({ 'a.md': `# Kettle\n\nThe kettle boils water: ${'f0'.repeat(times)}` });
    expect((await answered(folder, 'What does the kettle boil?')).text).not.toBe('');
  });
});

test('code is labelled with its file name or version', async () => {
  const folder = docsFolder({
    'a.md':
      '# Migrate\n\nBoiling water changed.\n\n```ts title="kettle 1"\nboil();\n```\n\n```ts title="kettle 2"\nkettle.boil();\n```',
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'How do I migrate boiling water?');
  expect(text).toContain('`kettle 1`:\n\n```ts\nboil();\n```\n\n`kettle 2`:\n\n```ts\nkettle.boil();\n```');
});

test('code for two versions, distinguished by comments, is shown for both', async () => {
  const folder = docsFolder({
    'a.md':
      '# Migrate\n\nThe schema of a kettle is required.\n\n```ts\n// v4\nkettle({ schema: { water: 1 } });\n```\n\n```ts\n// v5\nkettle({ schema: { type: 1, water: 1 } });\n```',
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'schema of the kettle is required');
  expect(text).toContain('// v4');
  expect(text).toContain('// v5');
});

test('the best page is shown whole if it is short', async () => {
  const folder = docsFolder({
    'whistle.md':
      '# Kettle whistles\n\n## Issue\n\nThe kettle whistles all night.\n\n## Cause\n\nScale.\n\n## Solution\n\nPour vinegar in.',
    'night.md': '# Night\n\nThe lamp of the kettle is dimmed all night. A kettle that whistles is loud.',
    'other.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'why does my kettle whistle all night');
  expect(text).toContain('**Cause**\n\nScale.');
  expect(text).toContain('**Solution**\n\nPour vinegar in.');
});

test('a page is named once, at the first of its sections', async () => {
  const folder = docsFolder({
    'a.md': '# Kettle\n\n## Fill\n\nFill the kettle to the mark.\n\n## Clean\n\nClean the kettle with vinegar.',
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'How do I fill and clean the kettle?');
  expect(text).toBe(
    'From the docs: **[Kettle › Clean](/a#clean)**\n\nClean the kettle with vinegar.\n\n**Fill**\n\nFill the kettle to the mark.',
  );
});

test('the matching row of a long table is shown, however far down it is', async () => {
  const rows = Array.from({ length: 64 }, (_, at) => `| E${100 + at} | The ${part(at)} is ${fault(at)} | Call us |`);
  const table = ['| Code | Meaning | Remedy |', '| --- | --- | --- |', ...rows].join('\n');
  const folder = docsFolder({ 'a.md': `# Error codes\n\n${table}`, 'b.md': '# Other\n\nMore.' });
  const index = await indexOf(folder);
  const shows = (row: string, at: number): boolean =>
    toAnswer(index.search(`what does error E${100 + at} mean`, 5), (page) => page.path).text.includes(row);
  expect(rows.filter((row, at) => !shows(row, at))).toEqual([]);
});

test('a list or table that is shown in part ends in a link to all of it, which is not an item', async () => {
  const items = Array.from({ length: 40 }, (_, at) => `- The ${part(at)} is ${fault(at)} when nobody looks after it.`);
  const rows = Array.from({ length: 64 }, (_, at) => `| The ${part(at)} | ${fault(at)} by the evening |`);
  const folder = docsFolder({
    'a.md': `# Faults\n\nThese are known:\n\n${items.join('\n')}`,
    'b.md': `# Parts\n\n| Part | State |\n| --- | --- |\n${rows.join('\n')}`,
  });
  const list = await answered(folder, 'which faults are known when nobody looks after the valve');
  expect(list.text).toMatch(/\n- The [^\n]*\n\n\[More on this page\]\(\/a\)(?:\n|$)/);
  const table = await answered(folder, 'state of the parts by the evening, valve');
  expect(table.text).toMatch(/\n\| The [^\n]*\n\n\[More on this page\]\(\/b\)(?:\n|$)/);
});

test.each([
  ['code', `\`\`\`sh\n${'kettle --descale --with vinegar\n'.repeat(40)}\`\`\``],
  [
    'steps',
    Array.from({ length: 40 }, (_, at) => `${at + 1}. Descale part ${at} of the kettle with vinegar.`).join('\n'),
  ],
])('%s that would fill the screen are linked, never cut', async (_, block) => {
  const folder = docsFolder({
    'a.md': `# Kettle\n\n## Descale\n\nDescale it each year with vinegar:\n\n${block}`,
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'how do I descale the kettle with vinegar');
  expect(text).toBe(
    'From the docs: **[Kettle › Descale](/a#descale)**\n\nDescale it each year with vinegar:\n\n[More on this page](/a#descale)',
  );
});

test('a line about a further page is never an introduction without what it introduces', async () => {
  const folder = docsFolder({
    'a.md': '# Vinegar\n\nVinegar descales a kettle.',
    'b.md': '# Lamps\n\nA kettle is descaled with vinegar like so:\n\n```sh\npour\nwait\n```\n\nVinegar smells of it.',
  });
  const { text } = await answered(folder, 'vinegar descales a kettle');
  expect(text).toContain('- [Lamps](/b)');
  expect(text).not.toContain('like so');
});

test('a title that looks like HTML is text', async () => {
  const folder = docsFolder({ 'a.md': '# The `<kettle>` tag\n\nA tag that boils.', 'b.md': '# Other\n\nMore.' });
  expect((await answered(folder, 'tag that boils')).text).toContain('**[The \\<kettle> tag](/a)**');
});

test('a heading that is the question, word for word, wins over a section that matches better', async () => {
  const rest = 'A public address is needed by a server with a public address. '.repeat(3);
  const folder = docsFolder({
    'a.md': `# Public address\n\n${rest}\n\n## Does it need a public address?\n\nNo.`,
    'b.md': '# Other\n\nMore.',
  });
  const found = (await indexOf(folder)).search('does it need public address', 5);
  const { text } = toAnswer(found, (page) => page.path, { question: 'does it need public address' });
  expect(text).toMatch(/^From the docs: \*\*\[Public address › Does it need a public address\?\]\(\/a\)\*\*\n\nNo\./);
});

const codes = `# Codes\n\n| Code | Meaning | Remedy |\n| --- | --- | --- |\n${Array.from(
  { length: 30 },
  (_, at) => `| E${100 + at} | The ${part(at)} is ${fault(at)} | Call us |`,
).join('\n')}`;

test('what another page says of the question is quoted below its title while there is room', async () => {
  const folder = docsFolder({ 'a.md': '# E109\n\nCall the shop, and say the number.', 'b.md': codes });
  const { text, sources } = await answered(folder, 'E109');
  expect(text).toContain(
    'say the number.\n\n**[Codes](/b)**\n\n| Code | Meaning | Remedy |\n| --- | --- | --- |\n| E109 | The valve is hot | Call us |',
  );
  expect(sources.map(({ page }) => page.path)).toEqual(['/a', '/b']);
});

test('of further pages there is one line each', async () => {
  const folder = docsFolder({
    'a.md': '# E109 of lamps\n\nE109 lamps shine at night.',
    'b.md': '# E109 of doors\n\nE109 doors open slowly.',
    'c.md': '# E109 of shops\n\nE109 shops close at noon.',
    'd.md': '# E109 of birds\n\nE109 birds sing by day.',
  });
  const { text } = await answered(folder, 'E109');
  expect(text).toMatch(/\n\nSee also:(?:\n- \[E109 of \w+\]\(\/\w\): E109 \w+ \w+ \w+ \w+\.){2}$/);
});

test('a passage that refers back is shown with the one before it', async () => {
  const folder = docsFolder({
    'a.md':
      '# Kettle\n\n## Boil\n\nWater needs a switch. A red one will do.\n\n```sh\nswitch on\n```\n\nThis boils the water of the kettle.' +
      `\n\n${'Lamps shine at night. '.repeat(30)}`,
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'what boils the water of the kettle');
  expect(text).toContain('```sh\nswitch on\n```\n\nThis boils the water of the kettle.');
});

test('a section is shown from its first sentence on', async () => {
  const rest = 'Lamps shine at night in every room of the house. '.repeat(12);
  const section = '## Boil\n\nPut the lid on.\n\nA flame boils the water of the kettle.\n\nWait for steam.';
  const folder = docsFolder({ 'a.md': `# Kettle\n\n${section}`, 'b.md': '# Other\n\nMore.' });
  const longFolder = docsFolder({ 'a.md': `# Kettle\n\n${section}\n\n${rest}`, 'b.md': '# Other\n\nMore.' });
  const asked = 'what boils the water of the kettle';
  expect((await answered(folder, asked)).text).toContain('Put the lid on.\n\nA flame boils');
  expect((await answered(longFolder, asked)).text).toMatch(
    /^From the docs: \*\*\[Kettle › Boil\]\(\/a#boil\)\*\*\n\nPut the lid on\.\n\nA flame boils/,
  );
});

test('an answer from a list of thousands of items pauses after each item', async () => {
  const items = Array.from({ length: 2_000 }, (_, at) => `- The kettle has ${at} switches.`);
  const folder = docsFolder({ 'a.md': `# Kettle\n\n${items.join('\n')}`, 'b.md': '# Other\n\nMore.' });
  const index = await indexOf(folder);
  const work = slicedAnswer(index.search('what is the kettle', 5), (page) => page.path);
  expect([...work].length).toBeGreaterThan(4_000);
});

function part(at: number): string {
  return ['sensor', 'valve', 'pump', 'lamp', 'heater', 'lid', 'base', 'fan'][at % 8] ?? '';
}

function fault(at: number): string {
  return ['leaking', 'hot', 'cold', 'loose', 'blocked', 'broken', 'wet', 'dry'][Math.floor(at / 8)] ?? '';
}

const opening = 'The lid holds the steam back until the water boils.';

test.each(['what is a kettle lid?', 'kettle lid'])(
  'a question that only names a page is answered with its opening: %s',
  async (question) => {
    const filler = (about: string): string =>
      `\n\n## ${about}\n\n${`A kettle lid is ${about.toLowerCase()} by hand. `.repeat(60)}`;
    const folder = docsFolder({
      'lid.md': `# Kettle lid\n\n${opening}${['Cleaned', 'Opened', 'Sold'].map(filler).join('')}`,
      'b.md': '# Other\n\nMore.',
    });
    expect((await answered(folder, question)).text).toMatch(
      new RegExp(`^From the docs: \\*\\*\\[Kettle lid\\]\\(/lid\\)\\*\\*\\n\\n${opening}`),
    );
  },
);

test('the section that the question names comes first on its page', async () => {
  const folder = docsFolder({
    'a.md':
      '# Settings\n\n## colour\n\nThe default value is red. Each value by default is a colour value.\n\n## maxLitres\n\nHow much goes in. Default: `1.7`.',
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'maxLitres default');
  expect(text).toMatch(/^From the docs: \*\*\[Settings › maxLitres\]\(\/a#maxlitres\)\*\*\n\nHow much goes in/);
});

test('an answer opens with the best section, wherever it is on its page', async () => {
  const filler = Array.from({ length: 12 }, (_, at) => `## Part ${at}\n\nThe kettle has a part that is called ${at}.`);
  const folder = docsFolder({
    'a.md': `# Kettle\n\nThe kettle boils water. A kettle is descaled seldom.\n\n${filler.join('\n\n')}\n\n## Descale with vinegar\n\nFill it with vinegar, and wait.`,
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'how do i descale the kettle with vinegar');
  expect(text).toMatch(/^From the docs: \*\*\[Kettle › Descale with vinegar\]/);
});

test('a short list of steps is shown whole', async () => {
  const folder = docsFolder({
    'a.md': '# Reset\n\n1. Unplug it.\n2. Wait for the lamp.\n3. Plug it in.',
    'b.md': '# Other\n\nMore.',
  });
  expect((await answered(folder, 'How do I unplug for a reset?')).text).toContain(
    '1. Unplug it.\n2. Wait for the lamp.\n3. Plug it in.',
  );
});

test('long steps on the best page are shown whole, beyond the usual length of an answer', async () => {
  const steps = Array.from(
    { length: 13 },
    (_, at) => `${at + 1}. Turn screw ${at + 1} ${'until it is quite tight '.repeat(4).trim()}.`,
  );
  const folder = docsFolder({
    'a.md': `# Service\n\n## Descale the kettle\n\n${steps.join('\n')}\n\n## Notes\n\n${'Lamps shine at night. '.repeat(30)}`,
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'how do I descale the kettle');
  expect(steps.join('\n').length).toBeGreaterThan(1_400);
  expect(text).toContain(steps.join('\n'));
  expect(text.length).toBeLessThanOrEqual(maxAnswerChars);
});

test('steps are shown even if a sentence next to them matches better', async () => {
  const { text } = await answered('docs', 'How do I connect Docent to Slack?');
  expect(text).toMatch(/^1\. Open .+\n[\s\S]*^5\. Start Docent/m);
});

test('no introduction in an answer lacks what it introduces', async () => {
  const { text } = await answered(aiFolder, 'how do I stream text to the client?');
  expect(text).not.toMatch(/:\n*(?:\n\*\*\[|\n\nSee also|$)/);
});

test('the same content for another tool or language is shown once', async () => {
  const folder = docsFolder({
    'a.md':
      '# Install\n\nInstall the kettle:\n\n```bash\nnpm install kettle lamp cup\n```\n\n```bash\npnpm install kettle lamp cup\n```\n\nThen plug the kettle in.',
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'How do I install the kettle?');
  expect(text.match(/install kettle lamp cup/g)).toHaveLength(1);
});

test('rows of a long table are compared without the header that they share', async () => {
  const row = (word: string, sense: string): string => `| \`${word}\` | ${sense} |`;
  const long = Array.from({ length: 9 }, (_, at) => row(`word${at}`, `the kettle does thing ${at} `.repeat(3)));
  const folder = docsFolder({
    'a.md': [
      '# Kettle\n\n## Words\n',
      '| word that is typed in a thread of the kettle | what it means there, and in every other thread |',
      '| --- | --- |',
      row('steam', 'whistles'),
      row('quiet', 'no whistle'),
      ...long,
    ].join('\n'),
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'word that is typed in a thread for steam, and for quiet');
  expect(text).toContain(row('steam', 'whistles'));
  expect(text).toContain(row('quiet', 'no whistle'));
});

test('a sentence that later passages refer back to is quoted once', async () => {
  const folder = docsFolder({
    'a.md': [
      '# Kettles\n\nKettles boil water.\n\n```bash\nkettle --model small\n```\n',
      `This is the lamp of the kettle, as the lamp shop sells it. It cuts whatever is too long for it${', and the rest'.repeat(9)}.\n`,
      '| Setting | Meaning |\n| --- | --- |\n| `KETTLE_URL` | Where it stands. |\n',
      'The rest is about tea. '.repeat(60),
    ].join('\n'),
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'lamp');
  expect(text).toContain('KETTLE_URL');
  expect(text.match(/This is the lamp/g)).toHaveLength(1);
});

test('related pages are linked at the end', async () => {
  const { text } = await answered(aiFolder, 'how do I stream text to the client?');
  expect(text).toMatch(/\n\nSee also:\n- \[[^\n]+\]\(\/docs\/[^\n]+\)/);
});

test('a follow-up repeats nothing, until the docs say no more', async () => {
  const index = await indexOf(aiFolder);
  const found = index.search('how do I stream text to the client?', 5);
  let shown = '';
  for (let asked = 0; asked < 3; asked++) {
    const { text, sources } = toAnswer(found, (page) => page.path, { namesFurther: () => false, shown });
    expect(sources).not.toEqual([]);
    // Code blocks that differ may share lines.
    const said = text.replace(/^```[\s\S]*?^```/gm, '');
    const lines = said.split('\n').filter((line) => line.length > 40 && !/^(?:From|\*\*|\|)/.test(line));
    expect(lines.filter((line) => shown.includes(line))).toEqual([]);
    shown += `\n\n${text}`;
  }
  for (let more = toAnswer(found, (page) => page.path, { shown }); more.sources.length > 0; ) {
    shown += `\n\n${more.text}`;
    more = toAnswer(found, (page) => page.path, { shown });
  }
  expect(toAnswer(found, (page) => page.path, { shown }).text).toMatch(
    /^The docs say no more of it\. The nearest pages:/,
  );
});

test.each([
  'how do I stream text to the client?',
  'useChat',
  'what are the parameters of streamText',
  'how can I stop a stream',
])('an answer to %j from a real corpus is complete Markdown of the allowed length', async (question) => {
  const { text, sources } = await answered(aiFolder, question);
  expect(text.length).toBeLessThanOrEqual(maxAnswerChars);
  expect(text.match(/^```/gm)?.length ?? 0).toSatisfy((count: number) => count % 2 === 0);
  expect(sources.length).toBeGreaterThan(0);
});

test('pieces are words that together make up the text', () => {
  const text = '**A b**\n\n- c  d\n\n```ts\n  e\n```';
  expect(toPieces(text).join('')).toBe(text);
  expect(toPieces(text).length).toBeGreaterThan(7);
});

test('code is preferred to prose that matches equally', async () => {
  const folder = docsFolder({
    'a.md': `# Kettle\n\nA kettle boils water with a flame.\n\n\`\`\`sh\nkettle boils water flame\n\`\`\`\n\n${'Lamps shine at night. '.repeat(30)}`,
    'b.md': '# Other\n\nMore.',
  });
  const found = (await indexOf(folder)).search('boils water flame', 5);
  const takings: Taking[] = [];
  atOnce(selectPassages(found, { chars: 110, shown: '' }, undefined, (taking) => takings.push(taking)));
  expect(takings[0]?.taken[0]?.passage.kind).toBe('code');
});

test('a name weighs more than an everyday word that is equally rare in the docs', () => {
  const term = (word: string): WeighedTerm => ({
    text: word,
    parts: [word],
    spellings: [],
    isPhrase: false,
    weight: 3,
  });
  const [everyday = 0, name = 0] = sharesOf([term('empty'), term('draco')]);
  expect(name).toBeGreaterThan(2 * everyday);
});

test('tables of contents and sections of links are never part of an answer', async () => {
  const folder = docsFolder({
    'a.md':
      '# Kettle\n\n- [Why the kettle whistles](#whistle)\n- [Clean](#clean)\n\n## Whistle\n\nScale makes it loud.\n\n## Clean\n\nVinegar.' +
      '\n\n## See also\n\n- [Why the kettle whistles](b.md) at night',
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'why the kettle whistles');
  expect(text).toContain('Scale makes it loud.');
  expect(text).not.toContain('- [');
});

test('sentences of one long item follow its marker, with an ellipsis where some are omitted', async () => {
  const words = (name: string) => `${name} `.repeat(30).trim();
  const item = `- **Valve:** The valve opens ${words('early')}\n  by itself. Lamps ${words('shine ').repeat(8)}. The valve shuts ${words('late')}\n  in the evening.`;
  const folder = docsFolder({
    'a.md': `# Kettle\n\n## Parts\n\n${item}\n- Other.\n\n${'Lamps shine at night. '.repeat(30)}`,
    'b.md': '# Other\n\nMore.',
  });
  const { text } = await answered(folder, 'when does the valve open, when does the valve shut');
  expect(text).toMatch(
    /\n\n- \*\*Valve:\*\* The valve opens (?:early )+by itself\. … The valve shuts (?:late )+in the evening\./,
  );
});

test('a short first sentence stays, though the ones after it say its words again', async () => {
  const rest = 'A retry of the request to the assistant costs one more. '.repeat(2);
  const more = Array.from({ length: 12 }, (_, at) => `Reason ${at} for which the kettle calls it again.`).join(' ');
  const folder = docsFolder({
    'a.md': `# Kettle\n\n## What does a question cost?\n\nOne request to the assistant. ${rest}${more}`,
  });
  const { text } = await answered(folder, 'What does a question cost in retries?');
  expect(text).toMatch(/\n\nOne request to the assistant\. /);
});

test('a link to long steps comes with what the page is about', async () => {
  const steps = Array.from({ length: 40 }, (_, at) => `${at + 1}. Remove part ${at} of the kettle, and its screws.`);
  const folder = docsFolder({
    'a.md': `---\ndescription: Take the kettle off the wall.\n---\n\n# Uninstall\n\n${steps.join('\n')}`,
  });
  const { text } = await answered(folder, 'How do I uninstall the kettle?');
  expect(text).toContain('Take the kettle off the wall.\n\n[More on this page](');
});
