import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { door, emptyFolder, olderNodes, startDocent } from './terminal.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

describe.each(olderNodes.map((older) => ({ older })))('the door, opened with an older Node: $older.0', ({ older }) => {
  it('hands over to the Node 24 that came with it, and gives its exit code', async () => {
    const { ended, out, err } = startDocent(['ask'], { program: [...older, door] });
    expect([await ended, out(), err()]).toEqual([2, '', expect.stringContaining('docent ask --help')]);
  });

  it('says in one sentence what is missing where none came with it', async () => {
    const folder = emptyFolder();
    copyFileSync(door, join(folder, 'docent.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { ended, out, err } = startDocent(['try'], { program: [...older, join(folder, 'docent.js')] });
    expect([await ended, out()]).toEqual([2, '']);
    expect(err()).toMatch(/^Docent needs Node 24 or newer; this is v\d+[^\n]*nodejs\.org\.\n$/);
  });
});

const witness = `process.on('exit', () => process.stderr.write(process.pid + ' ' + process.execArgv))`;
const watched = `--import "data:text/javascript,${encodeURIComponent(witness)}"`;

it.each([
  ['bounds its memory however the door is opened', watched, ' --max-semi-space-size=8'],
  ['leaves a bound that the operator set as it is', `${watched} --max-semi-space-size=16`, ' '],
])('%s, in the process that was started', async (_, options, flags) => {
  const { child, ended, out, err } = startDocent(['--version'], { env: { NODE_OPTIONS: options } });
  expect([await ended, out(), err()]).toEqual([0, `${version}\n`, `${child.pid}${flags}`]);
});

describe('Docent without its door', () => {
  it('runs as it is in Node 24', async () => {
    const main = join(import.meta.dirname, '../../src/main.ts');
    const { ended, out } = startDocent(['--version'], { program: [process.execPath, main] });
    expect([await ended, out()]).toEqual([0, `${version}\n`]);
  });
});
