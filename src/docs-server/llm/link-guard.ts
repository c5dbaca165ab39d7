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

/** `line`: what is shown before the text on its line. */
export function createLinkGuard(allow: AllowLink, line = ''): LinkGuard {
  let held = '';
  let fence: string | undefined;
  const run = (isLast: boolean): string => {
    let out = '';
    for (;;) {
      const near = held.slice(0, maxLinkChars);
      const isEnd = isLast && near.length === held.length;
      const step = fence === undefined ? readText(near, line, isEnd, allow) : readFence(held, fence, isLast);
      if (step.taken === 0) return out;
      const text = step.text === held.slice(0, step.taken) ? step.text : apart(line, step.text);
      out += text;
      line = (line + text).replace(/^[\s\S]*\n/, '');
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

/** Where a link was, what stands around it must not become another. */
function apart(before: string, text: string): string {
  const spaced = /(?<!\\)[<`]$/.test(before) ? ` ${text}` : text;
  return (before + spaced).endsWith(']') ? `${spaced} ` : spaced;
}

/** What was read of the held text; nothing taken: more must come first. */
interface Step {
  readonly text: string;
  readonly taken: number;
  /** The fence that the rest stands in. */
  readonly fence?: string | undefined;
}

/** Longer than this, it is no link: so much is looked at, and who waits for more waits no longer than that. */
const maxLinkChars = 2_000;

const special = /\\[\s\S]|`+|!?\[|<|https?:\/\/|www\./i;
/** The beginning of something special that the next piece may complete. */
const unfinished = /(?:!|\\|h(?:t(?:t(?:ps?(?::\/?)?)?)?)?|w{1,3})$/i;

/** `line`: what is shown before it on its line. */
function readText(held: string, line: string, isLast: boolean, allow: AllowLink): Step {
  const found = special.exec(held);
  if (!found) return plain(isLast ? held : held.replace(unfinished, ''));
  if (found.index > 0) return plain(held.slice(0, found.index));
  const [mark] = found;
  if (mark.startsWith('\\')) return plain(mark);
  if (mark.startsWith('`')) return readTicks(held, mark, blockMayStart.test(line), isLast);
  if (mark === '<') return readTag(held, isLast, allow);
  if (mark === '[' && blockMayStart.test(line)) return readDefinition(held, isLast, allow);
  return mark.endsWith('[') ? readLink(held, mark, isLast, allow) : readAddress(held, isLast, allow);
}

function plain(text: string): Step {
  return { text, taken: text.length };
}

const wait: Step = { text: '', taken: 0 };

/** Only the marks of quotes and lists stand before a fence, or what a link by reference leads to. */
const blockMayStart = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?$/;

/** Code ends on its line, or what looks like it is text: whoever shows it must not see a link where this sees code. */
function readTicks(held: string, ticks: string, isFence: boolean, isLast: boolean): Step {
  if (ticks.length === held.length && !isLast && held.length < maxLinkChars) return wait;
  if (ticks.length > 2 && isFence) return { ...plain(ticks), fence: ticks };
  const [rest = ''] = /^[^\n]*/.exec(held.slice(ticks.length)) ?? [];
  const end = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest);
  const isWhole = end && (isLast || ticks.length * 2 + end.index < held.length);
  if (isWhole) return plain(held.slice(0, ticks.length * 2 + end.index));
  return isLast || held.includes('\n') || held.length >= maxLinkChars ? plain(ticks) : wait;
}

/** Code goes through as it is, line by line. */
function readFence(held: string, fence: string, isLast: boolean): Step {
  const line = held.indexOf('\n') + 1;
  const text = line > 0 ? held.slice(0, line) : isLast ? held : '';
  const isEnd = text.trim().startsWith(fence) && text.trim().replaceAll('`', '') === '';
  return { ...plain(text), fence: isEnd ? undefined : fence };
}

const title = String.raw`(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))`;
const definition = new RegExp(
  String.raw`^(\[(?!\^)(?:(?!\n[ \t]*\n)[^[\]\\]|\\.)+\]:)[ \t]*(?:\n[ \t]*)?(?:<([^<>\n]*)>|([^\s<]\S*))(?:[ \t]+${title})?[ \t]*(?=\n|$)`,
);
const halfDefinition = /^\[(?:(?!\n[ \t]*\n)[^[\]\\]|\\.)*(?:\](?::[ \t]*(?:\n[ \t]*)?[^\n]*)?)?$/;

/** `[1]: address`: one that is not allowed goes as a whole. */
function readDefinition(held: string, isLast: boolean, allow: AllowLink): Step {
  if (!isLast && held.length < maxLinkChars && halfDefinition.test(held)) return wait;
  const [whole, label = '', inAngles, bare = ''] = definition.exec(held) ?? [];
  const isCut = whole === held && !isLast;
  if (whole === undefined || isCut) return readLink(held, '[', isLast, allow);
  const address = allow(inAngles ?? bare);
  return { text: address === undefined ? '' : `${label} ${address}`, taken: whole.length };
}

/** Ends whatever began before it. */
const blankLine = /\n\s*\n/;
const link =
  /^!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?((?:[^\s()<>]|\([^\s()]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/;
/** Text that a link may begin with, and that is not whole yet: its words, as far as they are known. */
const halfLink = /^!?\[((?:[^[\]]|\[[^[\]]*\]?)*)(?:\](\((?:[^()]|\([^()]*\)?)*)?)?$/;

function readLink(held: string, mark: string, isLast: boolean, allow: AllowLink): Step {
  const [whole, words = '', href = ''] = link.exec(held) ?? [];
  if (whole !== undefined && !blankLine.test(whole))
    return linked(words, mark === '[' ? allow(href) : undefined, whole.length);
  const [half, halfWords = '', begun] = halfLink.exec(held) ?? [];
  if (half === undefined || held.length >= maxLinkChars || blankLine.test(held)) return plain(mark);
  if (!isLast) return wait;
  return begun === undefined || begun === '(' ? plain(mark) : linked(halfWords, undefined, held.length);
}

const wholeCode = /^(?:[^`]|`[^`\n]+`)*$/;

/** What a link shows: its words hold no link of their own, and no code that ends elsewhere. */
function linked(words: string, address: string | undefined, taken: number): Step {
  const guard = createLinkGuard(() => undefined, 'words');
  const text = guard.push(wholeCode.test(words) ? words : words.replaceAll('`', '')) + guard.end();
  return { text: address === undefined ? text : `[${text}](${address})`, taken };
}

const autolink = /^<(https?:\/\/[^\s<>]*)>/i;
const halfAutolink = /^<(?:h|ht|htt|https?|https?:\/?|https?:\/\/[^\s<>]*)?$/i;
const anchor =
  /^<a\s(?:[^<>]*\s)?href\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))[^<>]*>((?:(?!\n\s*\n|<\/?a\b)[\s\S])*)<\/a\s*>/i;
const halfAnchor = /^<(?:a|a\s[^<>]*(?:>(?:(?!\n\s*\n|<\/?a\b[^<>]*>)[\s\S])*)?)$/i;
/** Tags that lead somewhere or load something; what they enclose stays. */
const leading = /^<\/?(?:a|img|iframe|video|audio|source|embed|object|form|link)(?:[\s/][^<>]*)?>/i;
const halfLeading = /^<\/?(?:[a-z]*|[a-z]+[\s/][^<>]*)$/i;

function readTag(held: string, isLast: boolean, allow: AllowLink): Step {
  const [address, href] = autolink.exec(held) ?? [];
  if (address !== undefined) return { text: allow(href ?? '') ?? '', taken: address.length };
  const mayBecome = !isLast && held.length < maxLinkChars;
  const [whole, double, single, bare = '', words = ''] = anchor.exec(held) ?? [];
  if (whole !== undefined) return linked(words, allow(double ?? single ?? bare), whole.length);
  if (mayBecome && [halfAutolink, halfAnchor, halfLeading].some((half) => half.test(held))) return wait;
  const [tag] = leading.exec(held) ?? [];
  return tag === undefined ? plain('<') : { text: '', taken: tag.length };
}

function readAddress(held: string, isLast: boolean, allow: AllowLink): Step {
  const [found = ''] = /^(?:https?:\/\/|www\.)[^\s<>()[\]`"'*|\\]*/i.exec(held) ?? [];
  const isCut = found === held && !isLast;
  if (isCut) return held.length < maxLinkChars ? wait : { text: '', taken: found.length };
  const address = found.replace(/[.,;:!?]+$/, '');
  return { text: allow(address) ?? '', taken: address.length };
}
