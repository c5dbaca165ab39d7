/** The sandbox page in a real browser, with everything that `docent try` starts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { try_ } from '../../src/cli/try.ts';
import { openTerminal } from '../cli/terminal.ts';
import { until } from '../sandbox/slack/until.ts';
import { openBrowser } from './browser.ts';

const hostile = [
  `<img src=x onerror="document.title='forged'">`,
  `<script>document.title='forged'</script>`,
  '[a link](javascript:alert(1)) @everyone <!channel>',
].join(' ');
const steps = Array.from({ length: 12 }, (_, index) => `${index + 1}. Step ${index + 1} turns the **key** once more.`);
const docs = {
  'rotate.md': `# Rotate a key\n\nRotate a key in the dashboard, step by step.\n\n${steps.join('\n')}\n`,
  'hostile.md': `# Escape a quokka\n\nTo escape a quokka write\n\n\`\`\`html\n${hostile}\n\`\`\`\n`,
};

let browser: Browser;
let page: Page;
let address: string;
/** Errors that the page reported. */
let complaints: string[];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-console-'));
  for (const [name, text] of Object.entries(docs)) writeFileSync(join(folder, name), text);
  const terminal = openTerminal();
  const ended = try_.run([folder], terminal.io);
  browser = await openBrowser();
  await until(() => terminal.out().includes('Your turn'));
  [, address = ''] = /Open (\S+)/.exec(terminal.out()) ?? [];
  return async () => {
    await browser.close();
    terminal.interrupt();
    expect([await ended, terminal.err()]).toEqual([0, '']);
    rmSync(folder, { recursive: true });
  };
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  // The limit of the test ends what hangs.
  page.setDefaultTimeout(0);
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  await page.goto(address);
});

afterEach(async () => {
  await page.close();
  expect(complaints).toEqual([]);
});

type Platform = 'Slack' | 'Discord';

function thread(platform: Platform): Locator {
  return page.getByRole('region', { name: `${platform} thread` });
}

async function showChannel(platform: Platform): Promise<void> {
  const channels = page.getByRole('navigation', { name: `${platform} channels` });
  await channels.getByRole('button', { name: 'docs-help' }).click();
}

function messageBox(platform: Platform): Locator {
  return page.getByRole('region', { name: `${platform} messages` }).getByRole('textbox');
}

/** Writes in the channel, as people do, even while the page shows a thread. */
async function write(platform: Platform, text: string): Promise<void> {
  await showChannel(platform);
  const box = messageBox(platform);
  await box.fill(text);
  // The first Enter accepts the suggestion for a half-written word.
  await box.press('Escape');
  await box.press('Enter');
}

async function actAs(name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  // Both windows are redrawn, including the message box.
  await page.locator('.me').getByText(`@${name.toLowerCase()}`).last().waitFor();
}

/** The bot's messages in a place, or anywhere on a platform. */
function answersIn(place: Locator): Locator {
  return place.locator('[data-author="docent"] .body');
}

/** Names of platforms, channels and people that overflow their clipped box. Thread titles are questions, and may. */
const cutNames = `[...document.querySelectorAll('.bar button, .side header, .room:not(.thread), .me, .pane > header .title')]
  .filter((name) => name.checkVisibility() && !name.closest('.thread-pane'))
  .flatMap((name) => {
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    const cut = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { width, right } = range.getBoundingClientRect();
      for (let box = text.parentElement; width > 0 && box; box = box.parentElement)
        if (getComputedStyle(box).overflowX !== 'visible' && right > box.getBoundingClientRect().right + 1) cut.push(text.data);
    }
    return cut;
  })`;

/** Keeps how long our messages were after each change, however seldom the test looks. */
const keepLengths = `{
  window.lengths = new Set();
  const ours = () => [...document.querySelectorAll('.thread-pane [data-author="docent"] .body')];
  new MutationObserver(() => window.lengths.add(ours().map((body) => body.innerText).join().length))
    .observe(document.body, { childList: true, subtree: true, characterData: true });
}`;

describe('the page', () => {
  it('shows one platform on a phone, and its channels on demand', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Discord', exact: true }).click();
    await page.getByRole('article', { name: 'Slack' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate(cutNames)).toEqual([]);
    await page.getByRole('article', { name: 'Discord' }).getByRole('button', { name: 'Channels' }).last().click();
    expect(await page.evaluate(cutNames)).toEqual([]);
    await page.getByRole('button', { name: 'no-threads' }).click();
    await page.getByPlaceholder('Message #no-threads').waitFor();
    await page.getByRole('button', { name: 'no-threads' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    const before = await theme();
    await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await theme()).not.toBe(before);
  });

  it('names both platforms in narrow windows', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Both', exact: true }).click();
    for (const name of ['Slack', 'Discord']) {
      await page
        .getByRole('navigation', { name: `${name} channels` })
        .getByText(name, { exact: true })
        .waitFor();
    }
    expect(await page.evaluate(cutNames)).toEqual([]);
  });

  it('says that a forum post needs a title', async () => {
    const window = page.getByRole('article', { name: 'Discord' });
    await window.getByRole('button', { name: 'questions' }).click();
    await window.locator('.main-pane textarea').fill('How do I rotate a key?');
    await page.keyboard.press('Enter');
    await window.getByRole('alert').getByText('A post needs a title.').waitFor();
    expect(await window.locator('.main-pane textarea').inputValue()).toBe('How do I rotate a key?');
  });

  it('can be used with the keyboard alone', async () => {
    const window = page.getByRole('article', { name: 'Slack' });
    await window.getByRole('button', { name: 'general' }).focus();
    await page.keyboard.press('Enter');
    await window.locator('.main-pane textarea:focus').waitFor();
    await page.keyboard.type('Hello from the keyboard');
    await page.keyboard.press('Enter');
    await window.locator('.main-pane .body').getByText('Hello from the keyboard').waitFor();
    await page.getByRole('button', { name: 'Grace', exact: true }).focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Grace');
  });

  it('shows what to do next until that is closed', async () => {
    await page.getByRole('note').getByText('/deploy').waitFor();
    await page.getByRole('button', { name: 'Close this hint' }).click();
    await page.reload();
    await page.getByRole('article', { name: 'Slack' }).waitFor();
    expect(await page.getByRole('note').isVisible()).toBe(false);
  });
});

describe.each(['Slack', 'Discord'] as const)('on the page, %s', (platform) => {
  it('shows a growing answer in its thread, and its sources', async () => {
    await page.evaluate(keepLengths);
    await write(platform, '@docent How do I rotate a key?');
    const answer = answersIn(thread(platform));
    await answer.first().waitFor();
    const shown = async () => (await answer.allInnerTexts()).join('\n');
    await expect.poll(shown, { interval: 50 }).toMatch(/Sources?\b[\s\S]*Rotate a key/);
    expect(await page.evaluate('window.lengths.size')).toBeGreaterThan(2);
    const text = await shown();
    for (const [index] of steps.entries()) expect(text).toContain(`Step ${index + 1} turns the key`);
    expect(await answer.locator('strong', { hasText: 'key' }).count()).toBeGreaterThanOrEqual(steps.length);
  });

  it('opens at the question if its answer is complete', async () => {
    const answer = answersIn(thread(platform)).filter({ hasText: /Sources?\b/ });
    await answer.last().waitFor();
    await page.clock.install({ time: Date.now() + 60_000 });
    await page.reload();
    await answer.last().waitFor();
    const list = `document.querySelector('.${platform.toLowerCase()} .thread-pane .list')`;
    expect(await page.evaluate(`${list}.scrollTop`)).toBe(0);
  });

  it('highlights mentions of the current person within the line', async () => {
    await write(platform, 'It was @ada who wrote it.');
    const mention = `.${platform.toLowerCase()} .main-pane .mention.me`;
    await page.locator(mention).last().waitFor();
    expect(await page.evaluate(`getComputedStyle(document.querySelector('${mention}')).display`)).toBe('inline');
  });

  it('lets allowed people deploy publicly, and refuses others privately', async () => {
    const window = page.getByRole('article', { name: platform });
    await showChannel(platform);
    const box = messageBox(platform);
    await box.pressSequentially('/deploy');
    // There is no suggestion left, so one Enter sends it.
    await box.press('Enter');
    // Somebody on Slack has just deployed, so Docent asks first.
    if (platform === 'Discord') {
      await window.locator('.message.private').getByRole('button', { name: 'Deploy', exact: true }).click();
    }
    const told = window.locator('.message[data-author="docent"]:not(.private)').filter({ hasText: 'Status id' });
    await told.filter({ hasText: 'Deployed the docs' }).first().waitFor({ state: 'attached' });
    // The thread with the note opens automatically.
    await showChannel(platform);
    await actAs('Noor');
    await write(platform, '/deploy');
    const refusal = window.locator('.message.private .body');
    await refusal.getByText('DEPLOY_ALLOW').waitFor();
    await actAs('Ada');
    await refusal.getByText('DEPLOY_ALLOW').waitFor({ state: 'detached' });
    await told.first().waitFor();
  });

  it('shows the report privately to allowed people, and refuses others', async () => {
    await showChannel(platform);
    const shown = page.getByRole('article', { name: platform }).locator('.message.private .body');
    await write(platform, platform === 'Slack' ? '/docs-report 1d' : '/docs-report since:1d');
    await shown.getByText('Where people ask').waitFor();
    await actAs('Linus');
    await shown.getByText('Where people ask').waitFor({ state: 'detached' });
    await write(platform, '/docs-report');
    await shown.getByText('REPORT_ALLOW').waitFor();
    await actAs('Ada');
  });

  it('shows hostile text as text', async () => {
    const window = page.getByRole('article', { name: platform });
    await write(platform, hostile);
    await write(platform, '@docent How do I escape a quokka?');
    const answer = answersIn(thread(platform)).filter({ hasText: /Sources?\b/ });
    await answer.waitFor();
    expect(await answer.filter({ hasText: 'onerror' }).count()).toBe(1);
    expect(await window.locator('[data-author="ada"] .body', { hasText: 'onerror' }).count()).toBe(1);
    expect(await window.locator('img, script, iframe, [onerror], [href^="javascript"]').count()).toBe(0);
    expect(await page.title()).toBe('Docent sandbox');
  });
});
