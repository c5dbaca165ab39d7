import { expect, it } from 'vitest';
import { english } from '../../../src/bot/wording/wording.ts';
import { answerTo } from './plan.ts';
import { tally } from './tally.ts';

const [one, two] = [answerTo('q1'), answerTo('q2')];
const sorry = english.say('noAnswer.out_of_credits');

it('counts complete replies, even in several messages, and visible errors', () => {
  const middle = one.indexOf('Sentence 2');
  const texts = [one.slice(0, middle), one.slice(middle), sorry];
  expect(tally([{ asked: ['q1', 'q2'], texts }])).toEqual({ whole: 1, errors: 1, doubled: [], lost: [] });
});

it('treats a footer in a separate message as part of the reply before it', () => {
  const footer = english.say('noSources');
  expect(tally([{ asked: ['q1'], texts: [one, footer] }])).toMatchObject({ whole: 1, doubled: [] });
  expect(tally([{ asked: ['q1'], texts: [one, footer, footer] }]).doubled).toEqual(['1 sentences too many under q1']);
});

it.each([
  ['a reply that appears twice', [one, one, two], ['q1'], []],
  ['an extra sentence', [one, two, sorry], ['1 sentences too many under q1'], []],
  ['a message that belongs to no reply', [one, two, 'What?'], ['stray: What?'], []],
  ['a question without an answer', [one], [], ['q2']],
  ['a reply that was never finished', [one, two.slice(0, 40)], [], ['q2']],
])('finds %s', (_what, texts, doubled, lost) => {
  expect(tally([{ asked: ['q1', 'q2'], texts }])).toMatchObject({ doubled, lost });
});
