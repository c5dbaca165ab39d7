/** Questions that are asked again after a deployment, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Reask } from '../../../../src/bot/core/model/deployment.ts';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import type { Database } from '../../../../src/kit/sql/database.ts';
import { ClaimLostError } from '../../../../src/kit/sql/store-errors.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { deploymentRequest, question } from '../samples.ts';

describe.each(engines)('a reask on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  async function deploy(id: string, reask?: { readonly pages?: readonly string[] }): Promise<void> {
    await store.acceptDeployment(deploymentRequest(id), 'docs');
    const claimed = await store.claimDeployment('me', 0, 100, ['slack']);
    if (!claimed) throw new TypeError('nothing to claim');
    await store.saveDeployment(claimed, { state: 'succeeded', ...(reask && { reask }) }, 5);
  }

  async function claim(now = 10): Promise<Reask | undefined> {
    return store.claimReask('me', now, now + 100, ['slack']);
  }

  it('is due once after a successful deployment that asks for it, and is claimed by one process', async () => {
    await deploy('without');
    expect(await claim()).toBeUndefined();
    await deploy('with', { pages: ['docs/a.md'] });
    const claimed = await claim();
    expect(claimed).toMatchObject({
      tries: 1,
      pages: ['docs/a.md'],
      asked: [],
      deployment: { project: 'docs', endedAt: 5 },
    });
    expect(await claim()).toBeUndefined();
    expect(await store.claimReask('you', 10, 100, ['discord'])).toBeUndefined();
  });

  it('continues after the questions already asked when another process takes over', async () => {
    await deploy('d', {});
    const first = await claim();
    if (!first) throw new TypeError('nothing to claim');
    const asked = [
      { turn: 't1', isAnswered: true, link: 'https://chat.example/1' },
      { turn: 't2', isAnswered: false },
    ];
    await store.saveReask(first, asked);
    await store.release('me');
    const second = await claim();
    expect(second).toMatchObject({ id: first.id, tries: 2, asked });
    expect(second?.pages).toBeUndefined();
    await expect(store.saveReask(first, [])).rejects.toBeInstanceOf(ClaimLostError);
  });

  it('leaves nothing stored when it ends except which questions were answered', async () => {
    await deploy('d', { pages: ['docs/a.md'] });
    const claimed = await claim();
    if (!claimed) throw new TypeError('nothing to claim');
    await store.saveReask(claimed, [{ turn: 't1', isAnswered: true, link: 'https://chat.example/1' }]);
    await store.endReask(claimed, ['t1'], 50);
    expect(await claim(1_000)).toBeUndefined();
    expect(await store.answeredAfterReask(50)).toEqual(new Set(['t1']));
    expect(await store.answeredAfterReask(51)).toEqual(new Set());
    expect(JSON.stringify(await database.sql.selectFrom('reasks').selectAll().execute())).not.toContain('chat.example');
  });

  it('finds a question with the earlier ones of its conversation until its words are removed', async () => {
    for (const id of ['first', 'second']) {
      await store.accept(question({ id }));
      const turn = await store.claimTurn('me', 1_000, 2_000, ['slack']);
      if (!turn) throw new TypeError('nothing to claim');
      await store.endTurn(turn, { state: 'answered', answer: `answer to ${id}`, sources: [] }, 1_500);
    }
    const [, second] = await store.askedSince(0, 10);
    expect(second?.text).toBe('text of second');
    expect(await store.findAskable(second?.turn ?? '')).toEqual({
      thread: question().thread,
      answer: 'answer to second',
      earlier: [expect.objectContaining({ question: 'text of first', answer: 'answer to first' })],
    });
    await store.forget('slack:T1:U1', 9_000);
    expect(await store.findAskable(second?.turn ?? '')).toBeUndefined();
  });

  it('counts questions in a window up to its limit', async () => {
    const window = { limit: 'limit_month', of: 'docs', endsAt: 1_000, max: 2 } as const;
    const used = [];
    for (let use = 0; use < 4; use += 1) used.push((await store.countUse([window], 10))?.[0]?.used);
    expect(used).toEqual([1, 2, undefined, undefined]);
  });
});
