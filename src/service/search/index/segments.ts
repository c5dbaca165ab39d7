/** Words of scripts that are written without spaces, by the dictionaries of the engine (kept indexes depend on their version). Pure. */

/** Chinese, Japanese, Thai, Lao, Khmer, Burmese. `ー` and the iteration marks belong to several scripts. */
const unspaced =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{M}]]+/gv;

/** Longer runs are no sentences. The bound keeps the time in proportion to the text. */
const maxRunChars = 500;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a run of letters; a run in a script with spaces is one word. */
export function segmented(run: string): readonly string[] {
  if (/^[\0-\u0dff]*$/.test(run)) return [run];
  const words: string[] = [];
  let end = 0;
  for (const { index, 0: text } of run.matchAll(unspaced)) {
    if (index > end) words.push(run.slice(end, index));
    end = index + text.length;
    for (let at = 0; at < text.length; at += maxRunChars) {
      for (const { segment } of segmenter.segment(text.slice(at, at + maxRunChars))) words.push(segment);
    }
  }
  if (end < run.length) words.push(run.slice(end));
  // A hyphen between two scripts is left over.
  return words.map((word) => word.replace(/^['-]+|['-]+$/g, '')).filter((word) => word !== '');
}
