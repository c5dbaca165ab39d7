/**
 * Compares real answers and documentation pages, cut and rendered for each platform, with golden files. After an intended
 * change: `npx vitest run test/golden.test.ts -u`, then read the diff of test/golden.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLayout, layOutReply } from '../src/bot/core/layout/layout.ts';
import type { Body, Fits } from '../src/bot/core/model/body.ts';
import { emptyReply, type Reply } from '../src/bot/core/model/reply.ts';
import { createAnswerText } from '../src/bot/docs-api/answer-text.ts';
import * as discord from '../src/bot/platforms/discord/outbound/render.ts';
import * as slack from '../src/bot/platforms/slack/outbound/render.ts';
import { english } from '../src/bot/wording/wording.ts';
import { holdsLetters, recordedAnswers } from './kit/markdown/samples.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const maxGrownChars = 2_500;

const answers = [
  ...recordedAnswers().map(({ name, text }) => ({
    name: `recorded-${name.replace(/\.txt$/, '')}`,
    text: received(text),
  })),
  ...textsOf('answers').map(({ name, text }) => ({ name: `answer-${name}`, text })),
  ...textsOf('pages').map(({ name, text }) => ({ name: `page-${name}`, text })),
];

const sources = [
  { path: '/guides/schedules', title: 'Schedules', url: 'https://docs.kilnhaus.example/guides/schedules' },
  { path: '/reference/controllers', title: 'Controllers' },
];

function textsOf(folder: string): readonly { readonly name: string; readonly text: string }[] {
  const files = readdirSync(join(fixtures, folder)).filter((file) => file !== 'README.md');
  return files.map((file) => ({
    name: file.replace(/\.md$/, ''),
    text: received(readFileSync(join(fixtures, folder, file), 'utf8')),
  }));
}

/** The text as it arrives from the service. */
function received(text: string): string {
  const answer = createAnswerText(() => undefined);
  return answer.push(text) + answer.end();
}

function settled(text: string): Reply {
  return { text, sources, notices: [], settled: true };
}

function toFile(shown: readonly string[]): string {
  return shown.map((each, index) => `════ message ${index + 1} of ${shown.length} ════\n${each}\n`).join('\n');
}

/** What people see of a message in Slack: its blocks. */
function renderBlocks(body: Body): string {
  return slack
    .toContent(body)
    .blocks.map((block) => {
      if (block.type === 'markdown') return block.text;
      if (block.type === 'context') return block.elements.map((each) => ('text' in each ? each.text : '')).join(' ');
      return block.type === 'section' ? block.text?.text : '';
    })
    .join('\n\n');
}

/** The words that a person reads: no URLs, languages of code blocks or check marks. */
function wordsOf(text: string): readonly string[] {
  const read = text
    .replaceAll(/^[\s>]*(?:```|~~~).*$|^\s*[-*] \[x\]/gm, '')
    .replaceAll(/https?:[^\s|)>\]]*|&\w+;/g, ' ');
  return read.match(/[\p{L}\p{N}]+/gu) ?? [];
}

interface View {
  readonly folder: string;
  readonly hasTables: boolean;
  render(body: Body): string;
}

const platforms: readonly { readonly platform: string; readonly fits: Fits; readonly views: readonly View[] }[] = [
  {
    platform: 'slack',
    fits: slack.fits,
    views: [
      { folder: 'slack', render: renderBlocks, hasTables: true },
      { folder: 'slack-text', render: slack.render, hasTables: false },
    ],
  },
  {
    platform: 'discord',
    fits: discord.fits,
    views: [{ folder: 'discord', render: discord.render, hasTables: false }],
  },
];

describe.each(platforms)('$platform', ({ fits, views }) => {
  it.each(answers)('shows $name as in its golden file', async ({ name, text }) => {
    const bodies = layOutReply(settled(text), fits);
    // A wide table that is shown row by row repeats the name of the column beside each cell.
    const isTable = /^[|: -]*-[|: -]*\|[|: -]*$/m.test(text);
    for (const { folder, render, hasTables } of views) {
      const shown = bodies.map(render);
      await expect(toFile(shown)).toMatchFileSnapshot(`golden/${folder}/${name}.txt`);
      if (hasTables || !isTable) expect(holdsLetters(text, shown.join('\n')), 'every word in order').toBe(true);
    }
  });

  it.each(answers)('shows $name the same after it has grown, with each body within the limits', ({ text: whole }) => {
    const text = whole.slice(0, maxGrownChars);
    const grow = createLayout(fits);
    let before: readonly Body[] = [];
    for (let length = 0; length < text.length; length += 300) {
      const bodies = grow({ ...emptyReply, text: text.slice(0, length) });
      expect(bodies.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      for (const body of bodies.slice(-1)) expect(fits(body)).toBe(true);
      before = bodies;
    }
    expect(grow(settled(text))).toEqual(layOutReply(settled(text), fits));
  });
});

it.each(answers)(
  'the Slack text of $name, which screen readers read, has every word that its blocks show',
  ({ text }) => {
    const bodies = layOutReply({ ...settled(text), notices: [english.say('noSources')] }, slack.fits);
    for (const body of bodies) {
      // A narrow column breaks words.
      const spoken = slack.render(body).replaceAll(/\s/g, '');
      expect(wordsOf(renderBlocks(body)).filter((word) => !spoken.includes(word))).toEqual([]);
    }
  },
);
