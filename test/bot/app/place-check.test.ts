import { describe, expect, it } from 'vitest';
import { PlaceCheck } from '../../../src/bot/app/place-check.ts';
import { loadRouting, noRouting } from '../../../src/bot/config/routing/load.ts';
import type { RoutingFile } from '../../../src/bot/config/routing/schema.ts';
import { PlatformError } from '../../../src/bot/core/model/errors.ts';
import { createManualClock } from '../../fakes/clock.ts';
import { createKeptLog } from '../../fakes/logger.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

const text = 'slack: { workspaces: { T1: {} }, channels: { C1: {}, C2: {} } }\ndiscord: { categories: { 5: {} } }';

function fileOf(yaml: string): RoutingFile {
  const loaded = loadRouting(yaml);
  return loaded.ok ? loaded.routing.file : noRouting.file;
}

function world(answer: (id: string) => boolean) {
  const clock = createManualClock();
  const log = createKeptLog();
  const checked: string[] = [];
  const platform = createFakePlatform({ clock, name: 'slack' });
  platform.places.canSee = async (kind, id) => {
    checked.push(`${kind} ${id}`);
    return answer(id);
  };
  const check = new PlaceCheck(clock, log);
  const run = (yaml: string) => clock.until(check.run(fileOf(yaml), platform, new AbortController().signal));
  return { run, checked, log };
}

describe('the check of places in the routing file', () => {
  it('logs those that the platform does not show, and checks each one once', async () => {
    const { run, checked, log } = world((id) => id !== 'C2');
    await run(text);
    expect(checked).toEqual(['server T1', 'channel C1', 'channel C2']);
    expect(log.lines).toMatchObject([
      { level: 'warn', phrase: 'unknown places in the routing file', fields: { platform: 'slack', unknown: ['C2'] } },
    ]);
    await run(`${text}\n# changed`);
    expect(checked).toHaveLength(3);
    expect(log.lines).toHaveLength(1);
  });

  it('is postponed while the platform does not answer', async () => {
    let isDown = true;
    const { run, checked, log } = world(() => {
      if (isDown) throw new PlatformError('unavailable');
      return true;
    });
    await run(text);
    isDown = false;
    await run(text);
    expect(checked).toEqual(['server T1', 'server T1', 'channel C1', 'channel C2']);
    expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
