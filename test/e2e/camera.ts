/** A browser for pictures of the sandbox page. Out: a page of the size of a laptop's window. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

export async function openCamera(height: number): Promise<{ readonly browser: Browser; readonly page: Page }> {
  // The fonts of this machine beside those that come with the browser, which have no arrows and no letters of one width.
  const fonts = join(tmpdir(), 'docent-picture-fonts.conf');
  const folders = [join(tmpdir(), 'fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`);
  writeFileSync(fonts, `<fontconfig>${folders.join('')}<cachedir>${tmpdir()}/fonts-cache</cachedir></fontconfig>`);
  process.env.FONTCONFIG_FILE = fonts;
  const browser = await openBrowser();
  return { browser, page: await browser.newPage({ viewport: { width: 1400, height }, colorScheme: 'light' }) };
}
