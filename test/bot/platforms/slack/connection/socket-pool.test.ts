/** When connections are opened, replaced and given up, with manually controlled sockets. */
import { WebAPIPlatformError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../../src/bot/core/model/errors.ts';
import {
  createOpenBudget,
  pauseMs,
  SocketPool,
} from '../../../../../src/bot/platforms/slack/connection/socket-pool.ts';
import { toPlatformError } from '../../../../../src/bot/platforms/slack/errors.ts';
import { createManualClock } from '../../../../fakes/clock.ts';
import { silent } from '../../../../fakes/logger.ts';

const helloMs = 50;
const minute = 60_000;
const down = new PlatformError('unavailable');
const refused = toPlatformError(new WebAPIPlatformError({ ok: false, error: 'invalid_auth' }));

interface Line {
  /** Milliseconds since the test began. */
  readonly openedAt: number;
  closed: boolean;
  end(reason: string): void;
}

/** A pool whose connections take 50 ms until hello, unless Slack is down, with a record of what it did. */
class World {
  readonly clock = createManualClock();
  readonly #beganAt = this.clock.now();
  readonly lines: Line[] = [];
  /** When each attempt to open a connection began. */
  readonly tries: number[] = [];
  readonly gaps: number[] = [];
  down: PlatformError | undefined;
  readonly pool = new SocketPool({
    clock: this.clock,
    logger: silent,
    onGap: (since) => this.gaps.push(since - this.#beganAt),
    open: async (signal) => {
      this.tries.push(this.now());
      await this.clock.wait(helloMs, signal);
      if (this.down || signal.aborted) throw this.down ?? down;
      const ended = Promise.withResolvers<string>();
      const line = { openedAt: this.now(), closed: false, end: ended.resolve };
      this.lines.push(line);
      let lastSignAt = this.clock.now();
      return {
        ended: ended.promise,
        lastSignAt: () => {
          if (!line.closed) lastSignAt = this.clock.now();
          return lastSignAt;
        },
        close: async () => {
          line.closed = true;
        },
      };
    },
  });

  now(): number {
    return this.clock.now() - this.#beganAt;
  }

  live(): readonly Line[] {
    return this.lines.filter(({ closed }) => !closed);
  }

  async cut(): Promise<void> {
    for (const line of this.live()) line.end('lost');
    await this.clock.settle();
  }
}

async function started(): Promise<World> {
  const world = new World();
  const starting = world.pool.start();
  await world.clock.advance(1_000);
  await starting;
  return world;
}

describe('two connections', () => {
  it('are opened one after the other, and closed on stop', async () => {
    const world = await started();
    expect(world.tries).toEqual([0, helloMs]);
    expect(world.live()).toHaveLength(2);
    await world.pool.stop();
    expect(world.live()).toHaveLength(0);
  });

  it('of the same age are staggered after five minutes, so that they do not end together', async () => {
    const world = await started();
    await world.clock.advance(60 * minute);
    expect(world.tries).toEqual([0, helloMs, 2 * helloMs + 5 * minute]);
    expect(world.live()).toHaveLength(2);
    await world.pool.stop();
  });

  it('are reopened within 0.3 s of every interruption, however young they were', async () => {
    const world = await started();
    for (let round = 0; round < 4; round += 1) {
      const cutAt = world.now();
      await world.cut();
      await world.clock.advance(2_000);
      expect((world.live()[0]?.openedAt ?? Number.NaN) - cutAt).toBeLessThan(300);
    }
    await world.clock.advance(minute);
    expect(world.live()).toHaveLength(2);
    await world.pool.stop();
  });

  it('are reopened only at a limited rate when none lasts', async () => {
    const world = await started();
    for (let ms = 0; ms < 10 * minute; ms += 100) {
      await world.cut();
      await world.clock.advance(100);
    }
    expect(world.tries.length).toBeLessThanOrEqual(12 + 60);
    await world.pool.stop();
  });

  it('are replaced before they close when Slack wants them renewed', async () => {
    const world = await started();
    const [first] = world.live();
    first?.end('warning');
    await world.clock.settle();
    expect(first?.closed).toBe(false);
    await world.clock.advance(helloMs);
    expect(first?.closed).toBe(true);
    expect([world.live().length, world.gaps]).toEqual([2, []]);
    await world.pool.stop();
  });
});

describe('a gap', () => {
  it('is reported with its start time as soon as it is over', async () => {
    const world = await started();
    await world.clock.advance(minute);
    const cutAt = world.now();
    await world.cut();
    await world.clock.advance(1_000);
    expect(world.gaps).toEqual([cutAt]);
    await world.pool.stop();
  });

  it('is not reported while another connection is open', async () => {
    const world = await started();
    world.live()[0]?.end('lost');
    await world.clock.advance(1_000);
    expect(world.gaps).toEqual([]);
    expect(world.live()).toHaveLength(2);
    await world.pool.stop();
  });

  it('is reported when Slack closes the connections after a warning before a new one can be opened', async () => {
    const world = await started();
    world.down = down;
    for (const line of world.live()) line.end('warning');
    await world.clock.advance(20_000);
    world.down = undefined;
    await world.clock.advance(minute);
    expect(world.gaps).toHaveLength(1);
    await world.pool.stop();
  });
});

describe('failed attempts', () => {
  it('are repeated within 250 ms at first, then with pauses that grow to 30 s', async () => {
    const world = await started();
    world.down = down;
    const before = world.tries.length;
    await world.cut();
    await world.clock.advance(10 * minute);
    const apart = world.tries.slice(before + 1).map((at, index) => at - (world.tries[before + index] ?? 0) - helloMs);
    expect(Math.max(...apart.slice(0, 5))).toBeLessThanOrEqual(250);
    expect(apart.slice(5).every((pause) => pause >= 750)).toBe(true);
    expect(Math.max(...apart)).toBeLessThanOrEqual(37_500);
    expect(apart.length).toBeLessThan(40);
    world.down = undefined;
    await world.clock.advance(minute);
    expect(world.live()).toHaveLength(2);
    await world.pool.stop();
  });

  it('are forgotten once a connection is open, so that the next outage also begins with quick attempts', async () => {
    const world = await started();
    for (let outage = 0; outage < 2; outage += 1) {
      world.down = down;
      const before = world.tries.length;
      await world.cut();
      await world.clock.advance(1_500);
      expect(world.tries.length - before).toBeGreaterThanOrEqual(6);
      world.down = undefined;
      await world.clock.advance(minute);
      expect(world.live()).toHaveLength(2);
    }
    await world.pool.stop();
  });

  it('are repeated only after the wait that Slack asks for', async () => {
    const world = await started();
    world.down = new PlatformError('rate_limited', { waitMs: 20_000 });
    const before = world.tries.length;
    await world.cut();
    await world.clock.advance(19_000);
    expect(world.tries.length - before).toBe(1);
    await world.pool.stop();
  });

  it('with a rejected app token continue, report dead after minutes, and end when the token is accepted', async () => {
    const world = await started();
    world.down = refused;
    await world.cut();
    await world.clock.advance(30_000);
    expect(world.pool.health()).toMatchObject({
      state: 'reconnecting',
      detail: expect.stringContaining('SLACK_APP_TOKEN'),
    });
    await world.clock.advance(5 * minute);
    expect(world.pool.health().state).toBe('dead');
    world.down = undefined;
    await world.clock.advance(minute);
    expect(world.pool.health().state).toBe('ready');
    await world.pool.stop();
  });

  it('are not repeated after a stop', async () => {
    const world = await started();
    world.down = down;
    await world.cut();
    await world.pool.stop();
    const before = world.tries.length;
    await world.clock.advance(minute);
    expect(world.tries).toHaveLength(before);
    expect(world.clock.waiting()).toBe(0);
  });
});

it('backs off with growing pauses, shorter while no connection is open', () => {
  const pauses = (isCovered: boolean): readonly number[] =>
    [0, 1, 2, 5, 6, 7, 20].map((failures) => pauseMs({ failures, isCovered, isRefused: false, random: 0.5 }));
  expect(pauses(false)).toEqual([0, 187.5, 187.5, 187.5, 1_000, 2_000, 30_000]);
  expect(pauses(true)).toEqual([0, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000]);
});

it('reserves some of the budget for when no connection is open', async () => {
  const clock = createManualClock();
  const budget = createOpenBudget(clock);
  for (let open = 0; open < 8; open += 1) budget.spend();
  expect([budget.waitMs(true), budget.waitMs(false)]).toEqual([10_000, 0]);
  await clock.advance(10_000);
  expect(budget.waitMs(true)).toBe(0);
});
