/** Splits a paragraph into sentences. In and out: Markdown. Pure. */

/** A paragraph up to this long stays whole. */
const maxParagraphChars = 280;

/** Returns a short paragraph whole, and a long one by sentence, where a sentence that refers back stays with the one before it. */
export function toParagraphs(sentences: readonly string[]): readonly string[] {
  const whole = sentences.join(' ');
  if (whole.length <= maxParagraphChars) return whole === '' ? [] : [whole];
  const texts: string[] = [];
  for (const sentence of sentences) {
    const before = texts.at(-1);
    if (before === undefined || !goesOn.test(sentence) || before.length > maxParagraphChars) texts.push(sentence);
    else texts[texts.length - 1] = `${before} ${sentence}`;
  }
  return texts;
}

/** The start of a sentence that says little by itself. */
export const goesOn =
  /^(?:It|Its|This|That|These|Those|They|Their|He|She|However|Also|Additionally|Then|Otherwise|Instead|In this|In that|For example|Similarly|Therefore|So|But|And|Or|If not|If so|Here)\b/;

/** The sentences of a paragraph. A full stop inside code, a link or a number does not end one. */
export function toSentences(paragraph: string): readonly string[] {
  const text = paragraph
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  const sentences: string[] = [];
  let start = 0;
  let read = 0;
  let open = closed;
  for (const { index, 0: end } of text.matchAll(
    /(?<!(?<![\p{L}\p{N}])(?:e\.g|i\.e|etc|vs|cf|No|approx|z(?=\. B\.)|z\. ?B|d\. ?h|u\. ?a|o\. ?ä|i\. ?d\. ?R|bzw|usw|ggf|evtl|vgl|inkl|Nr|Abs|p\. ?ex|p\. ?ej|por ej|Ex|ex|núm|pág|т\. ?е|т\. ?д|т\. ?п|напр|см|bijv|o\.a))[.!?]['")\]*_]*\s+(?=[\p{Lu}`*_["'(\d])/gu,
  )) {
    const cut = index + end.length;
    open = afterText(open, text.slice(read, cut));
    read = cut;
    if (isOpen(open)) continue;
    sentences.push(text.slice(start, cut).trim());
    start = cut;
    open = closed;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

/** Counts of marks in a sentence so far, and of brackets that are still open. */
interface Open {
  readonly ticks: number;
  readonly stars: number;
  readonly brackets: number;
  readonly parentheses: number;
}

const closed: Open = { ticks: 0, stars: 0, brackets: 0, parentheses: 0 };

function afterText({ ticks, stars, brackets, parentheses }: Open, text: string): Open {
  const count = (mark: string): number => text.split(mark).length - 1;
  return {
    ticks: ticks + count('`'),
    stars: stars + count('**'),
    brackets: brackets + count('[') - count(']'),
    parentheses: parentheses + count('(') - count(')'),
  };
}

/** Whether the position is inside code, bold text or a link. */
function isOpen({ ticks, stars, brackets, parentheses }: Open): boolean {
  return ticks % 2 === 1 || stars % 2 === 1 || brackets > 0 || parentheses > 0;
}
