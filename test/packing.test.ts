/** The result of `npm pack`, unpacked in an empty folder without any other package. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { startDocent } from './cli/terminal.ts';

const root = join(import.meta.dirname, '..');
const { devDependencies, optionalDependencies } = readJson<{
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}>('package.json');
const { packages } = readJson<{ packages: Record<string, LockEntry> }>('package-lock.json');

interface LockEntry {
  readonly os?: string;
  readonly cpu?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The folder in which the package is unpacked. */
let folder: string;
/** The paths of the package's files. */
let files: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-packing-'));
  pack();
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Packs a copy, because packing writes `dist`. */
function pack(): void {
  const copy = join(folder, 'copy');
  for (const name of readdirSync(root).filter((name) => !['.git', 'dist', 'node_modules', 'test'].includes(name))) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const unpacked = join(folder, 'node_modules/docent');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, tarball), '-C', unpacked, '--strip-components=1']);
  files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
}

it('the package contains the program, the page, the docs and the manifest, and no sources', () => {
  const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  const program = [
    'docent.js',
    'chunks/main.js',
    'chunks/console.html',
    'chunks/index-thread.js',
    'chunks/convert-thread.js',
  ].map((file) => `dist/${file}`);
  expect(files).toEqual(expect.arrayContaining([...program, ...docs.map((file) => `docs/${file}`)]));
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'manifest.yml', '.env.example']));
  expect(files.filter((file) => file.endsWith('.ts'))).toEqual([]);
});

it('the program contains only Latin-1 characters: a single other one doubles the memory for its source', () => {
  const wide = files.filter((file) => {
    const text = file.endsWith('.js') ? readPacked(file) : '';
    return /[\u0100-\uffff]/.test(text);
  });
  expect(wide).toEqual([]);
});

it('the package brings nothing but itself and a Node, for one system each, without an install script', () => {
  const packed = JSON.parse(readPacked('package.json'));
  expect([packed.dependencies, packed.optionalDependencies]).toEqual([undefined, optionalDependencies]);
  // Yarn would refuse an older Node, which Docent hands over from.
  expect(packed.engines).toEqual({ node: '>=20' });
  for (const name of Object.keys(optionalDependencies)) {
    const { os, cpu, hasInstallScript } = packages[`node_modules/${name}`] ?? {};
    expect([name, os, cpu, hasInstallScript]).toEqual([name, expect.any(String), expect.any(String), undefined]);
  }
});

it('the package lists the libraries of its bundle, with their licenses', () => {
  const { components } = JSON.parse(readPacked('dist/sbom.cdx.json'));
  const names: readonly string[] = components.map(({ name }: { name: string }) => name);
  expect([...new Set(names)]).toEqual(expect.arrayContaining([...imported]));
  expect(names).not.toContain('vitest');
  expect(new Set(components.map((component: { 'bom-ref': string }) => component['bom-ref'])).size).toBe(names.length);
  const licenses = readPacked('dist/licenses.txt');
  for (const { name, version } of components) expect(licenses).toContain(`${name} ${version} (`);
});

function readPacked(file: string): string {
  return readFileSync(join(folder, 'node_modules/docent', file), 'utf8');
}

/** By the sources, when they run. */
const imported = new Set(scriptsBelow('src').flatMap(packagesOf));

it('the sources import only packages that package.json names, and each of those has a use', () => {
  expect([...imported].filter((name) => !(name in devDependencies))).toEqual([]);
  const text = [...scriptsBelow('src'), ...scriptsBelow('test'), 'build.ts']
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const started = ['@biomejs/biome', 'jsdom', 'typescript'];
  const isUsed = (name: string): boolean => started.includes(name) || text.includes(`'${name.replace('@types/', '')}`);
  expect(Object.keys(devDependencies).filter((name) => !isUsed(name))).toEqual([]);
});

function scriptsBelow(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));
}

function packagesOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const imports =
    /^(?:import|export)(?! type)\b[^;']*? from '([^'.][^']*)'|^import '([^'.][^']*)';$|\bimport\('([^'.][^']*)'\)/gm;
  // A package that is only a word list is read, not imported.
  const found = /\bcreateRequire\(import\.meta\.url\)\.resolve\('([^'.][^']*)'\)/g;
  return [...text.matchAll(imports), ...text.matchAll(found)]
    .map(([, from, bare, called]) => from ?? bare ?? called ?? '')
    .filter((target) => !target.startsWith('node:'))
    .map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
}

it('the lock file is complete, so that npm ci accepts it on every platform', () => {
  const wanted = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => ({ path, name })),
  );
  expect(wanted.filter(({ path, name }) => !isLocked(path, name))).toEqual([]);
});

/** Whether a package's dependency has an entry in its own folder or a parent's. */
function isLocked(path: string, name: string): boolean {
  if (packages[join(path, 'node_modules', name)]) return true;
  return path !== '' && isLocked(path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name);
}

it('the installed package answers on both platforms', async () => {
  const program = join(folder, 'node_modules/docent/dist/docent.js');
  const { ended, out, err } = startDocent(['try', '--once'], { cwd: folder, program: [process.execPath, program] });
  expect([await ended, err()]).toEqual([0, expect.stringMatching(/^(?:Left out: .*\n)?$/)]);
  expect(out()).toMatch(/── Slack [\s\S]+\ndocent: [\s\S]+── Discord [\s\S]+\ndocent: /);
});

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
