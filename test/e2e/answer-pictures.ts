/**
 * Takes the pictures of answers for the docs: `node test/e2e/answer-pictures.ts`, or only those that are named. In:
 * answers in test/fixtures, from a service on loopback. Out: docs/images/answer-*.png, each with both platforms; printed: how
 * many pixels of each answer are its text, and how many everything around it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/bot/app/app.ts';
import { oneSite } from '../../src/bot/config/config.ts';
import { createMetrics } from '../../src/kit/ops/metrics.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { silent } from '../fakes/logger.ts';
import { type Asked, type Scripted, startAssistantService } from './assistant-service.ts';
import { openCamera } from './camera.ts';

const pictures = [
  { name: 'table', answer: 'limits-table', question: 'Which controller do I need for four kilns?', height: 860 },
  { name: 'columns', answer: 'models-table', question: 'How do the models differ?', height: 860 },
  { name: 'list', answer: 'nested-lists', question: 'What is checked before a firing?', height: 900 },
  { name: 'code', answer: 'long-code', question: 'Show me a client that follows a firing.', height: 960 },
  { name: 'short', question: 'How do I mute the alarm?', height: 500 },
  { name: 'search', question: 'How do I pair a controller?', height: 620 },
];
const short: Scripted = {
  sources: [
    { path: 'guides/alarms', title: 'Alarms' },
    { path: 'reference/display', title: 'The display' },
  ],
  pieces: ['Hold **Mute** for two seconds.'],
};
const images = join(import.meta.dirname, '../../docs/images');
const folder = mkdtempSync(join(tmpdir(), 'docent-pictures-'));
const service = await startAssistantService((asked) => {
  const text = asked.messages.at(-1)?.content ?? '';
  const { name, answer } = pictures.find(({ question }) => text.includes(question)) ?? {};
  if (name === 'short') return short;
  if (answer === undefined) return search(asked);
  const file = join(import.meta.dirname, `../fixtures/answers/${answer}.md`);
  const sources = [{ path: 'guides/controllers', title: 'Controllers' }];
  return { query: 'kilns and controllers', sources, pieces: [readFileSync(file, 'utf8')] };
});
const { browser, page } = await openCamera(900);
mkdirSync(images, { recursive: true });
const wanted = process.argv.slice(2);
for (const { name, question, height } of pictures) {
  if (wanted.length === 0 || wanted.includes(name)) await take(name, question, height);
}
await browser.close();
await service.stop();
rmSync(folder, { recursive: true });

/** Keeps searching: in Slack for the second time, in the middle of the answer. */
function search({ fp }: Asked): Scripted {
  const never = new Promise<void>(() => undefined);
  const query = 'pair a controller';
  if (fp.startsWith('discord:')) return { query, foundAfter: never };
  return {
    query,
    sources: [
      { path: 'guides/pairing', title: 'Pair a controller' },
      { path: 'reference/controllers', title: 'Controllers' },
    ],
    pieces: ['Hold the **pairing button** for three seconds; the display then shows a code of seven digits.'],
    laterQuery: { query: 'pairing code errors', until: never },
  };
}

/** A separate workspace for each picture, so that nothing else is visible. */
async function take(name: string, question: string, height: number): Promise<void> {
  const sandbox = await startSandbox();
  const { slack, discord } = sandbox;
  const app = await createApp(
    {
      slack: {
        botToken: slack.botToken,
        appToken: slack.appToken,
        apiUrl: slack.apiUrl,
        // A card is only in a stream.
        ...(name === 'search' && { streaming: { channels: 'auto' } }),
      },
      discord: { token: discord.token, guildId: discord.guildId, apiUrl: discord.apiUrl },
      ...oneSite({
        url: service.url,
        domain: 'docs',
        apiKey: 'key',
        apiVersion: 'v1',
        retrievalPageSize: 5,
        firstByteMs: 5_000,
        idleMs: 5_000,
        totalMs: 60_000,
        siteUrl: 'https://docs.kilnhaus.example',
      }),
      database: `sqlite:${join(folder, `${name}.db`)}`,
      host: '127.0.0.1',
      port: 0,
      logLevel: 'error',
      shutdownGraceMs: 500,
    },
    silent,
    createMetrics(),
  );
  await app.start();
  await page.setViewportSize({ width: 1400, height });
  await page.goto(sandbox.url);
  await page.locator('.tip button').click();
  for (const platform of ['Slack', 'Discord']) await ask(platform, question);
  const shown = name === 'search' ? /pairing code errors|controller” …/ : /Sources?\b/;
  for (const platform of ['Slack', 'Discord']) {
    await shows(platform, shown);
    if (name === 'search') continue;
    const { text, around } = await heightsIn(platform);
    process.stdout.write(`${name} ${platform}: text ${text} px, around it ${around} px\n`);
  }
  // Moves the pointer away, so that it highlights nothing.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(images, `answer-${name}.png`) });
  await app.stop();
  await sandbox.stop();
}

async function ask(platform: string, question: string): Promise<void> {
  await page
    .getByRole('navigation', { name: `${platform} channels` })
    .getByRole('button', { name: 'docs-help' })
    .click();
  const box = page.getByRole('region', { name: `${platform} messages` }).getByRole('textbox');
  await box.fill(`@docent ${question}`);
  await box.press('Enter');
}

/** Waits until the open thread shows what the picture needs, from its beginning. */
async function shows(platform: string, shown: RegExp): Promise<void> {
  const thread = page.getByRole('region', { name: `${platform} thread` });
  await thread.locator('[data-author="docent"]', { hasText: shown }).first().waitFor();
  // Scrolled by hand, because the page follows the end of a growing answer.
  await thread.getByRole('log').hover();
  await page.mouse.wheel(0, -10_000);
}

/** In the last message of the answer, which is complete once it has buttons. */
async function heightsIn(platform: string): Promise<{ readonly text: number; readonly around: number }> {
  const thread = page.getByRole('region', { name: `${platform} thread` });
  const answer = thread.locator('[data-author="docent"]', { has: page.locator('.buttons') }).last();
  await answer.getByRole('button', { name: 'Not helpful' }).waitFor();
  const body = answer.locator('.body');
  const furniture = body.getByText(/^Sources?:?$/).first();
  const [whole, around] = [await body.boundingBox(), await furniture.boundingBox()];
  const [begin = 0, top = 0] = [whole?.y, around?.y];
  return { text: Math.round(top - begin), around: Math.round(begin + (whole?.height ?? 0) - top) };
}
