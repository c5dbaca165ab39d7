/** Which earlier answer a new one points to. */
import { expect, it } from 'vitest';
import { answeredBefore } from '../../../../src/bot/core/insight/answered-before.ts';
import type { AnsweredQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import type { ThreadRef } from '../../../../src/bot/core/model/conversation.ts';
import type { Route } from '../../../../src/bot/core/ports/routing.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { createFakeAssistant } from '../../../fakes/assistant.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { silent } from '../../../fakes/logger.ts';
import { everywhere } from '../../../fakes/routing.ts';

function place(channel: string): ThreadRef {
  return { platform: 'slack', installation: 'T1', channel, thread: '1.0' };
}

/** In a channel of that name, with a link to it. */
function answered(channel: string, text = 'How can I rotate the API keys?'): AnsweredQuestion {
  const link = `https://chat.example/${channel}`;
  return { thread: place(channel), asker: 'hash:A', text, sources: [], link, answeredAt: 5 };
}

interface Asked {
  readonly text?: string;
  readonly more?: object;
  /** Of the channels C1, from which it is asked, and C2. */
  readonly rules?: Readonly<Record<string, Partial<Route>>>;
  readonly unreadable?: string;
}

/** The link to the earlier answer that a question in C1 gets. */
async function linkFor(
  answers: () => readonly AnsweredQuestion[],
  { text = 'How do I rotate API keys?', more = {}, rules = {}, unreadable = '' }: Asked = {},
): Promise<string | undefined> {
  const clock = createManualClock();
  const assistant = createFakeAssistant(clock, () => []);
  const question = { text, asker: 'slack:T1:U9', addressed: 'mention', ...more } as const;
  const asked = { question, conversation: { thread: place('C1'), ...more }, timesAgain: 0, ...more };
  const people = { mayRead: async (_: string, { channel }: ThreadRef) => channel !== unreadable };
  const before = await answeredBefore(asked, {
    store: { answeredSince: async (_, __, ___, among) => (among === 'helpful' ? answers() : []) },
    routing: { routeFor: (thread) => everywhere(assistant, rules[thread.channel]).routeFor(thread) },
    platforms: [{ name: 'slack', people }],
    clock,
    logger: silent,
  });
  return before?.link;
}

it('a question is pointed to the newest answer to the one that is the most alike', async () => {
  const others = [answered('C4', 'How do I rotate the logs?'), answered('C5', 'Why rotate API keys?')];
  expect(await linkFor(() => [...others, answered('C2'), answered('C3')])).toBe('https://chat.example/C2');
  expect(await linkFor(() => others)).toBeUndefined();
});

it.each<[string, Asked]>([
  ['a follow-up', { more: { addressed: 'follow_up' } }],
  ['a question in a running conversation', { more: { assistantThread: { id: 't', site: 'docs' } } }],
  ['a question that is asked again', { more: { timesAgain: 1 } }],
  ['a question with a file', { more: { files: [{ id: 'F1', name: 'a.txt', mimeType: 'text/plain', bytes: 1 }] } }],
  ['a question that names nothing', { text: 'How do I do this?' }],
  ['an asker who cannot read the other channel', { unreadable: 'C2' }],
  ['a question where the setting is off', { rules: { C1: { answeredBefore: 'off' } } }],
  ['a question about other docs', { rules: { C1: { site: 'other' } } }],
  ['a question about another version', { rules: { C2: { filter: { version: '1' } } } }],
  ['an answer where not everyone may ask', { rules: { C2: { mayAsk: ['slack:T1:U1'] } } }],
])('%s is pointed to none', async (_, asked) => {
  expect(await linkFor(() => [answered('C2')], asked)).toBeUndefined();
});

it('no answer is pointed to from its own thread, and none without a link', async () => {
  const { link: _, ...unlinked } = answered('C2');
  expect(await linkFor(() => [answered('C1'), unlinked])).toBeUndefined();
});

it.each([new StoreError('down'), new Error('a defect')])('a look-up that fails points to none: %s', async (error) => {
  const fails = () => {
    throw error;
  };
  expect(await linkFor(fails)).toBeUndefined();
});
