/** Writing `.env` during set-up: its variables take effect, and nothing else in the file changes. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { isReadableByOthers, mergeEnv, writeEnvFile } from '../../../src/bot/config/env-file.ts';
import { loadRoutes } from '../../../src/bot/config/load.ts';

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('mergeEnv replaces a variable in place, keeps comments and other lines, and adds the rest at the end', () => {
  expect(mergeEnv('# a\nA=1\nexport B=2\n\nC=3\n', { B: 'x y', D: 'z' })).toBe("# a\nA=1\nB='x y'\n\nC=3\nD=z\n");
  expect(mergeEnv('', { A: '1' })).toBe('A=1\n');
  expect(mergeEnv('B=2', { A: '1' })).toBe('B=2\nA=1\n');
});

it('mergeEnv removes duplicates of a variable, since the last one would take effect', () => {
  expect(mergeEnv('A=1\nB=2\nA=3\n', { A: '4' })).toBe('A=4\nB=2\n');
});

it('mergeEnv keeps a multi-line value whole, whatever its lines look like', () => {
  const text = "KEY='-----BEGIN\nA=1\n-----END'\nA=2\n";
  expect(mergeEnv(text, { A: '3' })).toBe("KEY='-----BEGIN\nA=1\n-----END'\nA=3\n");
  expect(mergeEnv(text, { KEY: 'k' })).toBe('KEY=k\nA=2\n');
});

it('mergeEnv quotes each value so that it is read back unchanged', () => {
  expect(mergeEnv('', { A: "it's" })).toBe('A="it\'s"\n');
  const printable = fc.string({ unit: fc.constantFrom(...'aZ9 #=$\\\'"n–') });
  fc.assert(
    fc.property(printable, (words) => {
      const value = words.trim();
      expect(parseEnv(mergeEnv('A=before\nB=2\n', { A: value }))).toEqual({ A: value, B: '2' });
    }),
  );
  expect(() => mergeEnv('', { A: '#\'"`' })).toThrow('A has a value that no .env can hold');
});

it('writeEnvFile follows a symbolic link to the file, and leaves nothing next to it', async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'real'), 'A=1\n', { mode: 0o644 });
  symlinkSync('real', join(folder, '.env'));
  await writeEnvFile(join(folder, '.env'), { A: '2' });
  expect(lstatSync(join(folder, '.env')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('A=2\n');
  expect(statSync(join(folder, 'real')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['.env', 'real']);
});

/** Root may write everywhere, so another user tries it then. */
function write(folder: string): string {
  const isRoot = process.getuid?.() === 0;
  const code = `import { writeEnvFile } from ${JSON.stringify(new URL('../../../src/bot/config/env-file.ts', import.meta.url).href)};
    ${isRoot ? 'process.setgid(65534); process.setuid(65534);' : ''}
    await writeEnvFile(${JSON.stringify(join(folder, '.env'))}, { A: '2' }).then(() => console.log('written'), ({ code }) => console.log(code));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).trim();
}

it.skipIf(process.platform === 'win32')(
  'writeEnvFile changes nothing in a read-only file, and leaves no temporary file behind',
  () => {
    const folder = emptyFolder();
    chmodSync(folder, 0o777);
    writeFileSync(join(folder, '.env'), 'A=1\n', { mode: 0o444 });
    expect(write(folder)).toBe('EACCES');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=1\n');
    expect(readdirSync(folder)).toEqual(['.env']);
  },
);

it.skipIf(process.platform === 'win32')(
  'writeEnvFile overwrites a file that it cannot replace, such as one mounted on its own',
  () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, '.env'), 'A=1\n');
    chownToOther(join(folder, '.env'));
    chmodSync(folder, 0o555);
    expect(write(folder)).toBe('written');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=2\n');
    expect(readdirSync(folder)).toEqual(['.env']);
  },
);

/** Only root can give a file to another user. */
it.skipIf(process.getuid?.() !== 0)(
  "writeEnvFile writes another user's file, which it cannot hide from others",
  async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, '.env'), 'A=1\n');
    chmodSync(join(folder, '.env'), 0o666);
    chmodSync(folder, 0o555);
    expect(write(folder)).toBe('written');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('A=2\n');
    expect(await isReadableByOthers(join(folder, '.env'))).toBe(true);
  },
);

function chownToOther(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, 65534, 65534);
}

it('secrets of docent.yaml may be in files under any name', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'docent.yaml');
  writeFileSync(join(folder, 'secret'), 'a-secret\n');
  writeFileSync(
    path,
    'sites: { api: { domain: api, key: ACME_KEY } }\nprojects: { api: { id: p1, token: ACME_ADMIN_KEY } }\n',
  );
  const { env } = await loadRoutes({
    DOCENT_CONFIG: path,
    ACME_KEY_FILE: join(folder, 'secret'),
    ACME_ADMIN_KEY_FILE: join(folder, 'secret'),
    OTHER_FILE: join(folder, 'secret'),
  });
  expect([env.ACME_KEY, env.ACME_ADMIN_KEY, env.OTHER]).toEqual(['a-secret', 'a-secret', undefined]);
});
