/**
 * Real answers and pages of documentation, cut and rendered for each platform, held against files that a person can read
 * in a diff. After a wanted change: `npx vitest run test/golden.test.ts -u`, then read the diff of test/golden.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Body, createLayout, layOut } from '../src/core/layout.ts';
import type { Reply } from '../src/core/reply.ts';
import * as discord from '../src/platforms/discord/render.ts';
import * as slack from '../src/platforms/slack/render.ts';
import { recordedAnswers } from './core/markdown-samples.ts';

const here = import.meta.dirname;
const corpus = join(here, '../node_modules/ai/docs');

/** Pages of the ai package's documentation (Apache-2.0), cut where they grow very long. */
const pages = [
  '02-foundations/02-providers-and-models.mdx',
  '02-foundations/05-streaming.mdx',
  '02-foundations/03-prompts.mdx',
  '03-agents/01-overview.mdx',
  '03-ai-sdk-core/01-overview.mdx',
  '03-ai-sdk-core/25-settings.mdx',
  '03-ai-sdk-core/50-error-handling.mdx',
  '03-ai-sdk-core/55-testing.mdx',
  '03-ai-sdk-core/35-image-generation.mdx',
  '04-ai-sdk-ui/50-stream-protocol.mdx',
  '06-advanced/05-multiple-streamables.mdx',
  '07-reference/01-ai-sdk-core/80-smooth-stream.mdx',
];
const maxPageChars = 8_000;
const maxGrownChars = 5_000;

const answers = [
  ...recordedAnswers().map(({ name, text }) => ({ name: `recorded-${name.replace(/\.txt$/, '')}`, text })),
  ...readdirSync(join(here, 'fixtures/answers')).map((file) => ({
    name: `answer-${file.replace(/\.md$/, '')}`,
    text: readFileSync(join(here, 'fixtures/answers', file), 'utf8'),
  })),
  ...pages.map((page) => ({
    name: `page-${page.replace(/\d+-|\.mdx$/g, '').replaceAll('/', '-')}`,
    text: pageText(page),
  })),
];

const sources = [
  { path: '/guides/schedules', title: 'Schedules', url: 'https://docs.kilnhaus.example/guides/schedules' },
  { path: '/reference/controllers', title: 'Controllers' },
];

function pageText(page: string): string {
  return readFileSync(join(corpus, page), 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .slice(0, maxPageChars);
}

function settled(text: string): Reply {
  return { text, sources, notices: [], settled: true };
}

function toFile(bodies: readonly Body[], render: (body: Body) => string): string {
  const messages = bodies.map((body, index) => `════ message ${index + 1} of ${bodies.length} ════\n${render(body)}\n`);
  return messages.join('\n');
}

describe.each([
  { platform: 'slack', ...slack },
  { platform: 'discord', ...discord },
])('$platform shows', ({ platform, render, fits }) => {
  it.each(answers)('$name', async ({ name, text }) => {
    const bodies = layOut(settled(text), fits);
    await expect(toFile(bodies, render)).toMatchFileSnapshot(`golden/${platform}/${name}.txt`);
  });

  it.each(answers)('$name the same when it grew', ({ text: whole }) => {
    const text = whole.slice(0, maxGrownChars);
    const grow = createLayout(fits);
    let before: readonly Body[] = [];
    for (let length = 0; length < text.length; length += 900) {
      const bodies = grow({ text: text.slice(0, length), sources: [], notices: [], settled: false });
      expect(bodies.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      before = bodies;
    }
    expect(grow(settled(text))).toEqual(layOut(settled(text), fits));
  });
});
