import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentWordsOf, stemsIn, wordsOf } from '../../../../src/service/search/index/analyzer.ts';

test.each([
  ['备份数据库', '怎么手动备份数据库？', '备份'],
  ['データベースの設定', '設定を変更するには', '設定'],
  ['สำรองข้อมูลทุกคืน', 'วิธีสำรองฐานข้อมูลของฉัน', 'สำรอง'],
  ['ສຳຮອງຂໍ້ມູນ', 'ວິທີສຳຮອງຂໍ້ມູນ', 'ຂໍ້ມູນ'],
])('text without spaces is divided into words: %s and %s share %s', (text, question, shared) => {
  expect(stemsIn(text)).toContain(shared);
  expect(wordsOf(question)).toContain(shared);
});

test('a name inside text without spaces is a word of its own', () => {
  expect(wordsOf('使用useChat函数')).toEqual(['使用', 'useChat', '函数']);
  expect(wordsOf('用max_steps限制')).toContain('max_steps');
});

test('both widths are one word, and accents do not count, but marks that make another letter do', () => {
  expect(stemsIn('ﾃﾞｰﾀﾍﾞｰｽ')).toEqual(stemsIn('データベース'));
  expect(stemsIn('ＵＳＢ')).toEqual(stemsIn('USB'));
  expect(stemsIn('naïve Überprüfung')).toEqual(stemsIn('naive Uberprufung'));
  expect(stemsIn('がき')).not.toEqual(stemsIn('かき'));
  expect(stemsIn('डेटाबेस')).toHaveLength(1);
});

test.each([
  ['зависимость', 'зависимости'],
  ['зависимостей', 'зависимости'],
  ['настройка', 'настройки'],
  ['кэша', 'кэш'],
])('forms of a Russian word have one stem: %s and %s', (one, other) => {
  expect(stemsIn(one)).toEqual(stemsIn(other));
});

test('words of a question in Chinese or Japanese that carry no meaning are left out', () => {
  expect(contentWordsOf('怎么备份？')).toEqual(['备份']);
  expect(contentWordsOf('設定を変更するにはどうすればいいですか')).not.toContain('どう');
});

test('every letter of any text without spaces stands in one of its words', () => {
  const letters = fc.constantFrom(...'备份数据库データのขิ้นaB9_');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 40 }), (all) => {
      const text = all
        .join('')
        .normalize('NFC')
        .replace(/^\p{M}+/u, '');
      expect(wordsOf(text).join('')).toBe(text);
    }),
  );
});

test('the words of English text are not divided', () => {
  expect(wordsOf("the multi-step useChat doesn't a.b --flag")).toEqual([
    ...['the', 'multi-step', 'useChat', "doesn't", 'a', 'b', 'flag'],
  ]);
});
