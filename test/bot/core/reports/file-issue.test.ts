/** What a helper gets for a draft of an issue that they send, whatever the form should have prevented. */
import { expect, it, onTestFinished } from 'vitest';
import type { SentDraft } from '../../../../src/bot/core/ports/drafting.ts';
import { createFiling } from '../../../../src/bot/core/reports/file-issue.ts';
import { createStore } from '../../../../src/bot/store/store.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';

const thread = { platform: 'fake', installation: 'T1', channel: 'C1', thread: '1' };
const posted = { platform: 'fake', message: 'm1', postedAt: 0 };

async function opened() {
  const clock = createManualClock();
  const store = createStore(await openDatabase('sqlite::memory:'), clock);
  onTestFinished(() => store.close());
  const platform = createFakePlatform({ clock, name: 'fake' });
  const routing = everywhere(
    createFakeAssistant(clock, () => []),
    { staff: ['fake:ada'] },
  );
  const logger = createKeptLog();
  const filing = createFiling(platform, 'https://git.example/new?t={title}&b={body}', {
    store,
    routing,
    clock,
    logger,
  });
  const submit = (sent: Partial<SentDraft>) => {
    const whole = { by: 'fake:ada', thread, posted, terms: 'none', title: 'Keys', text: 'Rotate.' } as const;
    return clock.until(filing.submit({ ...whole, isConfirmed: false, isAgain: false, ...sent }, english));
  };
  return { filing, submit, store, clock, logger };
}

it.each([
  ['somebody who does not help', { by: 'fake:eve' }, 'draft.notStaff'],
  ['a helper without a title', { title: ' \n ' }, 'issue.noTitle'],
] as const)('%s gets no link, and it does not count as prepared', async (_, sent, key) => {
  const { submit } = await opened();
  expect(await submit(sent)).toEqual({ isDone: false, says: english.say(key) });
  expect(await submit({})).toMatchObject({ isDone: true, says: expect.stringContaining('?t=Keys&b=Rotate.') });
});

it('every message of an answer of ours counts as the same', async () => {
  const { submit, store } = await opened();
  await store.accept({
    id: 'q1',
    eventId: 'q1',
    thread,
    asker: 'fake:eve',
    addressed: 'mention',
    text: 'How?',
    askedAt: 0,
  });
  const turn = await store.claimTurn('me', 0, 100, ['fake']);
  if (!turn) throw new Error('nothing to claim');
  const shown = ['m1', 'm2'].map((message, at) => ({ message, from: 2 * at, to: 2 * at + 2, digest: 'd' }));
  await store.saveTurnShown(turn, shown, 'Yes.');
  await store.endTurn(turn, { state: 'answered', answer: 'Yes.', sources: [] }, 0);
  const ofAnswer = { installation: 'T1', channel: 'C1' };
  expect(await submit({ posted: { ...posted, ...ofAnswer } })).toMatchObject({ isDone: true });
  expect(await submit({ posted: { ...posted, ...ofAnswer, message: 'm2' } })).toMatchObject({ isDone: false });
  expect(await submit({ posted: { ...posted, ...ofAnswer, message: 'm3' } })).toMatchObject({ isDone: true });
});

it('of an answer to words of a private place, the draft has nothing, wherever it was shown', async () => {
  const { filing, store, clock } = await opened();
  const asked = { id: 'q1', eventId: 'q1', thread, asker: 'fake:eve', addressed: 'mention', text: 'How?' } as const;
  await store.accept({ ...asked, askedAt: 0, place: 'direct' });
  const turn = await store.claimTurn('me', 0, 100, ['fake']);
  if (!turn) throw new Error('nothing to claim');
  await store.saveTurnShown(turn, [{ message: 'm1', from: 0, to: 4, digest: 'd' }], 'Yes.');
  await store.endTurn(turn, { state: 'answered', answer: 'Yes.', sources: [] }, 0);
  const said = { ...asked, id: 'm1', asker: 'fake:ada', text: 'Yes.', askedAt: 0, place: 'public' } as const;
  const ofAnswer = { ...posted, installation: 'T1', channel: 'C1' };
  const draft = await clock.until(filing.draft({ said, posted: ofAnswer }, english));
  expect(draft).toMatchObject({ title: '', text: '', note: english.say('issue.inPrivate') });
});

it('nothing of an issue is logged', async () => {
  const { submit, logger } = await opened();
  await submit({});
  expect(JSON.stringify(logger.lines)).not.toMatch(/Keys|Rotate|ada/);
});

it('of a question, its own words are the title and the text', async () => {
  const { filing, clock } = await opened();
  const said = {
    id: 'q1',
    eventId: 'q1',
    thread,
    asker: 'fake:ada',
    addressed: 'mention',
    text: 'The page about keys is\nwrong.',
    askedAt: 0,
    place: 'public',
  } as const;
  const draft = await clock.until(filing.draft({ said, posted }, english));
  expect(draft).toMatchObject({ title: 'Docs: The page about keys is wrong.' });
  // Quoted, since a line such as /close would be a command.
  expect(draft).toMatchObject({ text: expect.stringMatching(/(^|\n\n)> The page about keys is\n> wrong\.$/) });
});
