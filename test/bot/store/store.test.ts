import { sql as raw } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Deployment, Question, Shown, Turn } from '../../../src/bot/core/model/conversation.ts';
import type { Decision, TurnEnd } from '../../../src/bot/core/ports/store.ts';
import type { UseWindow } from '../../../src/bot/core/ports/use-window.ts';
import type { OwnStore } from '../../../src/bot/store/store.ts';
import type { Database } from '../../../src/kit/sql/database.ts';
import { ClaimLostError, StoreError } from '../../../src/kit/sql/store-errors.ts';
import { engines, openStore } from '../../kit/sql/engines.ts';
import { deploymentRequest, question } from './samples.ts';

const answered: TurnEnd = { state: 'answered', answer: 'yes', sources: [{ path: '/a', title: 'A' }] };
const slack = ['slack'];

describe.each(engines)('the store on $name', (engine) => {
  let database: Database;
  let store: OwnStore;

  beforeEach(async () => {
    ({ database, store } = await openStore(engine));
  });

  /** Claims from 0 to 100. */
  async function claimDeployment(owner: string): Promise<Deployment> {
    const deployment = await store.claimDeployment(owner, 0, 100, slack);
    if (!deployment) throw new Error('nothing to claim');
    return deployment;
  }

  async function claim(owner = 'me', now = 0): Promise<Turn> {
    const turn = await store.claimTurn(owner, now, now + 100, slack);
    if (!turn) throw new Error('nothing to claim');
    return turn;
  }

  async function acceptAll(...ids: readonly string[]): Promise<void> {
    for (const id of ids) await store.accept(question({ id }));
  }

  describe('accepting', () => {
    it('stores every field of a question', async () => {
      const asked = question({ address: 'secret', opens: 'opaque', endsAfterSilenceMs: 5, text: '# ünï 🙂' });
      await store.accept(asked);
      expect(await claim()).toMatchObject({ question: asked, state: 'answering', tries: 1, shown: [], answer: '' });
    });

    it('recognises a question that is delivered again', async () => {
      expect(await store.accept(question({ id: 'same' }))).toEqual({ result: 'accepted' });
      expect(await store.accept({ ...question({ id: 'same', thread: '2.0' }), eventId: 'another' })).toEqual({
        result: 'duplicate',
      });
    });

    it('recognises a question after its turn ended', async () => {
      await acceptAll('q');
      await store.endTurn(await claim(), answered, 1);
      expect(await store.accept(question({ id: 'q' }))).toEqual({ result: 'duplicate' });
    });

    it.each([
      ['Use `docent start`. **Shall I show how?**', true],
      ['どちらですか？\n', true],
      ['How? Like this.', undefined],
    ])(
      'knows whether the last answer ends with a question, unless the bot is mentioned: %j',
      async (answer, asksBack) => {
        const known: unknown[] = [];
        const say = (id: string, addressed: Question['addressed'] = 'direct') =>
          store.accept(question({ id, addressed }), (_, { conversation }) => {
            known.push(conversation?.asksBack);
            return {};
          });
        await say('q1');
        await store.endTurn(await claim(), { ...answered, answer }, 1);
        await say('q2');
        await say('q3', 'follow_up');
        await say('q4', 'mention');
        expect(known).toEqual([undefined, asksBack, asksBack, undefined]);
      },
    );

    it('counts a question in its windows, a refused one only as a notice, and deletes windows that are over', async () => {
      const window = (limit: UseWindow['limit'], endsAt: number): UseWindow => ({ limit, of: 'x', endsAt, max: 2 });
      const noted = { ...window('limit_minute', 120_000), of: 'notice:x', countsNotices: true as const };
      const windows = [window('limit_minute', 120_000), window('limit_month', 900_000), noted];
      const usesOf = async (id: string, decision: Decision = {}, at = windows, askedAt = 100_000) => {
        const { uses = [] } = await store.accept(question({ id, askedAt }), () => decision, at);
        return uses.map(({ used }) => used);
      };
      expect(await usesOf('q1')).toEqual([1, 1]);
      expect(await usesOf('q1')).toEqual([]);
      expect(await usesOf('q2', { fixedReply: 'limit_minute' })).toEqual([1]);
      expect(await usesOf('q3', { fixedReply: 'help' })).toEqual([]);
      expect(await usesOf('q4', { fixedReply: 'others_joined', listening: 'mention' })).toEqual([]);
      expect(await usesOf('q5')).toEqual([2, 2]);
      const other = { key: 'of the documentation service', points: 1, expire: 200_000 };
      await database.sql.insertInto('uses').values(other).execute();
      expect(await usesOf('q6', {}, [window('limit_minute', 240_000)], 180_000)).toEqual([1]);
      expect(await database.sql.selectFrom('uses').select('expire').orderBy('expire').execute()).toEqual([
        { expire: 200_000 },
        { expire: 240_000 },
        { expire: 900_000 },
      ]);
    });

    it('keeps the files of a question, and adds those of one that is joined to it', async () => {
      const [first, second] = [{ name: 'a\0.txt', bytes: 3, url: 'https://x' }, { name: 'b.txt' }];
      await store.accept({ ...question({ id: 'q1' }), files: [first] });
      await store.accept({ ...question({ id: 'q2' }), files: [second] }, () => ({ joined: 'both' }));
      expect((await claim()).question).toMatchObject({ text: 'both', files: [first, second] });
    });

    it('keeps what was unread, whose words it carries and the most private place when a message is joined or edited', async () => {
      const place = (kind: 'public' | 'private') => ({ place: kind });
      await store.accept({ ...question({ id: 'q1' }), ...place('private'), reading: { of: 'Cleo', unread: ['call'] } });
      const second = { ...question({ id: 'q2' }), ...place('public'), about: ['slack:T1:UBOB'] };
      await store.accept({ ...second, reading: { unread: ['length'] } }, () => ({ joined: 'both' }));
      const joined = (await claim()).question;
      expect(joined).toMatchObject({ place: 'private', reading: { of: 'Cleo', unread: ['call', 'length'] } });
      const facts = await store.findTurn({ id: 'q1', thread: joined.thread });
      const carried = { files: [{ name: 'a.log' }], about: ['slack:T1:UDAN'] };
      if (facts) await store.reopen(facts, { at: 2_000, text: 'edited', carried, isWhole: true });
      const rows = await database.sql.selectFrom('turns').selectAll().where('question_id', '=', 'q1').execute();
      const hash = (person: string) => database.hashPerson(person);
      expect(rows).toMatchObject([
        {
          files: '[{"name":"a.log"}]',
          reading: null,
          place: null,
          about: `${hash('slack:T1:UBOB')} ${hash('slack:T1:UDAN')}`,
        },
      ]);
    });

    it('accepts only one of many simultaneous deliveries', async () => {
      const results = await Promise.all(Array.from({ length: 10 }, () => store.accept(question())));
      expect(results.map((outcome) => outcome.result).sort()).toEqual(['accepted', ...Array(9).fill('duplicate')]);
    });

    it('keeps identical ids of two platforms apart', async () => {
      await store.accept(question({ id: '1', platform: 'slack' }));
      expect(await store.accept(question({ id: '1', platform: 'discord' }))).toEqual({ result: 'accepted' });
    });

    it('refuses a follow-up in a thread without a conversation, and writes nothing', async () => {
      expect(await store.accept(question({ addressed: 'follow_up' }))).toEqual({ result: 'not_ours' });
      expect(await database.sql.selectFrom('conversations').selectAll().execute()).toEqual([]);
      expect(await store.claimTurn('me', 0, 1, slack)).toBeUndefined();
    });

    it('accepts a follow-up in a thread with a conversation', async () => {
      await acceptAll('q1');
      expect(await store.accept(question({ id: 'q2', addressed: 'follow_up' }))).toEqual({ result: 'accepted' });
    });

    it('begins one conversation for many simultaneous first questions', async () => {
      await Promise.all(Array.from({ length: 10 }, (_, n) => store.accept(question({ id: `q${n}` }))));
      expect(await database.sql.selectFrom('conversations').select('id').execute()).toHaveLength(1);
      expect(await database.sql.selectFrom('turns').select('id').execute()).toHaveLength(10);
    });

    it('keeps the newest address of a thread', async () => {
      await store.accept(question({ id: 'q1', address: 'old' }));
      await store.accept(question({ id: 'q2', address: 'new' }));
      await store.accept(question({ id: 'q3' }));
      const turn = await claim();
      expect([turn.conversation.thread.address, turn.question.thread.address]).toEqual(['new', 'old']);
    });

    it('accepts a text that contains NUL, and keeps its length', async () => {
      await store.accept(question({ text: 'a\0b' }));
      const turn = await claim();
      expect(turn.question.text).toBe('a\uFFFDb');
      await store.saveTurnShown(turn, [], '\0');
      await store.endTurn(turn, { ...answered, answer: '\0' }, 1);
    });
  });

  describe('a conversation that ends after a silence', () => {
    const day = 1_000;

    async function secondConversation(second: Partial<Parameters<typeof question>[0]>): Promise<boolean> {
      await store.accept(question({ id: 'q1', askedAt: 1, endsAfterSilenceMs: day }));
      const first = await claim();
      await store.endTurn(first, answered, 100);
      await store.accept(question({ id: 'q2', endsAfterSilenceMs: day, ...second }));
      return (await claim()).conversation.id !== first.conversation.id;
    }

    it('is replaced by a new one after that silence', async () => {
      expect(await secondConversation({ askedAt: 101 + day })).toBe(true);
    });

    it('continues while the last answer is recent enough', async () => {
      expect(await secondConversation({ askedAt: 100 + day })).toBe(false);
    });

    it('continues if conversations do not end by silence', async () => {
      await store.accept(question({ id: 'q1', askedAt: 1 }));
      const first = await claim();
      await store.endTurn(first, answered, 100);
      await store.accept(question({ id: 'q2', askedAt: 10 * day }));
      expect((await claim()).conversation.id).toBe(first.conversation.id);
    });

    it('continues while a question is open, however old', async () => {
      await store.accept(question({ id: 'q1', askedAt: 1, endsAfterSilenceMs: day }));
      await store.accept(question({ id: 'q2', askedAt: 10 * day, endsAfterSilenceMs: day }));
      const first = await claim();
      await store.endTurn(first, answered, 2);
      expect((await claim()).conversation.id).toBe(first.conversation.id);
    });

    it('carries over neither the assistant thread nor the history', async () => {
      await store.accept(question({ id: 'q1', askedAt: 1, endsAfterSilenceMs: day }));
      const first = await claim();
      await store.saveAssistantThread(first, { id: 'a' });
      await store.endTurn(first, answered, 2);
      await store.accept(question({ id: 'q2', askedAt: 10 * day, endsAfterSilenceMs: day }));
      const second = await claim();
      expect(second.conversation).not.toHaveProperty('assistantThread');
      expect(await store.history(second, 10)).toEqual([]);
    });
  });

  it('returns the time of a database that several processes share, and otherwise that of the process', async () => {
    const now = await store.now();
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  });

  it('passes the newest question to the decision while only its searches are shown, and none of its answer', async () => {
    await store.accept(question());
    const turn = await claim();
    const waits = async (id: string): Promise<boolean> => {
      let isWaiting = false;
      await store.accept(question({ id }), (_, { conversation }) => {
        isWaiting = conversation?.waiting?.id === turn.id;
        return { ignore: 'no_question' };
      });
      return isWaiting;
    };
    await store.saveTurnShown(turn, [{ message: 'm1', from: 0, to: 0, digest: 'a search' }], '');
    expect(await waits('q2')).toBe(true);
    await store.saveTurnShown(turn, [{ message: 'm1', from: 0, to: 5, digest: 'words' }], 'words');
    expect(await waits('q3')).toBe(false);
  });

  it('returns when the oldest unclaimed question was asked', async () => {
    expect(await store.waitingSince(0)).toBeUndefined();
    await store.accept(question({ id: 'young', thread: '2.0', askedAt: 2_000 }));
    await store.accept(question({ id: 'old', thread: '1.0', askedAt: 1_000 }));
    expect(await store.waitingSince(0)).toBe(1_000);
    const young = await claim();
    expect(young.question.id).toBe('young');
    const old = await claim();
    expect(await store.waitingSince(99)).toBeUndefined();
    expect(await store.waitingSince(100)).toBe(1_000);
    await store.endTurn(old, answered, 100);
    expect(await store.waitingSince(100)).toBe(2_000);
  });

  describe('claiming', () => {
    it('returns the oldest turn first', async () => {
      for (const id of ['q1', 'q2', 'q3']) await store.accept(question({ id, thread: id }));
      expect([(await claim()).question.id, (await claim()).question.id, (await claim()).question.id]).toEqual([
        'q1',
        'q2',
        'q3',
      ]);
    });

    it('holds back a turn only until the earlier ones of its conversation have ended', async () => {
      await acceptAll('q1', 'q2');
      await store.accept(question({ id: 'other', thread: '2.0' }));
      const first = await claim();
      expect((await claim()).question.id).toBe('other');
      expect(await store.claimTurn('me', 0, 1, slack)).toBeUndefined();
      await store.endTurn(first, answered, 1);
      expect((await claim()).question.id).toBe('q2');
    });

    it('returns only turns of the requested platforms', async () => {
      await store.accept(question({ id: 'q1', platform: 'discord' }));
      expect(await store.claimTurn('me', 0, 1, slack)).toBeUndefined();
      expect(await store.claimTurn('me', 0, 1, [])).toBeUndefined();
      expect(await store.claimTurn('me', 0, 1, ['slack', 'discord'])).toMatchObject({ question: { id: 'q1' } });
    });

    it('returns a claimed turn to nobody until its claim expires, then to anyone', async () => {
      await acceptAll('q1');
      await store.claimTurn('me', 0, 100, slack);
      expect(await store.claimTurn('you', 99, 200, slack)).toBeUndefined();
      expect(await store.claimTurn('you', 100, 200, slack)).toMatchObject({ tries: 2, state: 'answering' });
    });

    it('continues with what was shown', async () => {
      await acceptAll('q1');
      const turn = await claim();
      const shown = [{ message: 'm1', from: 0, to: 4, digest: 'd' }];
      await store.saveTurnShown(turn, shown, 'half');
      expect(await store.claimTurn('you', 100, 200, slack)).toMatchObject({ shown, answer: 'half' });
    });

    it('rejects writes of the earlier owner once the turn has been taken over', async () => {
      await acceptAll('q1');
      const before = await claim('me');
      const after = await claim('you', 100);
      await expect(store.saveTurnShown(before, [], 'late')).rejects.toBeInstanceOf(ClaimLostError);
      await expect(store.endTurn(before, answered, 150)).rejects.toBeInstanceOf(ClaimLostError);
      await store.saveTurnShown(after, [], 'mine');
      await store.endTurn(after, answered, 160);
    });

    it('renews a claim for its owner only', async () => {
      await acceptAll('q1');
      const { id } = await claim('me');
      await store.renew('you', [id], 0, 500);
      await store.renew('me', ['another'], 0, 500);
      expect(await store.claimTurn('you', 100, 200, slack)).toBeDefined();
      await store.renew('you', [id], 0, 500);
      expect(await store.claimTurn('me', 499, 600, slack)).toBeUndefined();
    });

    it('releases claims for their owner only, all of them or one', async () => {
      for (const id of ['q1', 'q2']) await store.accept(question({ id, thread: id }));
      const first = await claim('me');
      await claim('me');
      await store.release('you');
      await store.release('me', first.id);
      expect((await claim('you')).question.id).toBe('q1');
      await store.release('me');
      expect((await claim('you')).question.id).toBe('q2');
      expect(await store.claimTurn('you', 0, 1, slack)).toBeUndefined();
    });

    it('returns a turn that cannot be read as corrupt, with the place where it was asked', async () => {
      for (const id of ['q1', 'q2', 'q3']) await store.accept(question({ id, thread: id }));
      await raw`update turns set shown = '{half' where question_id = 'q1'`.execute(database.sql);
      await raw`update turns set asked_in = '[]' where question_id = 'q2'`.execute(database.sql);
      const claimed = [await claim('me', 7), await claim('me', 7), await claim('me', 7)];
      expect(claimed.map((turn) => [turn.question.id, turn.corrupt, turn.conversation.thread.thread])).toEqual([
        ['q1', true, 'q1'],
        ['q2', true, 'q2'],
        ['q3', undefined, 'q3'],
      ]);
      expect(claimed[0]?.shown).toEqual([{ message: '', from: 0, to: 0, digest: '' }]);
    });

    describe('a turn that is asked again', () => {
      const none = { from: 0, to: 0, digest: '' };

      async function askedAnew(shown: readonly Partial<Shown>[]): Promise<readonly Shown[]> {
        await store.accept(question({ id: 'q1' }));
        const turn = await claim('me');
        await store.saveTurnShown(
          turn,
          shown.map((message) => ({ message: '', from: 0, to: 3, digest: 'd', ...message })),
          'Yes',
        );
        await store.endTurn(turn, answered, 1);
        const facts = await store.findTurn({ id: turn.id });
        if (!facts) throw new TypeError('no turn');
        await store.reopen(facts, { at: 2 });
        return (await claim('me')).shown;
      }

      it('is reached at the newest address, if there is one', async () => {
        await store.accept(question({ id: 'q1', thread: 'private:q1', address: 'first' }));
        await store.endTurn(await claim('me'), answered, 1);
        const again = async (address?: string) => {
          const facts = await store.findTurn(question({ id: 'q1' }));
          if (facts) await store.reopen(facts, { at: 2, ...(address !== undefined && { address }) });
          const turn = await claim('me');
          await store.endTurn(turn, answered, 3);
          return turn.conversation.thread.address;
        };
        expect([await again('second'), await again()]).toEqual(['second', 'second']);
      });

      it('knows which messages can be edited, and which may have been deleted', async () => {
        const shown = [
          { message: 'm1', frozen: true as const },
          { message: 'm2' },
          { message: 'm3', removing: true as const },
          { message: 'm4', removed: true as const },
        ];
        expect(await askedAnew(shown)).toEqual([
          { ...none, message: 'm2' },
          { ...none, message: 'm3', removing: true },
        ]);
      });

      it('keeps the position of a message that may have been posted, by which it is found', async () => {
        const shown = [{ message: 'm1', frozen: true as const }, { message: '' }];
        expect(await askedAnew(shown)).toEqual([
          { ...none, message: 'm1', frozen: true },
          { ...none, message: '' },
        ]);
      });
    });
  });

  describe('an earlier process', () => {
    it(`${engine.name === 'Postgres' ? 'keeps its claims, since it may be alive' : 'loses its claims immediately'}`, async () => {
      await acceptAll('q1');
      await store.acceptDeployment(deploymentRequest(), 'docs');
      await claim('former');
      await store.claimDeployment('former', 0, 100, slack);
      await store.releaseFormerOwners();
      const released = engine.name !== 'Postgres';
      expect((await store.claimTurn('me', 0, 100, slack)) !== undefined).toBe(released);
      expect((await store.claimDeployment('me', 0, 100, slack)) !== undefined).toBe(released);
    });
  });

  describe('a thread that was opened', () => {
    const made = { platform: 'slack', installation: 'T1', channel: 'C2', thread: '9.0' };

    it('is where the conversation takes place from then on', async () => {
      await store.accept(question({ id: 'q1', thread: 'to be made', opens: 'o', address: 'secret' }));
      const turn = await claim();
      await store.saveOpenedThread(turn, made, 'no_thread_right');
      await store.accept({ ...question({ id: 'q2', addressed: 'follow_up' }), thread: made });
      await store.endTurn(turn, answered, 1);
      const next = await claim();
      expect(next.conversation).toEqual({ id: turn.conversation.id, thread: made, notice: 'no_thread_right' });
    });

    it('may have a notice that only a newer version knows', async () => {
      await store.accept(question({ id: 'q1', thread: 'to be made', opens: 'o' }));
      await store.saveOpenedThread(await claim(), made, 'no_thread_right');
      await database.sql.updateTable('conversations').set({ notice: 'of_a_newer_version' }).execute();
      await store.accept({ ...question({ id: 'q2', addressed: 'follow_up' }), thread: made });
      await store.release('me');
      const { corrupt, conversation } = await claim();
      expect(corrupt).toBeUndefined();
      expect(conversation.notice).toBeUndefined();
    });

    it('is not opened again by the process that takes over', async () => {
      const asked = question({ thread: 'to be made' });
      await store.accept({ ...asked, opens: 'o' });
      const turn = await claim();
      await store.saveOpenedThread(turn, made, undefined);
      const again = await claim('you', 100);
      expect([again.question, again.conversation.thread]).toEqual([asked, made]);
    });

    it('is not changed by a process that lost the turn', async () => {
      await store.accept(question({ thread: 'to be made', opens: 'o' }));
      const late = await claim();
      const turn = await claim('you', 100);
      await expect(store.saveOpenedThread(late, made, undefined)).rejects.toThrow(ClaimLostError);
      expect((await claim('me', 200)).conversation).toEqual(turn.conversation);
    });

    it('takes over turns that were asked in it before it was stored', async () => {
      await store.accept(question({ id: 'q1', thread: 'to be made', opens: 'o' }));
      const turn = await claim();
      await store.accept({ ...question({ id: 'q2' }), thread: made });
      await store.saveOpenedThread(turn, made, undefined);
      expect(await store.claimTurn('me', 0, 1, slack)).toBeUndefined();
      await store.endTurn(turn, answered, 1);
      expect(await claim()).toMatchObject({ question: { id: 'q2' }, conversation: { id: turn.conversation.id } });
    });
  });

  describe('the assistant thread', () => {
    it('is saved with its key, for its conversation only', async () => {
      for (const id of ['q1', 'q2']) await store.accept(question({ id, thread: id }));
      const turn = await claim();
      await store.saveAssistantThread(turn, { id: 'a', key: 'k' });
      expect((await claim()).conversation).not.toHaveProperty('assistantThread');
      expect((await claim('you', 100)).conversation.assistantThread).toEqual({ id: 'a', key: 'k' });
    });

    it('is not changed by a process that lost the turn', async () => {
      await acceptAll('q1');
      const late = await claim();
      await store.saveAssistantThread(await claim('you', 100), { id: 'a' });
      await expect(store.saveAssistantThread(late, { id: 'b' })).rejects.toThrow(ClaimLostError);
      expect((await claim('me', 200)).conversation.assistantThread).toEqual({ id: 'a' });
    });

    it('can be removed', async () => {
      await acceptAll('q1');
      const turn = await claim();
      await store.saveAssistantThread(turn, { id: 'a', key: 'k' });
      await store.saveAssistantThread(turn, { id: 'b' });
      const again = await claim('you', 100);
      expect(again.conversation.assistantThread).toEqual({ id: 'b' });
      await store.saveAssistantThread(again, undefined);
      expect((await claim('you', 200)).conversation).not.toHaveProperty('assistantThread');
    });
  });

  describe('ending', () => {
    it('happens once', async () => {
      await acceptAll('q1');
      const turn = await claim();
      await store.endTurn(turn, { state: 'failed', code: 'timed_out', answer: 'half', sources: [] }, 5);
      await expect(store.endTurn(turn, answered, 6)).rejects.toBeInstanceOf(ClaimLostError);
      await expect(store.saveTurnShown(turn, [], 'late')).rejects.toBeInstanceOf(ClaimLostError);
      const row = await database.sql.selectFrom('turns').selectAll().executeTakeFirst();
      expect(row).toMatchObject({ state: 'failed', code: 'timed_out', answer: 'half', ended_at: 5, claimed_by: null });
    });

    it('keeps the answer and its sources', async () => {
      await acceptAll('q1');
      await store.endTurn(await claim(), answered, 5);
      const row = await database.sql.selectFrom('turns').selectAll().executeTakeFirst();
      expect(row).toMatchObject({ state: 'answered', code: null, answer: 'yes', started_at: 0 });
      expect(JSON.parse(row?.sources ?? '')).toEqual(answered.sources);
    });
  });

  describe('history', () => {
    it('consists of the earlier ended turns of this conversation, newest first', async () => {
      await store.accept(question({ id: 'elsewhere', thread: '2.0' }));
      await store.endTurn(await claim(), answered, 1);
      await acceptAll('q1', 'q2', 'q3', 'q4');
      for (const answer of ['a1', 'a2', 'a3']) await store.endTurn(await claim(), { ...answered, answer }, 1);
      const turn = await claim();
      const told = await store.history(turn, 2);
      expect(told).toMatchObject([
        { question: 'text of q3', answer: 'a3', askedAt: 1_000 },
        { question: 'text of q2', answer: 'a2', askedAt: 1_000 },
      ]);
      expect(await store.history(turn, 10)).toHaveLength(3);
    });

    it('lacks an answer that nobody was shown', async () => {
      await acceptAll('q1', 'q2', 'q3');
      await store.endTurn(await claim(), { ...answered, code: 'silent', answer: 'I found nothing.' }, 1);
      await store.endTurn(await claim(), answered, 1);
      expect(await store.history(await claim(), 10)).toMatchObject([{ question: 'text of q2' }]);
    });
  });

  describe('deployments', () => {
    it('are accepted once', async () => {
      expect(await store.acceptDeployment(deploymentRequest(), 'docs')).toEqual({ result: 'accepted' });
      expect(await store.acceptDeployment(deploymentRequest(), 'docs')).toEqual({ result: 'duplicate' });
    });

    it('are claimed with all their fields, oldest first', async () => {
      await store.acceptDeployment(deploymentRequest('d1'), 'docs');
      await store.acceptDeployment(deploymentRequest('d2'), 'other');
      expect(await store.claimDeployment('me', 7, 100, slack)).toEqual({
        id: expect.any(String),
        project: 'docs',
        request: deploymentRequest('d1'),
        steps: [],
        state: 'requested',
        tries: 1,
        startedAt: 7,
        shown: [],
      });
      expect(await store.claimDeployment('me', 0, 100, slack)).toMatchObject({ request: { id: 'd2' } });
      expect(await store.claimDeployment('me', 0, 100, slack)).toBeUndefined();
      expect(await store.claimDeployment('me', 100, 200, ['discord'])).toBeUndefined();
    });

    it('continue where a dead process left them', async () => {
      await store.acceptDeployment(deploymentRequest(), 'docs');
      const dead = await claimDeployment('dead');
      const shown = [{ message: 'm1', from: 0, to: 4, digest: 'd' }];
      await store.saveDeploymentShown(dead, shown);
      await store.saveDeployment(dead, { state: 'running', statusId: 's' }, 5);
      const again = await store.claimDeployment('me', 100, 200, slack);
      await expect(store.saveDeploymentShown(dead, [])).rejects.toBeInstanceOf(ClaimLostError);
      expect(again).toMatchObject({ id: dead.id, state: 'running', statusId: 's', tries: 2, shown });
    });

    it('end once, with their claim', async () => {
      await store.acceptDeployment(deploymentRequest(), 'docs');
      const mine = await claimDeployment('me');
      await store.saveDeployment(mine, { state: 'failed', code: 'rejected' }, 5);
      const late = store.saveDeployment(mine, { state: 'running', statusId: 'late' }, 6);
      await expect(late).rejects.toBeInstanceOf(ClaimLostError);
      expect(await store.claimDeployment('me', 100, 200, slack)).toBeUndefined();
      const row = await database.sql.selectFrom('deployments').selectAll().executeTakeFirst();
      expect(row).toMatchObject({ state: 'failed', code: 'rejected', status_id: null, ended_at: 5, claimed_by: null });
    });

    it('are renewed and released like turns', async () => {
      await store.acceptDeployment(deploymentRequest(), 'docs');
      const { id } = await claimDeployment('me');
      await store.renew('me', [id], 0, 500);
      expect(await store.claimDeployment('you', 400, 500, slack)).toBeUndefined();
      await store.release('me');
      expect(await store.claimDeployment('you', 400, 500, slack)).toBeDefined();
    });

    it('fail if they cannot be read, and the next one is claimed', async () => {
      await store.acceptDeployment(deploymentRequest('d1'), 'docs');
      await store.acceptDeployment(deploymentRequest('d2'), 'other');
      await raw`update deployments set identities = '"all"' where request_id = 'd1'`.execute(database.sql);
      expect(await store.claimDeployment('me', 0, 100, slack)).toMatchObject({ request: { id: 'd2' } });
    });
  });

  describe('a database that does not respond', () => {
    it('fails ping', async () => {
      await store.ping();
      await store.close();
      await expect(store.ping()).rejects.toThrow(StoreError);
    });

    it('fails every method with a StoreError that keeps its cause', async () => {
      await acceptAll('q1');
      const turn = await claim();
      await store.close();
      const calls: readonly (() => Promise<unknown>)[] = [
        () => store.accept(question({ id: 'q2' })),
        () => store.claimTurn('me', 0, 1, slack),
        () => store.saveOpenedThread(turn, turn.conversation.thread, undefined),
        () => store.saveAssistantThread(turn, undefined),
        () => store.history(turn, 1),
        () => store.saveTurnShown(turn, [], ''),
        () => store.endTurn(turn, answered, 1),
        () => store.acceptDeployment(deploymentRequest(), 'docs'),
        () => store.claimDeployment('me', 0, 1, slack),
        () => store.saveDeploymentShown({ id: 'd', tries: 1 }, []),
        () => store.saveDeployment({ id: 'd', tries: 1 }, { state: 'lost' }, 1),
        () => store.renew('me', ['t'], 0, 1),
        () => store.release('me'),
        () => store.ping(),
      ];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({ name: 'StoreError', cause: expect.any(Error) });
      }
    });
  });
});
