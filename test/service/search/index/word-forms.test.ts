/** Words of the languages that docs are written in, and questions in other forms of words than the pages. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Page } from '../../../../src/service/content/page.ts';
import { analyzerOf, stemsIn } from '../../../../src/service/search/index/analyzer.ts';
import { Segment } from '../../../../src/service/search/index/segment.ts';
import { createSearchIndex, type SearchIndex } from '../../../../src/service/search/ranking/search.ts';
import { expectLinear } from '../../../fakes/linear.ts';
import forms from '../../../fixtures/word-forms.json' with { type: 'json' };

type Stems = (text: string) => readonly string[];

/** How many of these pairs of words have one stem. */
function countMet(pairs: readonly string[], stems: Stems): number {
  return pairs.filter((pair) => new Set(pair.split(' ').map((word) => stems(word).join(' '))).size === 1).length;
}

/** Of forty or ten pairs of forms of a word, those that meet; of twenty or five pairs of other words, those that do. */
const expected: readonly (readonly [language: keyof typeof forms, meet: number, apart: number])[] = [
  ['de', 39, 0],
  ['fr', 38, 2],
  ['es', 40, 5],
  ['pt', 40, 1],
  ['ru', 38, 0],
  ['it', 9, 2],
  ['nl', 10, 0],
  ['sv', 6, 0],
  ['da', 9, 0],
  ['no', 7, 0],
  ['fi', 6, 0],
  ['hu', 8, 2],
  ['ro', 7, 0],
  ['tr', 7, 2],
  ['ar', 6, 0],
];

test.each(expected)('%s: %i pairs of forms of a word meet, and %i pairs of other words do', (language, meet, apart) => {
  const { stemsIn: stems } = analyzerOf(language);
  expect([countMet(forms[language].meet, stems), countMet(forms[language].apart, stems)]).toEqual([meet, apart]);
  expect(countMet(forms[language].meet, stemsIn)).toBeLessThan(meet);
});

test('every language of these has a stemmer of its own, which the tag of a region has, too', () => {
  expect(expected.map(([language]) => language).sort()).toEqual(Object.keys(forms).sort());
  expect(analyzerOf('pt_BR')).toBe(analyzerOf('pt'));
  expect(analyzerOf('nb')).toBe(analyzerOf('no'));
  expect(analyzerOf('DE-at')).toBe(analyzerOf('de'));
});

test.each([undefined, 'en', 'en-GB', 'ja', 'uk', 'constructor', ''])('pages in %j are stemmed as before', (tag) => {
  expect(analyzerOf(tag).stemsIn('Installing зависимостей 备份数据库 Passwörter')).toEqual(
    stemsIn('Installing зависимостей 备份数据库 Passwörter'),
  );
});

test('accents that people leave out change no stem', () => {
  for (const [language, { meet }] of Object.entries(forms)) {
    const { stemsIn: stems } = analyzerOf(language);
    const plain = meet
      .join(' ')
      .normalize('NFD')
      .replace(/[\u0300-\u0304\u0307-\u036f]/gu, '')
      .normalize('NFC');
    expect(stems(plain)).toEqual(stems(meet.join(' ')));
  }
});

test('English words in docs in other languages are stemmed, too', () => {
  for (const language of ['de', 'fr', 'es', 'it', 'nl']) {
    const { stemsIn: stems } = analyzerOf(language);
    expect(stems('deploying')).toEqual(stems('deploy'));
    expect(stems('useChat')).toHaveLength(3);
  }
});

test('what is too long for a word is taken as it is, in linear time', async () => {
  const key = 'ungen'.repeat(13);
  expect(analyzerOf('de').stemsIn(key)).toEqual([`de:${key}`]);
  for (const language of Object.keys(forms)) {
    const { stemsIn: stems } = analyzerOf(language);
    await expectLinear(50_000, (size) =>
      ['ß', 'iert', 'ees', 'oes', 'ий', 'un'].map((text) => stems(text.repeat(size))),
    );
  }
});

test('any text of letters has stems', () => {
  const texts = ['', 'ß', 'ı', 'x1', 'ー', 'يا', 'e', 'ees', 'oes', 'ion', 'iert', 'ий', 'ыый', 'ğı', 'şş'];
  for (const language of Object.keys(forms)) {
    for (const text of texts) expect(analyzerOf(language).stemsIn(text)).not.toContain(`${language}:`);
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => analyzerOf(language).stemsIn(text).every(isStem)));
  }
  function isStem(stem: string): boolean {
    return /^[a-z]{2}:[^:]*$/.test(stem);
  }
});

function pageOf(title: string, text: string, language?: string): Page {
  const file = `${language ?? 'none'}/${title}.md`;
  const blocks = [{ kind: 'prose' as const, text }];
  return {
    file,
    path: `/${file}`,
    title,
    facets: { groups: [], ...(language !== undefined && { language }) },
    linkedFrom: 0,
    description: '',
    keywords: [],
    citedAs: [],
    sections: [{ level: 0, heading: title, anchor: '', trail: [], blocks }],
  };
}

const asked = (['de', 'fr', 'es', 'pt', 'ru'] as const).map((language) => ({ language, ...forms[language] }));

describe('an index of pages in five languages and English', () => {
  const english = [
    pageOf('Release notes', 'What is new in this version.', 'en'),
    pageOf('Deleting users', 'An administrator removes the account. It is not kept.'),
    ...Array.from({ length: 20 }, (_, at) =>
      pageOf(`Part ${at}`, 'This does not change. It is not new, and not old.', 'en'),
    ),
  ];
  let all: SearchIndex;

  beforeAll(() => {
    const foreign = asked.flatMap(({ language, pages }) =>
      pages.map(([title = '', text = '']) => pageOf(title, text, language)),
    );
    all = createSearchIndex([...english, ...foreign]);
  });

  test.each(
    asked.flatMap(({ language, questions }) => questions.map(([question, title]) => [language, question, title])),
  )('%s: %s finds %s', (language, question = '', title) => {
    const found = all.search(question, 1, [], ({ facets }) => facets.language === language);
    expect(found.pages[0]?.page.title).toBe(title);
  });

  test('a misspelt word is corrected to one of its own language', () => {
    expect(all.search('Benutzzern', 1).pages[0]?.page.title).toBe('Benutzer löschen');
    expect(all.search('usuaarios', 1).pages[0]?.page.path).toMatch(/^\/(es|pt)\//);
  });

  test('unknown words are corrected from one list of the stems, however many words and languages there are', () => {
    const alike = createSearchIndex(asked.flatMap(({ language }) => pageOf('Kettle', 'It boils.', language)));
    const listed = vi.spyOn(Segment.prototype, 'stems');
    alike.search('kittle cattle kettel boilt bolis', 1);
    expect(listed).toHaveBeenCalledTimes(1);
    listed.mockRestore();
  });

  test('a question in English is answered from the pages in English as if there were no others', () => {
    const alone = createSearchIndex(english);
    for (const question of ['release notes', 'how are users deleted', 'deletting']) {
      const isEnglish = ({ path }: { readonly path: string }): boolean => /^\/(?:en|none)\//.test(path);
      const found = all.search(question, 5, [], isEnglish).pages.map(({ page }) => page.path);
      expect(found).toEqual(alone.search(question, 5).pages.map(({ page }) => page.path));
    }
  });
});
