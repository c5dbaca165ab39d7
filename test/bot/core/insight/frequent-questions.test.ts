/** Which questions and pages may be proposed to others. */
import { expect, it } from 'vitest';
import { toFrequent } from '../../../../src/bot/core/insight/proposed-questions.ts';
import type { AnsweredQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import type { Source } from '../../../../src/bot/core/model/source.ts';

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };

function asked(asker: string, text: string, sources: readonly Source[] = []): AnsweredQuestion {
  return { thread, asker, text, sources, answeredAt: 0 };
}

function questions(...all: readonly AnsweredQuestion[]): readonly string[] {
  return toFrequent(all, 3).questions;
}

it('a question that three people asked in the same words is frequent, as it was last asked', () => {
  expect(
    questions(
      asked('A', 'How can I rotate the API keys?'),
      asked('B', 'How do I rotate API keys'),
      asked('C', 'rotate api key?'),
      asked('A', 'How do I deploy my docs?'),
      asked('B', 'How do I deploy my docs?'),
    ),
  ).toEqual(['How can I rotate the API keys?']);
});

it('a question that one person asks three times is not frequent, and the one that most people asked comes first', () => {
  const often = ['A', 'B', 'C', 'D'].map((asker) => asked(asker, 'How do I add a language?'));
  const less = ['A', 'B', 'C'].map((asker) => asked(asker, 'How do I rename a page?'));
  const mine = ['A', 'A', 'A'].map((asker) => asked(asker, 'How do I ship the falcon?'));
  expect(questions(...less, ...often, ...mine)).toEqual(['How do I add a language?', 'How do I rename a page?']);
});

it.each([
  'Why can’t @ada rotate keys here?',
  'Why does ada@kiln.example get no keys?',
  'Why does https://kiln.example/keys fail to load?',
  'How do I use it?',
  `How do I rotate ${'very '.repeat(20)}old keys?`,
])('the question "%s" is never proposed', (text) => {
  expect(questions(...['A', 'B', 'C'].map((asker) => asked(asker, text)))).toEqual([]);
});

it('a page that three people were shown is frequent, whichever of its sections it was', () => {
  const keys = (section: string): Source => ({ path: `/guides/keys${section}`, title: 'API keys' });
  const { pages } = toFrequent(
    [
      asked('A', 'one', [keys('#rotate'), { path: '/start', title: 'Start' }]),
      asked('B', 'two', [keys('')]),
      asked('C', 'three', [keys('#list'), { path: '/untitled' }]),
      asked('A', 'four', [{ path: '/untitled' }]),
      asked('B', 'five', [{ path: '/untitled' }]),
    ],
    3,
  );
  expect(pages).toEqual(['API keys']);
});
