/** Where proposed questions come from. */
import { expect, it } from 'vitest';
import { createProposals } from '../../../../src/bot/core/insight/proposed-questions.ts';
import type { AnsweredQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import type { ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import type { Route } from '../../../../src/bot/core/ports/routing.ts';
import { english } from '../../../../src/bot/wording/wording.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { everywhere } from '../../../fakes/routing.ts';

const direct = place('D1');
const generic = (['prompt.start', 'prompt.install', 'prompt.problems'] as const).map((key) => english.say(key));

function place(channel: string): ThreadRef {
  return { platform: 'slack', installation: 'T1', channel, thread: '1.0' };
}

function asked(channel: string, text = 'How do I rotate keys?'): readonly AnsweredQuestion[] {
  const sources = [{ path: '/keys', title: 'API keys' }];
  return ['A', 'B', 'C'].map((asker) => ({ thread: place(channel), asker, text, sources, answeredAt: 0 }));
}

/** `rules`: by channel. */
function open(answered: () => readonly AnsweredQuestion[], rules: Readonly<Record<string, Partial<Route>>> = {}) {
  const clock = createManualClock();
  const reads: number[] = [];
  const assistant = createFakeAssistant(clock, () => []);
  const propose = createProposals({
    store: {
      async answeredSince(_, since) {
        reads.push(since);
        return answered();
      },
    },
    routing: { routeFor: (thread) => everywhere(assistant, rules[thread.channel]).routeFor(thread) },
    clock,
    logger: silent,
  });
  return { propose, clock, reads };
}

it('questions in the routing file come first, and the store is not read', async () => {
  const { propose, reads } = open(() => asked('C1'), { D1: { prompts: ['What is new?'] } });
  expect(await propose(direct, english)).toEqual(['What is new?']);
  expect(reads).toEqual([]);
});

it('frequent questions come before pages that people were shown, and then questions that fit most docs', async () => {
  const { propose } = open(() => asked('C1'));
  expect(await propose(direct, english)).toEqual([
    'How do I rotate keys?',
    english.say('prompt.page', { title: 'API keys' }),
    generic[0],
  ]);
});

it.each([
  ['in a place where not everybody may ask', 'C2', { C2: { mayAsk: ['slack:U1'] } }],
  ['about other docs', 'C2', { C2: { site: 'internal' } }],
  ['about another part of the docs', 'C2', { C2: { filter: { groups: ['staff'] } } }],
])('a question asked %s is not proposed', async (_, channel, rules) => {
  const { propose } = open(() => asked(channel), rules);
  expect(await propose(direct, english)).toEqual(generic);
});

it('questions that fit most docs are proposed if the store fails', async () => {
  const { propose } = open(() => {
    throw new StoreError();
  });
  expect(await propose(direct, english)).toEqual(generic);
});

it('the store is read once every ten minutes, for the last 30 days', async () => {
  const { propose, clock, reads } = open(() => asked('C1'));
  await Promise.all([propose(direct, english), propose(direct, english)]);
  expect(reads).toEqual([clock.now() - 30 * 24 * 60 * 60_000]);
  await clock.advance(10 * 60_000);
  await propose(direct, english);
  expect(reads).toHaveLength(2);
});
