import { expect, test } from 'vitest';
import { atOnce } from '../../../src/kit/base/time-slices.ts';
import { sentencesIn, toLine } from '../../../src/service/answers/passage-line.ts';
import { toPassages } from '../../../src/service/answers/passages.ts';
import { toSections } from '../../../src/service/content/markdown/sections.ts';
import { expectLinear } from '../../fakes/linear.ts';

/** The first passage of a page in one line, for a question about vinegar. */
function lineOf(markdown: string): string | undefined {
  const [passage] = atOnce(toSections(markdown, 'Title')).flatMap((section) => toPassages(section));
  return passage && toLine(passage, (text) => (text.includes('vinegar') ? 1 : 0));
}

test.each([
  ['sentence', 'A lamp has a shade of glass. Use vinegar to clean it. Wait.', 'Use vinegar to clean it. Wait.'],
  ['item', '- A lamp has a shade.\n- Clean it with vinegar.\n- Wait.', 'Clean it with vinegar.; Wait.'],
  ['row', '| Part | Cleaner |\n| --- | --- |\n| shade | soap |\n| lid | vinegar |', 'Part: lid, Cleaner: vinegar'],
  [
    'line of code',
    'Clean a lamp:\n\n```sh\nlamp off\nlamp clean --with vinegar\n```',
    'Clean a lamp: `lamp clean --with vinegar`',
  ],
])('a line begins with the %s that says most of the question', (_, markdown, line) => {
  expect(lineOf(markdown)).toBe(line);
});

test('a line does not begin with a sentence that refers back to the one before it', () => {
  expect(lineOf('A lamp has a shade. It is cleaned with vinegar.')).toBe(
    'A lamp has a shade. It is cleaned with vinegar.',
  );
});

test('code of several lines that say nothing of the question is no line', () => {
  expect(lineOf('Clean a lamp:\n\n```sh\nlamp off\nlamp on\n```')).toBeUndefined();
});

test('badges and bare links are not sentences about a page', () => {
  const badges = '[![Clean](/a.svg)](https://example.com/a) [![Dry](/b.svg)](https://example.com/b)';
  expect(sentencesIn(badges)).toBeUndefined();
  expect(sentencesIn('[A lamp](/lamp).')).toBeUndefined();
  expect(sentencesIn('Clean [a lamp](/lamp).')).toBe('Clean [a lamp](/lamp).');
});

test('brackets that are never closed are read in linear time', async () => {
  await expectLinear(50_000, (times) => sentencesIn('![a]('.repeat(times)));
  await expectLinear(50_000, (times) => sentencesIn('[a'.repeat(times)));
});
