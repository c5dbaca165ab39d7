import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnStore } from '../../../src/bot/store/store.ts';
import { engines, openStore } from '../../kit/sql/engines.ts';
import { question } from './samples.ts';

describe.each(engines)('a read cursor on $name', (engine) => {
  let store: OwnStore;

  beforeEach(async () => {
    ({ store } = await openStore(engine));
  });

  it('is undefined at first, and is saved by platform and place', async () => {
    expect(await store.readCursors('discord')).toEqual(new Map());
    await store.saveReadCursors(
      'discord',
      new Map([
        ['g2', 1_790_000_000_123],
        ['g1', 5],
      ]),
    );
    await store.saveReadCursors('slack', new Map([['g1', 7]]));
    expect(await store.readCursors('discord')).toEqual(
      new Map([
        ['g1', 5],
        ['g2', 1_790_000_000_123],
      ]),
    );
  });

  it('never goes back, whichever process saves it', async () => {
    await store.saveReadCursors('discord', new Map([['g', 20]]));
    await Promise.all([10, 30, 25].map((time) => store.saveReadCursors('discord', new Map([['g', time]]))));
    expect(await store.readCursors('discord')).toEqual(new Map([['g', 30]]));
  });

  it('does not let a message from before the first question become a follow-up', async () => {
    const accept = async (id: string, askedAt: number) =>
      (await store.accept(question({ id, addressed: 'follow_up', askedAt }))).result;
    await store.accept(question({ id: 'first', askedAt: 1_000 }));
    expect(await accept('before', 999)).toBe('not_ours');
    expect(await accept('after', 1_001)).toBe('accepted');
  });
});
