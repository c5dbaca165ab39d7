/**
 * Splits text into lines as it arrives. In: pieces of text, split anywhere. Out: whole lines without line ends. Pure.
 */

/** Splits one text. */
export interface Lines {
  push(text: string): readonly string[];
  /** The last line, if the text did not end with a line end. */
  end(): readonly string[];
  /** How many lines were skipped because they were too long. */
  readonly skipped: number;
}

/**
 * Lines end with LF; a CR before it is kept. Lines longer than `maxChars` are skipped, so that a broken peer cannot
 * exhaust memory.
 */
export function createLines(maxChars: number): Lines {
  let held: string[] = [];
  let heldChars = 0;
  let tooLong = false;
  let skipped = 0;

  function hold(piece: string): void {
    heldChars += piece.length;
    if (heldChars > maxChars) tooLong = true;
    if (tooLong) held = [];
    else held.push(piece);
  }

  function take(): readonly string[] {
    const line = held.join('');
    const whole = !tooLong;
    if (tooLong) skipped += 1;
    held = [];
    heldChars = 0;
    tooLong = false;
    return whole ? [line] : [];
  }

  return {
    push(text) {
      const [first = '', ...others] = text.split('\n');
      hold(first);
      return others.flatMap((piece) => {
        const line = take();
        hold(piece);
        return line;
      });
    },
    end: () => (heldChars > 0 ? take() : []),
    get skipped() {
      return skipped;
    },
  };
}
