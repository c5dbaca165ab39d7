/**
 * Text of a language model, with only those links that may be followed. In: pieces of Markdown, cut anywhere. Out: the same
 * text; a link that is not allowed keeps its words, an address alone goes. What may still become a link is held back. Pure.
 */

/** The address to link to, or undefined: no such link. */
export type AllowLink = (href: string) => string | undefined;

export interface LinkGuard {
  /** What can be shown of the text so far. */
  push(piece: string): string;
  /** The rest of this text; the next piece begins another. */
  end(): string;
}

export function createLinkGuard(allow: AllowLink): LinkGuard {
  let held = '';
  let line = '';
  let fence: string | undefined;
  const run = (isLast: boolean): string => {
    let out = '';
    for (;;) {
      const step = fence === undefined ? readText(held, line, isLast, allow) : readFence(held, fence, isLast);
      if (step.taken === 0) return out;
      out += step.text;
      line = (line + held.slice(0, step.taken)).replace(/^[\s\S]*\n/, '');
      held = held.slice(step.taken);
      fence = step.fence;
    }
  };
  return {
    push(piece) {
      held += piece;
      return run(false);
    },
    end() {
      const rest = run(true);
      line = '';
      fence = undefined;
      return rest;
    },
  };
}

/** What was read of the held text; nothing taken: more must come first. */
interface Step {
  readonly text: string;
  readonly taken: number;
  /** The fence that the rest stands in. */
  readonly fence?: string | undefined;
}

/** Longer than this, it is no link. */
const maxLinkChars = 2_000;

const special = /\\[\s\S]|`+|!?\[|<|https?:\/\//i;
/** The beginning of something special that the next piece may complete. */
const unfinished = /(?:!|\\|h(?:t(?:t(?:ps?(?::\/?)?)?)?)?)$/i;

/** `line`: what stands before it on its line. */
function readText(held: string, line: string, isLast: boolean, allow: AllowLink): Step {
  const found = special.exec(held);
  if (!found) return plain(isLast ? held : held.replace(unfinished, ''));
  if (found.index > 0) return plain(held.slice(0, found.index));
  const [mark] = found;
  if (mark.startsWith('\\')) return plain(mark);
  if (mark.startsWith('`')) return readTicks(held, mark, fenceMayStart.test(line), isLast);
  if (mark === '<') return readAutolink(held, isLast, allow);
  return mark.endsWith('[') ? readLink(held, mark, isLast, allow) : readAddress(held, isLast, allow);
}

function plain(text: string): Step {
  return { text, taken: text.length };
}

const wait: Step = { text: '', taken: 0 };

/** Only the marks of quotes and lists stand before a fence. */
const fenceMayStart = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?$/;

/** Code ends on its line, or what looks like it is text: whoever shows it must not see a link where this sees code. */
function readTicks(held: string, ticks: string, isFence: boolean, isLast: boolean): Step {
  if (ticks.length === held.length && !isLast) return wait;
  if (ticks.length > 2 && isFence) return { ...plain(ticks), fence: ticks };
  const [rest = ''] = /^[^\n]*/.exec(held.slice(ticks.length)) ?? [];
  const end = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest);
  const isWhole = end && (isLast || ticks.length * 2 + end.index < held.length);
  if (isWhole) return plain(held.slice(0, ticks.length * 2 + end.index));
  return isLast || held.includes('\n') || held.length > maxLinkChars ? plain(ticks) : wait;
}

/** Code goes through as it is, line by line. */
function readFence(held: string, fence: string, isLast: boolean): Step {
  const line = held.indexOf('\n') + 1;
  const text = line > 0 ? held.slice(0, line) : isLast ? held : '';
  const isEnd = text.trim().startsWith(fence) && text.trim().replaceAll('`', '') === '';
  return { ...plain(text), fence: isEnd ? undefined : fence };
}

const link =
  /^!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/;
/** Text that a link may begin with, and that is not whole yet. */
const halfLink = /^!?\[(?:[^[\]]|\[[^[\]]*\]?)*(?:\](?:\((?:[^()\n]|\([^()\n]*\)?)*)?)?$/;

function readLink(held: string, mark: string, isLast: boolean, allow: AllowLink): Step {
  const [whole, words = '', href = ''] = link.exec(held) ?? [];
  if (whole !== undefined) {
    const address = mark === '[' ? allow(href) : undefined;
    return { text: address === undefined ? words : `[${words}](${address})`, taken: whole.length };
  }
  const mayBecome = held.length < maxLinkChars && !/\n\s*\n/.test(held) && halfLink.test(held);
  return mayBecome && !isLast ? wait : plain(mark);
}

function readAutolink(held: string, isLast: boolean, allow: AllowLink): Step {
  const whole = /^<(https?:\/\/[^\s<>]*)>/i.exec(held);
  if (whole) return { text: allow(whole[1] ?? '') ?? '', taken: whole[0].length };
  const mayBecome = held.length < maxLinkChars && /^<(?:h|ht|htt|https?|https?:\/?|https?:\/\/[^\s<>]*)?$/i.test(held);
  return mayBecome && !isLast ? wait : plain('<');
}

function readAddress(held: string, isLast: boolean, allow: AllowLink): Step {
  const [found = ''] = /^https?:\/\/[^\s<>()[\]`"'*|\\]*/i.exec(held) ?? [];
  if (found.length === held.length && !isLast && held.length < maxLinkChars) return wait;
  const address = found.replace(/[.,;:!?]+$/, '');
  return { text: allow(address) ?? '', taken: address.length };
}
