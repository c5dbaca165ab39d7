import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchRouting } from '../../../../src/bot/config/routing/file.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { until } from '../../../sandbox/slack/until.ts';

/** Watches docent.yaml in an empty folder; `nextCheck` resolves after the watcher's next check. */
function watch(text?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-routing-'));
  const path = join(folder, 'docent.yaml');
  const clock = createManualClock();
  const ending = new AbortController();
  const seen: string[] = [];
  const done = watchRouting({
    path,
    text,
    clock,
    signal: ending.signal,
    onText: async (found) => void seen.push(found),
    onSame: async () => {},
    onMissing: () => void seen.push('missing'),
  });
  onTestFinished(async () => {
    ending.abort();
    await done;
    rmSync(folder, { recursive: true });
  });
  const nextCheck = async (): Promise<void> => {
    await clock.advance(2_000);
    await until(() => clock.waiting() === 1);
  };
  return { folder, path, seen, nextCheck };
}

describe('a watched routing file', () => {
  it('is read again when its text has changed, even within one second and to the same size', async () => {
    const { path, seen, nextCheck } = watch('slack: { mode: auto }');
    writeFileSync(path, 'slack: { mode: auto }');
    await nextCheck();
    expect(seen).toEqual([]);
    for (const word of ['1234', '5678']) {
      writeFileSync(path, `slack: { mode: ${word} }`);
      await nextCheck();
    }
    await nextCheck();
    expect(seen).toEqual(['slack: { mode: 1234 }', 'slack: { mode: 5678 }']);
  });

  it('may be a swapped symbolic link, as in a Kubernetes config map', async () => {
    const { folder, path, seen, nextCheck } = watch('one');
    for (const name of ['one', 'two']) writeFileSync(join(folder, name), name);
    symlinkSync('one', join(folder, '..data'));
    symlinkSync('..data', path);
    await nextCheck();
    symlinkSync('two', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    await nextCheck();
    expect(seen).toEqual(['two']);
  });

  it('may appear later, and is reported once when it disappears', async () => {
    const { path, seen, nextCheck } = watch();
    await nextCheck();
    expect(seen).toEqual([]);
    writeFileSync(path, 'new');
    await nextCheck();
    rmSync(path);
    await nextCheck();
    await nextCheck();
    expect(seen).toEqual(['new', 'missing']);
  });
});
