/** What is kept of what a helper sends, whatever the form should have prevented. */
import { expect, it, onTestFinished } from 'vitest';
import { createKeeping } from '../../../../src/bot/core/kept/keep.ts';
import type { SentDraft } from '../../../../src/bot/core/ports/drafting.ts';
import type { KeptAnswer, KeptAnswers } from '../../../../src/bot/core/ports/kept-answers.ts';
import { createStore } from '../../../../src/bot/store/store.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { openDatabase } from '../../../../src/kit/sql/database.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { everywhere } from '../../../fakes/routing.ts';

const thread = { platform: 'fake', installation: 'T1', channel: 'C1', thread: '1' };

async function send(sent: Partial<SentDraft>, more: Partial<KeptAnswers> = {}) {
  const clock = createManualClock();
  const store = createStore(await openDatabase('sqlite::memory:'), clock);
  onTestFinished(() => store.close());
  const platform = createFakePlatform({ clock, name: 'fake' });
  const saved: KeptAnswer[] = [];
  const kept: KeptAnswers = {
    all: async () => [],
    save: async (answer) => {
      saved.push(answer);
      return { name: 'rotate.md', text: answer.text };
    },
    markStale: async () => undefined,
    proposal: undefined,
    ...more,
  };
  const filter = { version: 'v2', groups: ['staff'] };
  const rule = { staff: ['fake:ada'], siteUrl: 'https://docs.example', filter };
  const routing = everywhere(
    createFakeAssistant(clock, () => []),
    rule,
  );
  const logger = createKeptLog();
  const { submit } = createKeeping(platform, kept, { platforms: [platform], store, routing, clock, logger });
  const whole: SentDraft = {
    by: 'fake:ada',
    thread,
    posted: { platform: 'fake', message: 'm1', postedAt: 0 },
    terms: 'none',
    title: 'How do I rotate API keys?',
    text: 'Open **Settings**.',
    isConfirmed: false,
    isAgain: false,
    ...sent,
  };
  const { isDone, says } = await clock.until(submit(whole, english));
  expect(isDone).toBe(saved.length === 1);
  return { saved: saved[0], says, log: JSON.stringify(logger.lines) };
}

it.each([
  ['from somebody who does not help', { by: 'fake:eve' }, 'draft.notStaff'],
  ['without the consent of its author', { terms: 'author' }, 'keep.unconfirmed'],
  ['from a private place unless it may be public', { terms: 'public' }, 'keep.unconfirmed'],
  ['without a question that could be asked', { title: 'How do I do it?' }, 'keep.vague'],
  ['without text', { text: ' \n ' }, 'draft.noText'],
] as const)('nothing is kept %s', async (_, sent, key) => {
  expect(await send(sent)).toMatchObject({ saved: undefined, says: english.say(key) });
});

it('what a helper adds to the form is cleaned as well, and nothing of it is logged', async () => {
  const text = 'Ask @Grace or grace@acme.example, token ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const { saved, says, log } = await send({ text, title: 'How do I\nrotate API keys?' });
  expect(saved?.question).toBe('How do I rotate API keys?');
  expect(saved?.text).toBe('Ask @… or [email], token [secret]');
  expect(says).toBe(`${english.say('keep.done')} ${english.say('draft.masked')}`);
  expect(log).not.toMatch(/rotate|Grace|ghp_/);
});

it('the pages of the site that it links to are its sources, each once', async () => {
  const page = 'https://docs.example/keys';
  const text = `See [keys](${page}), ${page} and https://evil.example/keys.`;
  expect((await send({ text })).saved?.pages).toEqual([{ path: page, url: page }]);
});

it('where a repository is named, the helper gets a link that proposes the file to it', async () => {
  const link = 'https://github.com/acme/docs/new/main?filename=rotate.md';
  const whole = await send({}, { proposal: () => ({ link, isWhole: true }) });
  expect(whole.says).toBe(`${english.say('keep.done')} ${english.say('keep.propose', { link })}`);
  const { says } = await send({}, { proposal: () => ({ link, isWhole: false }) });
  expect(says).toContain(english.say('keep.proposeFile', { link, file: 'rotate.md' }));
});

it('where the filter gives access groups, the answer is limited to them', async () => {
  expect((await send({})).saved).toMatchObject({ groups: ['staff'], filter: { version: 'v2', groups: ['staff'] } });
});
