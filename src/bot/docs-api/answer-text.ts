/**
 * Turns the assistant's text into plain Markdown without the service's own conventions, piece by piece. The result does not
 * depend on where the text is cut.
 *
 * - A fenced block with the language `suggestions` is removed and can be read separately.
 * - The service's link syntax becomes Markdown links.
 * - Notes and warnings of any syntax become quotes (callouts.ts).
 *
 * Code stays as it is. Text that may become one of these is held back: half a link, half the first line of a fence or of a
 * note, half a surrogate pair.
 */
import { createLineReader, type Line } from '../../kit/markdown/block-scanner.ts';
import { createCallouts } from './callouts.ts';
import type { ToUrl } from './page-urls.ts';

/** Reads one text from start to end. */
export interface AnswerText {
  /** Returns the text that can be shown now, following what was returned before. */
  push(text: string): string;
  /** Returns the text that was held back. */
  end(): string;
  /** The lines of `suggestions` blocks so far. */
  suggestions(): string;
}

/** The kind of a line is read from this many characters, so that it is the same for a whole line and for its beginning. */
const maxLineStart = 600;

/** The beginning of a line whose kind more text may change: markers of containers, then half a fence, tag, heading or rule. */
const undecided =
  /^(?:[ \t\r>#=*_+-]|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\s]+\]:)*(?:\d{1,9}|\[(?:\^[^\]\s]*\]?)?|`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*|<[/?!]?[\w[-]{0,30}\/?)?$/;

const codeKinds: ReadonlySet<Line['kind']> = new Set(['fence', 'code', 'fence-end', 'indented']);

/** Suggestions beyond this length are dropped. */
const maxSuggestionChars = 4_000;

/** Reads one text once. `toUrl` makes its link targets absolute. */
export function createAnswerText(toUrl: ToUrl): AnswerText {
  const lines = createLineReader();
  const callouts = createCallouts();
  let held = '';
  let ended = false;
  /** The current line so far; undefined until its kind is known. */
  let line: string | undefined;
  let kind: Line['kind'] = 'blank';
  let isHidden = false;
  /** How many held characters replace the first or last line of a callout. */
  let replaced = 0;
  /** The number of backticks that opened inline code; 0 outside. */
  let codeTicks = 0;
  /** The character before the held text, on the same line. */
  let before = '';
  let suggestions = '';

  /** Returns undefined if more text is needed. */
  function next(): string | undefined {
    if (line === undefined) return startLine();
    if (held.startsWith('\n')) return endLine(1);
    return codeKinds.has(kind) ? code() : inline();
  }

  function startLine(): string | undefined {
    const [words = ''] = /^[^\n]*/.exec(held) ?? [];
    const isShort = words.length <= maxLineStart;
    const isWhole = ended || words.length < held.length;
    if (isShort && !isWhole && (undecided.test(words) || callouts.mayChange(words))) return undefined;
    const { prefix, indent } = callouts.place(words, replaced > 0);
    const start = (prefix + words.slice(indent)).slice(0, maxLineStart);
    const read = lines.peek(start);
    const change = replaced > 0 || codeKinds.has(read.kind) ? undefined : callouts.change(words, isShort && isWhole);
    if (change) {
      held = change.markdown + held.slice(change.length);
      replaced = change.markdown.length;
      return '';
    }
    if (replaced === 0) callouts.continue(words);
    ({ kind } = read);
    isHidden = read.fence ? read.fence.info.toLowerCase() === 'suggestions' : kind === 'fence-end' && isHidden;
    // Inline code ends with its paragraph.
    if (read.leaf === read.content) codeTicks = 0;
    held = held.slice(indent);
    line = prefix;
    before = '';
    return isHidden ? '' : prefix;
  }

  /** `length`: of the line ending in the held text. */
  function endLine(length: number): string {
    if (isHidden && kind === 'code' && suggestions.length < maxSuggestionChars) suggestions += '\n';
    lines.take(line ?? '');
    line = undefined;
    drop(length);
    return isHidden ? '' : '\n';
  }

  function drop(length: number): void {
    held = held.slice(length);
    replaced = Math.max(0, replaced - length);
  }

  /** Removes the first characters of the held text, and returns what is shown for them. */
  function take(length: number, shown = held.slice(0, length)): string {
    before = held[length - 1] ?? '';
    line = ((line ?? '') + held.slice(0, Math.min(length, maxLineStart))).slice(0, maxLineStart);
    drop(length);
    return shown;
  }

  function code(): string {
    const end = held.indexOf('\n');
    const length = end === -1 ? held.length : end;
    if (!isHidden) return take(length);
    if (kind === 'code' && suggestions.length < maxSuggestionChars) suggestions += held.slice(0, length);
    return take(length, '');
  }

  function inline(): string | undefined {
    const at = held.search(codeTicks > 0 ? /[\n`]/ : /[\n`\\(\]<]/);
    if (at !== 0) return take(at === -1 ? held.length : at);
    switch (held[0]) {
      case '`':
        return ticks();
      case '\\':
        return ended || held.length > 1 ? take(held[1] === '\n' ? 1 : 2) : undefined;
      case '<': {
        const closing = callouts.closingTag();
        if (closing && held.startsWith(closing)) return endLine(0);
        return closing?.startsWith(held) && !ended ? undefined : link();
      }
      default:
        return link();
    }
  }

  function ticks(): string | undefined {
    const [run = ''] = /^`{1,100}/.exec(held) ?? [];
    if (run.length === held.length && run.length < 100 && !ended) return undefined;
    if (codeTicks === 0) codeTicks = run.length;
    else if (codeTicks === run.length) codeTicks = 0;
    return take(run.length);
  }

  function link(): string | undefined {
    const form = readLinkForm(held, before, ended, toUrl);
    if (form === 'wait') return undefined;
    return form ? take(form.length, form.markdown) : take(1);
  }

  function flow(): string {
    let shown = '';
    while (held !== '') {
      const piece = next();
      if (piece === undefined) break;
      shown += piece;
    }
    return shown.toWellFormed();
  }

  return {
    push(text) {
      const whole = held + text;
      const half = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(-1) : '';
      held = whole.slice(0, whole.length - half.length);
      const shown = flow();
      held += half;
      return shown;
    },
    end() {
      ended = true;
      return flow();
    },
    suggestions: () => suggestions.slice(0, maxSuggestionChars),
  };
}

/** A form that was recognised: its length, and the Markdown to show for it. */
interface LinkForm {
  readonly length: number;
  readonly markdown: string;
}

const invertedLink = /^\(([^()[\]\n]{1,200})\)\[([^\]\s]{1,500})\]/;
const maybeInvertedLink = /^\([^()[\]\n]{0,200}$|^\([^()[\]\n]{1,200}\)(?:\[[^\]\s]{0,500})?$/;

/** Plain words only: tags inside are read by kit/markdown/html. */
const anchor = /^<a(?=[ \t])[^<>\n]{0,200}[ \t]href="([^"\s<>\\]{1,500})"[^<>\n]{0,200}>([^<>[\]\\`\n]{1,200})<\/a>/;
const maybeAnchor = /^<(?:a(?:[ \t][^<>\n]{0,1000}(?:>[^<>[\]\\`\n]{0,200}(?:<(?:\/a?)?)?)?)?)?$/;

/** Also `[name]: /path`, for links of that name. */
const pathTarget = /^(\](?:\(|:[ \t]{0,3}))(\/[^\s()<>]{0,500})(?=[\s)]|$)/;
const maybePathTarget = /^\](?:(?:\(|:[ \t]{0,3})(?:\/[^\s()<>]{0,500})?)?$/;

/**
 * Reads the form that the text begins with; its first character is `(`, `]` or `<`. Returns `wait` if it depends on
 * more text, unless the text has `ended`. `before` is the preceding character on the same line: a parenthesis after a
 * word or a bracket is a call or a link target.
 */
function readLinkForm(text: string, before: string, ended: boolean, toUrl: ToUrl): LinkForm | 'wait' | undefined {
  switch (text[0]) {
    case '(': {
      if (/[\p{L}\p{N}_\])]/u.test(before)) return undefined;
      const [whole, label = '', target = ''] = invertedLink.exec(text) ?? [];
      if (whole === undefined) return !ended && maybeInvertedLink.test(text) ? 'wait' : undefined;
      return /^(\/|https?:)/.test(target) ? toLink(whole, label, target, toUrl) : undefined;
    }
    case '<': {
      if (!ended && maybeAnchor.test(text)) return 'wait';
      const [whole, target = '', label = ''] = anchor.exec(text) ?? [];
      return whole === undefined ? undefined : toLink(whole, label, target, toUrl);
    }
    default: {
      if (!ended && maybePathTarget.test(text)) return 'wait';
      const [whole, opening = '', target = ''] = pathTarget.exec(text) ?? [];
      return whole === undefined
        ? undefined
        : { length: whole.length, markdown: `${opening}${toDestination(target, toUrl)}` };
    }
  }
}

function toLink(whole: string, label: string, target: string, toUrl: ToUrl): LinkForm {
  return { length: whole.length, markdown: `[${label}](${toDestination(target, toUrl)})` };
}

/** Formats a link target for Markdown. */
function toDestination(target: string, toUrl: ToUrl): string {
  const url = toUrl(target) ?? target;
  return /[()]/.test(url) ? `<${url}>` : url;
}
