/** The sandbox page in a browser, with a bot whose answers the test scripts, and what people do on the page. */
import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { startConsole } from '../../src/sandbox/console.ts';
import { createDiscordPanel } from '../../src/sandbox/view/discord/panel.ts';
import { createSlackPanel } from '../../src/sandbox/view/slack/panel.ts';
import type { Scripted } from './assistant-service.ts';
import { openWorld, streaming, type World } from './world.ts';

export type Platform = 'Slack' | 'Discord';

export async function openPage(
  browser: Browser,
  answer: Scripted,
): Promise<{ readonly page: Page; readonly world: World }> {
  const world = await openWorld(() => answer);
  await world.startBot(streaming(world));
  const console = await startConsole([createSlackPanel(world.slack), createDiscordPanel(world.discord)]);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  onTestFinished(() => Promise.all([page.close(), console.stop()]).then(() => undefined));
  // The limit of the test ends what hangs.
  page.setDefaultTimeout(0);
  await page.goto(console.url);
  return { page, world };
}

/** Opens a channel, or direct messages with the bot. */
export async function openRoom(page: Page, platform: Platform, name: string): Promise<Locator> {
  const channels = page.getByRole('navigation', { name: `${platform} channels` });
  await channels.getByRole('button', { name }).click();
  return page.getByRole('region', { name: `${platform} messages` });
}

/** Writes in the channel, as people do. */
export async function write(page: Page, platform: Platform, text: string): Promise<void> {
  const box = (await openRoom(page, platform, 'docs-help')).getByRole('textbox');
  await box.fill(text);
  // The first Enter accepts the suggestion for a half-written word.
  await box.press('Escape');
  await box.press('Enter');
}

export function threadOn(page: Page, platform: Platform): Locator {
  return page.getByRole('region', { name: `${platform} thread` });
}
