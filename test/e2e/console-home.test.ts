/** The app's Home tab, files, and the menu of a message on the sandbox page, in a real browser. */
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { openBrowser } from './browser.ts';
import { openPage, openRoom, threadOn, write } from './console-page.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  return () => browser.close();
});

const config = { name: 'docent <b>.yaml', mimeType: 'text/yaml', buffer: Buffer.from('defaults:\n  mode: auto\n') };

it('Slack’s Home tab shows how to ask, the status, and questions that are also suggested in direct messages', async () => {
  const { page } = await openPage(browser, { pieces: ['Press Rotate.'] });
  const direct = await openRoom(page, 'Slack', 'Docent');
  await direct.getByRole('tab', { name: 'Home' }).click();
  for (const key of ['home.title', 'home.command', 'home.assistantThere', 'prompt.start'] as const)
    await direct.getByText(english.say(key)).waitFor();
  expect(await direct.getByRole('textbox').isVisible()).toBe(false);
  await direct.getByRole('tab', { name: 'Messages' }).click();
  await direct.getByRole('button', { name: english.say('prompt.problems') }).click();
  await direct.getByRole('textbox').press('Enter');
  await threadOn(page, 'Slack').getByText('Press Rotate.').waitFor();
});

describe.each(['Slack', 'Discord'] as const)('on the page, %s', (platform) => {
  it('accepts a small text file, which is sent with the question', async () => {
    const { page, world } = await openPage(browser, { pieces: ['It is right.'] });
    const channel = await openRoom(page, platform, 'docs-help');
    const [choosing] = await Promise.all([
      page.waitForEvent('filechooser'),
      channel.getByRole('button', { name: 'Attach files' }).click(),
    ]);
    await choosing.setFiles(config);
    await channel.getByRole('button', { name: `Remove ${config.name}` }).waitFor();
    await write(page, platform, '@docent Is this right?');
    await threadOn(page, platform).getByText('It is right.').waitFor();
    expect(world.service.asked[0]?.context?.map(({ value }) => value)).toEqual([config.buffer.toString()]);
    // A narrow window shows the thread in place of the channel.
    await page.locator('.message .file').getByText(config.name).first().waitFor({ state: 'attached' });
    expect(await channel.getByRole('button', { name: `Remove ${config.name}` }).count()).toBe(0);
    expect(await page.locator('.file b').count()).toBe(0);
  });

  it('lets people ask about a message from its menu', async () => {
    const { page, world } = await openPage(browser, { pieces: ['Press Rotate.'] });
    await write(page, platform, 'How do I rotate a key?');
    const message = page
      .getByRole('region', { name: `${platform} messages` })
      .locator('.message', { hasText: 'How do I rotate a key?' });
    await message.hover();
    await message.getByTitle(platform === 'Slack' ? 'Ask Docent about this' : 'Ask Docent').click();
    await until(() => world.service.asked.length === 1);
    await threadOn(page, platform).getByText('Press Rotate.').waitFor();
  });
});
