/** Which answers lose their buttons, on each engine. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { OwnStore } from '../../../../src/bot/store/store.ts';
import { engines, openStore } from '../../../kit/sql/engines.ts';
import { question } from '../samples.ts';

const dayMs = 24 * 60 * 60_000;

describe.each(engines)('old buttons in the store on $name', (engine) => {
  let store: OwnStore;

  beforeEach(async () => {
    ({ store } = await openStore(engine));
  });

  async function answered(id: string, hasButtons = true): Promise<string> {
    await store.accept(question({ id }));
    const turn = await store.claimTurn('me', 0, 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    await store.saveTurnShown(turn, [{ message: `m-${id}`, from: 0, to: 3, digest: 'd' }], 'yes');
    await store.endTurn(turn, { state: 'answered', answer: 'yes', sources: [], hasButtons }, 2_000);
    return turn.id;
  }

  const claim = (owner: string, now: number, busy: readonly string[] = []) =>
    store.claimOldButtons(owner, now, now + 30_000, ['slack'], busy);

  it('only a newer answer with buttons takes those of an older one', async () => {
    const first = await answered('a');
    await answered('b', false);
    expect(await claim('me', 3_000)).toBeUndefined();
    await answered('c');
    expect(await claim('me', 3_000)).toMatchObject({ turn: first, message: 'm-a', thread: { thread: '1.0' } });
    await store.endOldButtons(first, 'me');
    expect(await claim('me', 90_000)).toBeUndefined();
  });

  it('a process that dies before they are gone is followed by another, for a day', async () => {
    const first = await answered('a');
    await answered('b');
    expect(await claim('dead', 3_000)).toMatchObject({ turn: first });
    expect(await claim('next', 32_999)).toBeUndefined();
    expect(await claim('next', 33_000, [first])).toBeUndefined();
    expect(await claim('next', 33_000)).toMatchObject({ turn: first });
    await store.endOldButtons(first, 'dead');
    expect(await claim('last', 63_000)).toMatchObject({ turn: first });
    expect(await claim('late', dayMs + 63_000)).toBeUndefined();
  });

  it('an answer is not asked again while its buttons are being removed', async () => {
    const first = await answered('a');
    await answered('b');
    await claim('me', 3_000);
    const facts = await store.findTurn({ id: first }, 'slack:T1:U1');
    if (!facts) throw new Error('no turn');
    await store.reopen(facts, { at: 4_000 });
    expect(await store.claimTurn('other', 5_000, 35_000, ['slack'])).toBeUndefined();
    await store.endOldButtons(first, 'me');
    expect(await store.claimTurn('other', 5_000, 35_000, ['slack'])).toMatchObject({ id: first });
  });
});
