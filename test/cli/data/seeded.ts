/** A database on disk that contains questions, for the commands that read what the bot stored. */
import { join } from 'node:path';
import type { PlaceKind } from '../../../src/bot/core/model/conversation.ts';
import type { Mark } from '../../../src/bot/core/model/feedback.ts';
import type { Source } from '../../../src/bot/core/model/source.ts';
import { createStore } from '../../../src/bot/store/store.ts';
import { openDatabase } from '../../../src/kit/sql/database.ts';
import { question } from '../../bot/store/samples.ts';

export interface Seed {
  readonly text: string;
  readonly sources?: readonly Source[];
  readonly mark?: Mark;
  readonly isPrivate?: boolean;
  readonly place?: PlaceKind;
}

/** Returns its DATABASE_URL. */
export async function seeded(folder: string, seeds: readonly Seed[]): Promise<string> {
  const database = `sqlite:${join(folder, 'docent.db')}`;
  const store = createStore(await openDatabase(database));
  for (const [index, { text, sources = [], mark, isPrivate, place = 'public' }] of seeds.entries()) {
    const thread = isPrivate ? `private:q${index}` : `${index}.0`;
    await store.accept(question({ id: `q${index}`, thread, text, place, askedAt: Date.now() - 60_000 }));
    const turn = await store.claimTurn('me', 0, 100, ['slack']);
    if (!turn) throw new Error('nothing to claim');
    await store.endTurn(turn, { state: 'answered', answer: 'text', sources }, Date.now());
    if (mark) await store.saveFeedback({ turn: turn.id, person: 'slack:T1:U2', mark, via: 'button', at: Date.now() });
  }
  await store.close();
  return database;
}
