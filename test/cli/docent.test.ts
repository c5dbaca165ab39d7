import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { door, emptyFolder, olderNodes, startDocent } from './terminal.ts';

const manifest = join(import.meta.dirname, '../../package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));

const heapLimit = 'v8.getHeapStatistics().heap_size_limit';

/** A module for `--import`: the newer Node prints this when it ends. */
function printing(expression: string): string {
  const isNewer = 'Number.parseInt(process.versions.node) >= 24';
  const print = `process.on('exit', () => ${isNewer} && process.stderr.write(String(${expression})))`;
  return `data:text/javascript,${encodeURIComponent(`import v8 from 'node:v8'; ${print}`)}`;
}

function heapLimitWith(flag: string): string {
  return execFileSync(process.execPath, [flag, '-p', heapLimit], { encoding: 'utf8', env: {} }).trim();
}

describe.each(olderNodes.map((older) => ({ older })))('docent started with an older Node: $older.0', ({ older }) => {
  it('hands over to the Node 24 that was installed with it, and returns its exit code', async () => {
    const { ended, out, err } = startDocent(['ask'], { program: [...older, door] });
    expect([await ended, out(), err()]).toEqual([2, '', expect.stringContaining('docent ask --help')]);
  });

  it.each([
    ['bounds its memory', '', [], '--max-semi-space-size=2'],
    ['keeps the bound of NODE_OPTIONS', ' --max_semi_space_size=32', [], '--max-semi-space-size=32'],
    ['keeps the bound of the command line', '', ['--max_semi_space_size=32'], '--max-semi-space-size=32'],
  ])('%s', async (_, options, flags, bound) => {
    const env = { NODE_OPTIONS: `--import "${printing(heapLimit)}"${options}` };
    const { ended, err } = startDocent(['--version'], { env, program: [...older, ...flags, door] });
    expect([await ended, err()]).toEqual([0, heapLimitWith(bound)]);
  });

  it('says in one line what is missing if none was installed with it', async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'dist'));
    copyFileSync(door, join(folder, 'dist/docent.js'));
    copyFileSync(manifest, join(folder, 'package.json'));
    const { ended, out, err } = startDocent(['try'], { program: [...older, join(folder, 'dist/docent.js')] });
    expect([await ended, out()]).toEqual([2, '']);
    expect(err()).toMatch(/^Docent needs Node 24 or newer; this is v\d+[^\n]*nodejs\.org\.\n$/);
  });
});

it('docent in Node 24 starts no other process, and keeps its permissions and the channel to its parent', async () => {
  const execArgv = ['--permission', '--allow-fs-read=*', '--import', printing('process.connected')];
  const child = fork(door, ['--version'], { cwd: emptyFolder(), env: {}, execArgv, stdio: 'pipe' });
  let err = '';
  child.stderr?.on('data', (piece) => {
    err += piece;
  });
  const [code] = await once(child, 'close');
  expect([code, err]).toEqual([0, 'true']);
});

describe('the source without its launcher', () => {
  it('runs directly in Node 24', async () => {
    const main = join(import.meta.dirname, '../../src/cli/main.ts');
    const { ended, out } = startDocent(['--version'], { program: [process.execPath, main] });
    expect([await ended, out()]).toEqual([0, `${version}\n`]);
  });
});
