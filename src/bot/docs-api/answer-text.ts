/**
 * Turns the assistant's text into plain Markdown without the service's own conventions, piece by piece. The result does not
 * depend on where the text is cut.
 *
 * - A fenced block with the language `suggestions` is removed and can be read separately.
 * - The service's link syntax becomes Markdown links (link-forms.ts).
 * - Notes and warnings of any syntax become quotes (callouts.ts).
 *
 * Fenced and inline code stays as it is. Text that may become one of these is held back: half a link, half the first line of
 * a fence, half a surrogate pair.
 */
import { createCalloutReader } from './callouts.ts';
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

interface Fence {
  readonly mark: string;
  readonly hidden: boolean;
}

/**
 * Fences may appear in lists and quotes. Unlike kit/markdown/line-kinds, these are read while their line is still
 * arriving. A run of backticks with another one later in the line is inline code. As in link-forms.ts, the bounds are
 * the same for a whole line and for its beginning.
 */
const fenceLine = /^[ \t>]{0,100}(`{3,100}(?=[^`\n]{0,200}(?:\n|$))|~{3,100})([^\n]{0,200})(\n|$)/;
const maybeFenceLine = /^[ \t>]{0,100}(`{0,2}|~{0,2}|`{3,100}[^`\n]{0,200}|~{3,100}[^\n]{0,200})$/;

/** Suggestions beyond this length are dropped. */
const maxSuggestionChars = 4_000;

/** Reads one text once. `toUrl` makes its link targets absolute. */
export function createAnswerText(toUrl: ToUrl): AnswerText {
  const callouts = createCalloutReader();
  let held = '';
  let ended = false;
  let lineStart = true;
  let fence: Fence | undefined;
  /** The number of backticks that opened inline code; 0 outside. */
  let codeTicks = 0;
  /** The character before the held text, on the same line. */
  let before = '';
  let suggestions = '';

  /** Removes the first characters of the held text, and returns what is shown for them. */
  function take(length: number, shown = held.slice(0, length)): string {
    before = held[length - 1] ?? '';
    held = held.slice(length);
    if (before === '\n') {
      lineStart = true;
      before = '';
    }
    return shown;
  }

  /** Returns undefined if more text is needed. */
  function next(): string | undefined {
    if (lineStart) {
      if (!ended && maybeFenceLine.test(held)) return undefined;
      lineStart = false;
      const shown = fence ? closeFence(fence) : openFence();
      if (shown !== undefined) return shown;
      // Inline code ends with its paragraph.
      if (held.startsWith('\n')) codeTicks = 0;
    }
    return fence ? insideFence(fence) : inline();
  }

  function openFence(): string | undefined {
    const [line, mark, language] = fenceLine.exec(held) ?? [];
    if (line === undefined || mark === undefined) return undefined;
    fence = { mark, hidden: language?.trim().toLowerCase() === 'suggestions' };
    codeTicks = 0;
    return take(line.length, fence.hidden ? '' : line);
  }

  function closeFence({ mark, hidden }: Fence): string | undefined {
    const [line, closing, rest] = fenceLine.exec(held) ?? [];
    if (line === undefined || !closing?.startsWith(mark) || rest?.trim() !== '') return undefined;
    fence = undefined;
    return take(line.length, hidden ? '' : line);
  }

  function insideFence({ hidden }: Fence): string {
    const end = held.indexOf('\n');
    const length = end === -1 ? held.length : end + 1;
    if (!hidden) return take(length);
    if (suggestions.length < maxSuggestionChars) suggestions += held.slice(0, length);
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
      case '(':
      case ']':
      case '<':
        return link();
      default:
        return take(1);
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
    return shown;
  }

  return {
    push(text) {
      const whole = held + text;
      const half = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(-1) : '';
      held = whole.slice(0, whole.length - half.length);
      const shown = flow();
      held += half;
      return callouts.push(shown.toWellFormed());
    },
    end() {
      ended = true;
      return callouts.push(flow().toWellFormed()) + callouts.end();
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
