/** A browser for pictures of the sandbox page. Returns a page the size of a laptop window. */
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

export async function openCamera(height: number): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = await openBrowser(['/usr/share/fonts']);
  return { browser, page: await browser.newPage({ viewport: { width: 1400, height }, colorScheme: 'light' }) };
}
