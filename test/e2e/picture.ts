/**
 * Takes the README's picture of the sandbox page: `node test/e2e/picture.ts`. In: Docent's own docs. Out:
 * docs/images/sandbox.png.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { try_ } from '../../src/cli/try.ts';
import { openBrowser } from './browser.ts';

const path = join(import.meta.dirname, '../../docs/images/sandbox.png');

// The fonts of this machine beside those that come with the browser, which have no arrows and no letters of one width.
const fonts = join(tmpdir(), 'docent-picture-fonts.conf');
const folders = [join(tmpdir(), 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`);
writeFileSync(fonts, `<fontconfig>${folders.join('')}<cachedir>${tmpdir()}/fonts-cache</cachedir></fontconfig>`);
process.env.FONTCONFIG_FILE = fonts;

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
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1400, height: 940 }, colorScheme: 'light' });
await page.goto(address);
await ask('Slack', 'How do I run Docent in a container?');
await ask('Discord', 'How do I connect Discord?');
await settled('Slack', 1);
await write('Slack thread', 'What happens on a restart?');
await settled('Slack', 2);
await settled('Discord', 1);
// Away from what it would light up.
await page.mouse.move(0, 0);
mkdirSync(dirname(path), { recursive: true });
await page.screenshot({ path });
await browser.close();
ending.abort();
process.exitCode = await ended;

async function ask(platform: string, question: string): Promise<void> {
  const channels = page.getByRole('navigation', { name: `${platform} channels` });
  await channels.getByRole('button', { name: 'docs-help' }).click();
  await write(`${platform} messages`, `@docent ${question}`);
}

async function write(place: string, text: string): Promise<void> {
  const box = page.getByRole('region', { name: place }).getByRole('textbox');
  await box.fill(text);
  await box.press('Enter');
}

/** The thread is open, and has so many whole answers. */
async function settled(platform: string, answers: number): Promise<void> {
  const thread = page.getByRole('region', { name: `${platform} thread` });
  const whole = thread.locator('[data-author="docent"]', { hasText: /Sources?\b/ });
  await whole.nth(answers - 1).waitFor();
}
