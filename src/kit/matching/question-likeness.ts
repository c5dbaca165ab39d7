/**
 * How alike two questions are, so that an answer written for one fits the other. Precision counts: of two questions with the
 * same words but one, most ask different things. So the words that matter must be the same, in the same order, and one
 * question may say a little more; but no number, no negation and nothing that asks for something else. Pure, linear time.
 */

/** The words of a question that matter, in order. */
export type KeyWords = readonly string[];

/** From here on two questions count as the same. Of seven words that matter, six are shared twice: 6 / 7 = 0.857. */
export const sameFrom = 0.85;

/** Longer texts are more than a question. */
const maxChars = 400;

/** These point at what was spoken of before. */
const pointing =
  setOf(`it its this that these those them they dies diese dieser dieses eso esto ello ca cela ceci isso isto
  ele ela これ それ あれ`);

/** Asked for in these words, it is something else: a reason, a time, the opposite. */
const decisive = setOf(`no not never without cannot why when where who whom whose much many long often
  nicht kein keine keinen nie ohne warum wieso wann wo wer wem wen woher wohin viel viele lange oft
  nunca sin porque cuando cuanto cuantos donde quien quienes ne pas jamais sans non pourquoi combien quand ou qui
  nao sem onde quem quanto quantos ない しない なく ん なぜ いつ どこ 誰 だれ いくら`);

/** Words that questions have for their grammar. */
const grammar =
  setOf(`a an the is are was be do does did i we you my our your me us to of in on for with at by from and or
  can could should would will shall must please hi hello hey there how what which way
  der die das den dem ein eine einen einem einer ist sind war wie was welche welcher welches ich wir man du ihr mein meine
  unser unsere kann kannst koennen konnen soll muss bitte hallo zu zum zur von im am an auf fur mit und oder
  el la los las un una es son como que cual puedo podemos puede se mi mis nuestro de del al en con para por y o hola favor
  le les une des du d l est sont comment quoi quel quelle je nous on mon ma mes notre puis peut peux pouvons au aux dans puis-je peut-on
  avec pour par et bonjour
  os as um uma sao qual posso podemos meu minha da dos do na com e ola
  は が を に で の と も か へ です ます ませ どう や って どうやって 何 なに する し て た い ください こと 方法`);

const inScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Empty if it names nothing, points at what was said before, or is more than a question. */
export function keyWordsOf(question: string): KeyWords {
  if (question.length > maxChars) return [];
  const plain = question
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replaceAll('’', "'")
    .replaceAll("n't", ' not')
    .replaceAll('por que', 'porque');
  const words = plain.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}+#._/-]*/gu) ?? [];
  const found = words
    .flatMap(toPieces)
    .map(bare)
    .filter((word) => word !== '' && !grammar.has(word))
    .map(toStem);
  const named = found.filter((word) => !isDecisive(word)).length;
  return named < (found.some((word) => pointing.has(word)) ? 2 : 1) ? [] : found;
}

/** 1: the same. From `sameFrom` on, an answer to one fits the other; 0: it does not. */
export function likeness(one: KeyWords, other: KeyWords): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  if (few.length === 0) return 0;
  let shared = 0;
  for (const word of many) {
    if (word === few[shared]) shared += 1;
    else if (isDecisive(word) || /\p{N}/u.test(word)) return 0;
  }
  return shared === few.length ? (2 * shared) / (few.length + many.length) : 0;
}

function isDecisive(word: string): boolean {
  return decisive.has(word) || pointing.has(word);
}

/** Japanese has no spaces. */
function toPieces(word: string): readonly string[] {
  if (!inScript.test(word)) return [word];
  return [...segmenter.segment(word)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Without what ends a sentence. */
function bare(word: string): string {
  let end = word.length;
  while (end > 0 && '._/-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** `keys` is `key`. */
function toStem(word: string): string {
  return /^[a-z]{2,}[^s]s$/.test(word) && !isDecisive(word) ? word.slice(0, -1) : word;
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
