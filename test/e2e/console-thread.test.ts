/**
 * What people can do with an answer on the sandbox page in a real browser: see searches, stop it, share it, mute
 * Docent.
 */
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openBrowser } from './browser.ts';
import { openPage, openRoom, threadOn, write } from './console-page.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
  return () => browser.close();
});

describe.each(['Slack', 'Discord'] as const)('on the page, %s', (platform) => {
  it('shows search queries until there are words', async () => {
    const [found, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sources = [{ path: '/keys', title: 'Keys <b>' }];
    const waits = { foundAfter: found.promise, after: answered.promise };
    const { page } = await openPage(browser, {
      query: 'rotate <b>key</b>',
      sources,
      pieces: ['Press Rotate.'],
      ...waits,
    });
    await write(page, platform, '@docent How do I rotate a key?');
    const thread = threadOn(page, platform);
    const title = 'Searching the docs for “rotate ';
    await thread
      .locator(platform === 'Slack' ? '.status' : 'small')
      .getByText(title)
      .waitFor();
    found.resolve();
    answered.resolve();
    await thread.getByText('Press Rotate.').waitFor();
    await thread.getByText('Source:').waitFor();
    expect(await thread.locator('[data-author="docent"] .card').count()).toBe(0);
    expect(await thread.getByText(title).count()).toBe(0);
    expect(await page.locator('.body b, .status b').count()).toBe(0);
  });

  it('lets people stop an answer with its button', async () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ');
    const { page } = await openPage(browser, { pieces: pieces(words), gapMs: 100 });
    await write(page, platform, '@docent Long?');
    const thread = threadOn(page, platform);
    await thread.getByText('word3').waitFor();
    await thread.getByRole('button', { name: 'Stop', exact: true }).click();
    await thread.getByText(english.say('stopped')).waitFor();
    expect(await thread.getByText('word399').count()).toBe(0);
  });

  it('keeps a thread at its newest end in a smaller window, and says so where it goes on below', async () => {
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ');
    const { page } = await openPage(browser, { pieces: pieces(words) });
    await write(page, platform, '@docent Long?');
    const thread = threadOn(page, platform);
    const helpful = thread.getByRole('button', { name: english.say('button.helpful'), exact: true });
    await helpful.waitFor();
    await page.setViewportSize({ width: 390, height: 700 });
    if (platform === 'Discord') await page.getByRole('button', { name: 'Discord', exact: true }).click();
    const isSeen = async () => {
      const [below, end] = await Promise.all([helpful.boundingBox(), thread.locator('.list').boundingBox()]);
      return below !== null && end !== null && below.y < end.y + end.height;
    };
    await until(isSeen);
    const newest = thread.getByRole('button', { name: 'Newest' });
    await newest.waitFor({ state: 'hidden' });
    await thread.locator('.list').evaluate((list) => Object.assign(list, { scrollTop: 0 }));
    await newest.click();
    await until(isSeen);
    await newest.waitFor({ state: 'hidden' });
  });

  it('shows a private answer to its asker, who can share it', async () => {
    const { page } = await openPage(browser, { pieces: ['Press Rotate.'] });
    await write(page, platform, '/docs How do I rotate a key?');
    const window = page.getByRole('article', { name: platform });
    const mine = window.locator('.message.private');
    await mine.getByText('Press Rotate.').waitFor();
    if (platform === 'Slack') await mine.getByLabel('More actions').click();
    await mine.getByRole('button', { name: english.say('button.share') }).click();
    const shared = window.locator('.message[data-author="docent"]:not(.private) .body');
    await shared.getByText('Press Rotate.').last().waitFor();
  });

  it('lets people forward a message, and post as a form', async () => {
    const { page } = await openPage(browser, { pieces: ['Press Rotate.'] });
    await write(page, platform, 'How do I rotate a key?');
    const room = await openRoom(page, platform, 'docs-help');
    const first = room.locator('.message', { hasText: 'How do I rotate a key?' });
    await first.hover();
    await first.getByRole('button', { name: 'Forward' }).click();
    await room.getByText('Forwarding: How do I rotate a key?').waitFor();
    await room.getByRole('textbox').press('Enter');
    await room.locator('.message .card', { hasText: 'How do I rotate a key?' }).waitFor();
    await room.getByRole('button', { name: 'Post as a form or an app' }).click();
    await room.getByRole('textbox').fill('My login fails');
    await room.getByRole('textbox').press('Enter');
    await room.locator('.message', { hasText: /form/i }).getByText('My login fails').waitFor();
  });

  it('lets people mute Docent in a thread', async () => {
    const { page } = await openPage(browser, { pieces: ['Press Rotate.'] });
    await write(page, platform, '@docent How do I rotate a key?');
    const thread = threadOn(page, platform);
    await thread.getByText('Press Rotate.').waitFor();
    await thread.getByRole('textbox').fill('mute');
    await thread.getByRole('textbox').press('Enter');
    await thread.getByText(english.say('reply.muted')).waitFor();
  });
});

it('the page for Discord lets people reply, ask a poll and send a sticker', async () => {
  const { page, world } = await openPage(browser, { pieces: ['Press Rotate.'] });
  await write(page, 'Discord', 'How do I rotate a key?');
  const room = await openRoom(page, 'Discord', 'docs-help');
  const first = room.locator('.message', { hasText: 'How do I rotate a key?' }).first();
  await first.hover();
  await first.getByRole('button', { name: 'Reply' }).click();
  await room.getByText('Replying to: How do I rotate a key?').waitFor();
  await write(page, 'Discord', '@docent can you help with this?');
  await threadOn(page, 'Discord').getByText('Press Rotate.').waitFor();
  expect(world.service.asked[0]?.context?.[0]?.value).toBe('Ada Byron: How do I rotate a key?');
  await write(page, 'Discord', '/poll Which is faster? | pnpm | bun');
  await room.locator('.message .card', { hasText: 'Which is faster?' }).getByText('bun').waitFor();
  await write(page, 'Discord', '/sticker Help me');
  await room.getByText('Sticker: Help me').waitFor();
});
