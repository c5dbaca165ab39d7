/** One issue for the turns of a topic, on each engine. */
import { describe, expect, it } from 'vitest';
import { engines, openStore } from '../../engines.ts';
import { question } from '../../samples.ts';

describe.each(engines)('the issue of a topic, on $name', (engine) => {
  it('is claimed once, passes to the next process after a failure or a death, and is found by each of its turns', async () => {
    const { store } = await openStore(engine);
    const turns: string[] = [];
    for (const id of ['q1', 'q2', 'q3']) {
      await store.accept(question({ id, thread: id }));
      turns.push((await store.findTurn({ id, thread: question().thread }))?.id ?? '');
    }
    const [a = '', b = '', c = ''] = turns;
    const claims = await Promise.all([
      store.claimIssue([a, b], 1_000, 2_000),
      store.claimIssue([b, a], 1_000, 2_000),
      store.claimIssue([b, c], 1_000, 2_000),
    ]);
    expect(claims.map(({ state }) => state).toSorted()).toEqual(['busy', 'busy', 'claimed']);
    const claimed = claims.find((claim) => claim.state === 'claimed');
    expect(claimed).not.toHaveProperty('begunAt');
    const id = claimed?.id ?? '';
    expect(await store.claimIssue([b], 2_000, 3_000)).toEqual({ state: 'claimed', id, begunAt: 1_000 });
    await store.releaseIssue(id);
    expect(await store.claimIssue([b], 2_001, 3_000)).toEqual({ state: 'claimed', id, begunAt: 1_000 });
    await store.saveIssue(id, 'https://github.test/1');
    expect(await store.claimIssue([b], 9_000, 9_999)).toEqual({ state: 'opened', url: 'https://github.test/1' });
    expect(await store.claimIssue([b, c], 9_000, 9_999)).toMatchObject({ state: 'opened' });
  });
});
