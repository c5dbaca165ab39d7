import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const module = new URL('./end-with-parent.ts', import.meta.url).href;

it('what a run has started ends when the run is killed', async () => {
  const program = `
    import { spawn } from 'node:child_process';
    import { killWithParent } from ${JSON.stringify(module)};
    killWithParent(spawn('sleep', ['600'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true }));
    console.log('started');
    setInterval(() => {}, 1_000);`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(run.stdout, 'data');
  expect(String(said)).toBe('started\n');
  // The pipe is open as long as one of them holds it.
  const closed = once(run.stdout, 'close');
  run.kill('SIGKILL');
  await closed;
});
