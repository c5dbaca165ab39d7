/** A real browser, without a window, that comes with the development packages and needs no library of the system. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** `fontFolders`: fonts beside those that come with the browser, which have no arrows and no letters of one width. */
export async function openBrowser(fontFolders: readonly string[] = []): Promise<Browser> {
  // The package unpacks the libraries that Chromium needs only where it believes to run on this platform.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs24.x';
  const { folder, executablePath } = await unpackOnce();
  if (fontFolders.length > 0) process.env.FONTCONFIG_FILE = writeFontConfig([join(folder, 'fonts'), ...fontFolders]);
  // No sandbox of Chromium's own: it would refuse to run as root. It opens nothing but our page.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ executablePath, args });
}

function writeFontConfig(folders: readonly string[]): string {
  const file = join(tmpdir(), 'docent-fonts.conf');
  const all = folders.map((folder) => `<dir>${folder}</dir>`).join('');
  writeFileSync(file, `<fontconfig>${all}<cachedir>${tmpdir()}/docent-fonts-cache</cachedir></fontconfig>`);
  return file;
}

/**
 * The package unpacks into the temporary folder, and assumes that whatever it finds there is complete. Here the folder is kept
 * for later runs, and appears in one step, so that processes which start at the same time never see half of it.
 */
async function unpackOnce(): Promise<{ readonly folder: string; readonly executablePath: string }> {
  const { TMPDIR: before, TMPDIR_ON_DISK: onDisk = tmpdir() } = process.env;
  const { version } = JSON.parse(readFileSync(findPackageJSON('@sparticuz/chromium', import.meta.url) ?? '', 'utf8'));
  const folder = join(onDisk, `docent-chromium-${version}`);
  try {
    process.env.TMPDIR = folder;
    const { default: packed } = await import('@sparticuz/chromium');
    if (!existsSync(folder)) {
      const unpacked = mkdtempSync(`${folder}-`);
      process.env.TMPDIR = unpacked;
      await packed.executablePath();
      pointFontsTo(folder, unpacked);
      try {
        renameSync(unpacked, folder);
      } catch {
        // Another process was faster.
        rmSync(unpacked, { recursive: true, force: true });
      }
      process.env.TMPDIR = folder;
    }
    return { folder, executablePath: await packed.executablePath() };
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

/** The package's font configuration names the fonts' folder by a fixed path. Without fonts, text has no width and no height. */
function pointFontsTo(folder: string, unpacked: string): void {
  const file = join(unpacked, 'fonts/fonts.conf');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/tmp/', `${folder}/`));
}
