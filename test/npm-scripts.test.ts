/**
 * npm runs a script in `sh`. Debian's (dash 0.5.12) ends on SIGTERM without forwarding it, so the scripts that run Docent
 * replace the shell with Node (`exec`). Windows' cmd has no such command, but looks for a file of that name in the current
 * folder, which npm sets to the package's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

it.skipIf(process.platform === 'win32').each(['docent', 'start', 'try'])(
  '“npm run %s” forwards SIGTERM to Node',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'docent-scripts-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, '../package.json'), join(folder, 'package.json'));
    mkdirSync(join(folder, 'src'));
    // The input ends with this process.
    const waits = `process.on('SIGTERM', () => { console.log('told'); process.exit(); });
      process.stdin.resume().once('end', () => process.exit());`;
    writeFileSync(join(folder, 'src/docent.js'), `${waits} console.log('up ' + process.pid);`);
    const npm = spawn('npm', ['run', '-s', name], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: npm.stdout })[Symbol.asyncIterator]();
    const { value: up } = await lines.next();
    const pid = Number(/^up (\d+)$/.exec(String(up))?.[1]);
    onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
    npm.kill('SIGTERM');
    await once(npm, 'exit');
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect((await lines.next()).value).toBe('told');
  },
);

it('exec.cmd does on Windows what `exec` does elsewhere: it runs the rest of the line', () => {
  const lines = readFileSync(join(import.meta.dirname, '../exec.cmd'), 'utf8')
    .trim()
    .split('\n');
  expect(lines.filter((line) => !line.startsWith('@rem '))).toEqual(['@%*']);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
