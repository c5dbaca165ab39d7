/** A real browser, without a window, that comes with the development packages and needs no library of the system. */
import { type Browser, chromium } from 'playwright-core';

export async function openBrowser(): Promise<Browser> {
  // Where it takes the machine for this one, the package unpacks the libraries that Chromium needs, too.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { default: packed } = await import('@sparticuz/chromium');
  // No sandbox of Chromium's own: it would refuse to run as root. It opens nothing but our page.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath: await packed.executablePath(), args });
}
