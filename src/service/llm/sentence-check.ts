/**
 * Marks or drops sentences whose citations do not support them, before they are shown. In: the model's text in any pieces. Out:
 * whole sentences; code as it comes. Pure.
 */

export interface SentenceCheck {
  /** Returns the text that is complete. */
  push(piece: string): string;
  /** Returns the rest of this text. */
  end(): string;
}

export interface SentenceCheckOptions {
  /** Whether the page at this address supports the sentence; undefined: it is none that was shown. */
  readonly supports: (href: string, sentence: string) => boolean | undefined;
  /** Stands behind an unsupported sentence. undefined: the sentence is dropped. */
  readonly mark: string | undefined;
}

/** Longer sentences are shown as they are. */
const maxHeldChars = 2_000;

export function createSentenceCheck({ supports, mark }: SentenceCheckOptions): SentenceCheck {
  let held = '';
  let isCode = false;
  let isLineStart = true;

  /** A sentence with the white space behind it, or a line. */
  function checked(sentence: string): string {
    const startsLine = isLineStart;
    isLineStart = sentence.endsWith('\n');
    if (startsLine && /^\s{0,3}(?:[-*+]\s{1,3}|>\s?)?(?:```|~~~)/.test(sentence)) isCode = !isCode;
    if (isCode || isSupported(sentence)) return sentence;
    const said = sentence.trimEnd();
    if (mark !== undefined) return `${said} ${mark}${sentence.slice(said.length)}`;
    // A list item or paragraph of this sentence alone goes with its line.
    return startsLine && isLineStart ? '' : sentence.slice(said.length);
  }

  function isSupported(sentence: string): boolean {
    const hrefs = [...sentence.matchAll(link)].map(([, href = '']) => href);
    const verdicts = hrefs.flatMap((href) => supports(href, sentence.replaceAll(link, '')) ?? []);
    return verdicts.length === 0 || verdicts.includes(true);
  }

  return {
    push(piece) {
      held += piece;
      let out = '';
      let done = 0;
      for (const { 0: end, index } of held.matchAll(sentenceEnd)) {
        const next = index + end.length;
        // White space at the end of the text may go on.
        if (next === held.length && !end.endsWith('\n')) break;
        out += checked(held.slice(done, next));
        done = next;
      }
      held = held.slice(done);
      if (held.length <= maxHeldChars) return out;
      out += held;
      isLineStart = false;
      held = '';
      return out;
    },
    end() {
      const out = held === '' ? '' : checked(held);
      held = '';
      isCode = false;
      isLineStart = true;
      return out;
    },
  };
}

const link = /\]\(<?([^()\s<>]{1,500})>?\)/g;
/** Abbreviations end no line, and seldom a sentence with a citation. */
const sentenceEnd = /\n|[.!?][)*_"']{0,3}[ \t]+|[。！？]/g;
