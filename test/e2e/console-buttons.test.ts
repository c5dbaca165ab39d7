/** The buttons below answers, as people see and press them on the sandbox page in a real browser. */
import { expect, it, onTestFinished } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { startConsole } from '../../src/sandbox/console.ts';
import { createDiscordPanel } from '../../src/sandbox/view/discord/panel.ts';
import { createSlackPanel } from '../../src/sandbox/view/slack/panel.ts';
import { readFeedback } from '../bot/store/feedback-records.ts';
import { pieces } from './assistant-service.ts';
import { openBrowser } from './browser.ts';
import { openWorld } from './world.ts';

const next = 'How long does <b>it</b> take?';
const first = `Press **Rotate**.\n\n\`\`\`suggestions\n(${next})[/a]\n\`\`\`\n`;

it.each(['Slack', 'Discord'] as const)('a button on %s asks its question in the thread', async (platform) => {
  const world = await openWorld((_, index) => ({ pieces: pieces(index === 0 ? first : 'An hour.') }));
  await world.startBot();
  const page = await startConsole([createSlackPanel(world.slack), createDiscordPanel(world.discord)]);
  const browser = await openBrowser();
  onTestFinished(() => Promise.all([browser.close(), page.stop()]).then(() => undefined));
  const { slack, discord } = world;
  const [user, channel] =
    platform === 'Slack'
      ? [world.slackUser('grace'), world.slackChannel('docs-help')]
      : [world.discordUser('grace'), world.discordChannel('docs-help')];
  const bot = platform === 'Slack' ? slack.botUserId : discord.botUserId;
  await (platform === 'Slack' ? slack : discord).say({ user, channel, text: `<@${bot}> How do I rotate a key?` });

  const tab = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  tab.setDefaultTimeout(60_000);
  await tab.goto(page.url);
  const thread = tab.getByRole('region', { name: `${platform} thread` });
  const button = thread.getByRole('button', { name: next });
  await button.click();
  await thread.getByText('An hour.').waitFor();
  expect(await thread.locator('[data-author="docent"] blockquote').allInnerTexts()).toEqual([next]);
  expect(await tab.locator('.body b').count()).toBe(0);
  if (platform === 'Discord') return expect(await button.count()).toBe(0);
  await button.click();
  await thread.locator('.private').getByText(english.say('askedAlready')).waitFor();
});

/** Opens the page at the thread in which Docent has answered Ada's question. */
async function openAnswered(platform: 'Slack' | 'Discord') {
  const world = await openWorld(() => ({ pieces: pieces('An hour.') }));
  await world.startBot();
  const page = await startConsole([createSlackPanel(world.slack), createDiscordPanel(world.discord)]);
  const browser = await openBrowser();
  onTestFinished(() => Promise.all([browser.close(), page.stop()]).then(() => undefined));
  const tab = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  tab.setDefaultTimeout(60_000);
  await tab.goto(page.url);
  const { slack, discord } = world;
  const [user, channel] =
    platform === 'Slack'
      ? [world.slackUser('ada'), world.slackChannel('docs-help')]
      : [world.discordUser('ada'), world.discordChannel('docs-help')];
  const bot = platform === 'Slack' ? slack.botUserId : discord.botUserId;
  await (platform === 'Slack' ? slack : discord).say({ user, channel, text: `<@${bot}> How long does it take?` });
  return { world, tab, thread: tab.getByRole('region', { name: `${platform} thread` }) };
}

it.each(['Slack', 'Discord'] as const)(
  '"Not helpful" on %s opens a form on the page, and the submitted form counts',
  async (platform) => {
    const { world, tab, thread } = await openAnswered(platform);
    await thread.getByRole('button', { name: english.say('button.not_helpful') }).click();
    const form = tab.getByRole('dialog', { name: english.say('form.title') });
    await form.getByLabel(english.say('form.reason')).selectOption(english.say('reason.outdated'));
    await form.getByLabel(english.say('form.comment')).fill('since v2');
    await form.getByRole('button', { name: platform === 'Slack' ? english.say('form.send') : 'Submit' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await readFeedback(world.database)).toMatchObject([
      { mark: 'not_helpful', reason: 'outdated', comment: 'since v2' },
    ]);
  },
);

it.each(['Slack', 'Discord'] as const)('a thumbs-down on %s, given on the page, counts', async (platform) => {
  const { world, thread } = await openAnswered(platform);
  await thread.getByRole('button', { name: english.say('button.not_helpful') }).waitFor();
  const answer = thread.locator('[data-author="docent"]').last();
  await answer.hover();
  await answer.getByTitle('React with 👎').click();
  const marks = expect.poll(() => readFeedback(world.database));
  await marks.toMatchObject([{ mark: 'not_helpful', via: 'reaction' }]);
});
