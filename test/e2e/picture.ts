/**
 * Takes the pictures of the sandbox page: `node test/e2e/picture.ts`. In: Docent's own docs. Out:
 * docs/images/sandbox.png, and sandbox-home.png with the Home tab and a file.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { try_ } from '../../src/cli/try.ts';
import { openCamera } from './camera.ts';

const path = join(import.meta.dirname, '../../docs/images/sandbox.png');
const homePath = join(dirname(path), 'sandbox-home.png');

const ending = new AbortController();
const printed: string[] = [];
const started = Promise.withResolvers<void>();
const ended = try_.run([], {
  env: {},
  stdin: (async function* () {})(),
  out(text) {
    printed.push(text);
    if (text.includes('Your turn')) started.resolve();
  },
  err: (text) => void process.stderr.write(text),
  signal: ending.signal,
});
await started.promise;
const [, address = ''] = /Open (\S+)/.exec(printed.join('')) ?? [];
const { browser, page } = await openCamera(940);
await page.goto(address);
await ask('Slack', 'How do I run Docent in a container?');
await ask('Discord', 'How do I connect Discord?');
await settled('Slack');
await settled('Discord');
await page.locator('.list').evaluateAll((lists) => lists.map((list) => Object.assign(list, { scrollTop: 0 })));
// Moves the pointer away, so that it highlights nothing.
await page.mouse.move(0, 0);
mkdirSync(dirname(path), { recursive: true });
await page.screenshot({ path });
await openRoom('Slack', 'Docent');
await page.getByRole('tab', { name: 'Home' }).click();
await page.locator('.home').getByText('Status').waitFor();
await openRoom('Discord', 'docs-help');
const [choosing] = await Promise.all([
  page.waitForEvent('filechooser'),
  page.getByRole('region', { name: 'Discord messages' }).getByRole('button', { name: 'Attach files' }).click(),
]);
const text = 'defaults:\n  mode: auto\n';
await choosing.setFiles({ name: 'docent.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
await write('Discord messages', '@docent What does mode: auto do in docent.yaml?');
await settled('Discord');
await page.getByRole('region', { name: 'Discord thread' }).getByRole('button', { name: 'Close the thread' }).click();
await page.mouse.move(0, 0);
await page.screenshot({ path: homePath });
await browser.close();
ending.abort();
process.exitCode = await ended;

async function ask(platform: string, question: string): Promise<void> {
  await openRoom(platform, 'docs-help');
  await write(`${platform} messages`, `@docent ${question}`);
}

async function openRoom(platform: string, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: `${platform} channels` })
    .getByRole('button', { name })
    .click();
}

async function write(place: string, text: string): Promise<void> {
  const box = page.getByRole('region', { name: place }).getByRole('textbox');
  await box.fill(text);
  await box.press('Enter');
}

/** Waits until the thread is open and has a complete answer. */
async function settled(platform: string): Promise<void> {
  const thread = page.getByRole('region', { name: `${platform} thread` });
  await thread
    .locator('[data-author="docent"]', { hasText: /Sources?\b/ })
    .first()
    .waitFor();
}
