/** Which questions are asked again after a deployment. */
import { expect, it } from 'vitest';
import { chooseQuestions, citesAny, toFiles } from '../../../../src/bot/core/deployments/choose-questions.ts';
import type { AskedQuestion } from '../../../../src/bot/core/model/asked-question.ts';
import { asked, marked } from '../insight/asked.ts';

function chosen(questions: readonly AskedQuestion[], pages?: readonly string[]): readonly string[] {
  return chooseQuestions(questions, pages).map(({ turn }) => turn);
}

const unanswered = { sources: [], state: 'answered' } as const;
const unhelpful = { marks: [marked('not_helpful')] };

it('chooses questions without an answer and those marked as not helpful, newest first', () => {
  const all = [
    asked({ turn: 'good', askedAt: 1 }),
    asked({ turn: 'unanswered', askedAt: 2, ...unanswered }),
    asked({ turn: 'failed', askedAt: 3, state: 'failed', sources: [] }),
    asked({ turn: 'unhelpful', askedAt: 4, ...unhelpful }),
    asked({ turn: 'limited', askedAt: 5, fixedReply: 'limit_day' }),
    asked({ turn: 'stopped', askedAt: 6, state: 'stopped' }),
    asked({ turn: 'private', askedAt: 7, ...unanswered, isPrivate: true }),
  ];
  expect(chosen(all)).toEqual(['unhelpful', 'failed', 'unanswered']);
});

it('chooses the newest of several questions in the same words', () => {
  const words = { ...unanswered, text: 'How?' };
  const all = [asked({ turn: 'a', askedAt: 1, ...words }), asked({ turn: 'b', askedAt: 2, ...words, text: ' how? ' })];
  expect(chosen(all)).toEqual(['b']);
});

it('chooses questions that cited a changed file, then those that cited nothing, if the changed files are known', () => {
  const all = [
    asked({ turn: 'touched', askedAt: 1, ...unhelpful, sources: [{ path: '/guides/start#install' }] }),
    asked({ turn: 'nothing', askedAt: 2, ...unanswered }),
    asked({ turn: 'elsewhere', askedAt: 3, ...unhelpful, sources: [{ path: '/api' }] }),
  ];
  expect(chosen(all, ['docs/guides/start.mdx'])).toEqual(['touched', 'nothing']);
});

it.each([
  ['/guides/start', 'docs/guides/start.mdx', true],
  ['https://docs.example/base/guides/start/', 'guides/start.md', true],
  ['/guides', 'docs/guides/index.md', true],
  ['/guides', 'docs/guides/README.md', true],
  ['/', 'index.md', true],
  ['/', 'docs/guides/start.md', false],
  ['/guides/start', 'docs/guides/end.md', false],
  ['/start-again', 'start.md', false],
])('the page %s is the file %s: %s', (path, file, isSame) => {
  expect(citesAny([{ path }], toFiles([file]))).toBe(isSame);
});
