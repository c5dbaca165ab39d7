/**
 * The assistant's text made fit to show, piece by piece as it comes. In: Markdown as the service wrote it, cut anywhere.
 * Out: Markdown, without the service's own conventions. Pure; the same under every cut.
 *
 * - A fenced block with the language `suggestions` is taken out, and can be read apart.
 * - `(Text)[/path]`, the inverted link of those blocks, becomes a link in running text too.
 * - `<a href="…">Text</a>` becomes a link.
 * - A link to a path becomes one to the site's page, where the site is known.
 * - Notes and warnings, however they are written, become quotes (docs-api/callouts).
 * Code, fenced or inline, stays as it is. What may yet become one of these is held back: half a link, half a fence's
 * first line, half a surrogate pair.
 */
import { createCalloutReader } from './callouts.ts';
import type { ToUrl } from './site.ts';

/** Reads one text from start to end. */
export interface AnswerText {
  /** What can be shown by now, in addition to what was given before. */
  push(text: string): string;
  /** What was held back. */
  end(): string;
  /** The lines of `suggestions` blocks so far. */
  suggestions(): string;
}

interface Fence {
  readonly mark: string;
  readonly hidden: boolean;
}

/**
 * Fences may stand in lists and quotes. A line of backticks with another one in it is inline code. Every bound is the
 * same for the whole and for its half, so that a cut makes no difference; without bounds a long line is held for ever.
 */
const fenceLine = /^[ \t>]{0,100}(`{3,100}(?=[^`\n]{0,200}(?:\n|$))|~{3,100})([^\n]{0,200})(\n|$)/;
const maybeFenceLine = /^[ \t>]{0,100}(`{0,2}|~{0,2}|`{3,100}[^`\n]{0,200}|~{3,100}[^\n]{0,200})$/;

const invertedLink = /^\(([^()[\]\n]{1,200})\)\[([^\]\s]{1,500})\]/;
const maybeInvertedLink = /^\([^()[\]\n]{0,200}$|^\([^()[\]\n]{1,200}\)(?:\[[^\]\s]{0,500})?$/;

/** Only with plain words: what shapes them is read by core/markdown/html. */
const anchor = /^<a(?=[ \t])[^<>\n]{0,200}[ \t]href="([^"\s<>\\]{1,500})"[^<>\n]{0,200}>([^<>[\]\\`\n]{1,200})<\/a>/;
const maybeAnchor = /^<(?:a(?:[ \t][^<>\n]{0,1000}(?:>[^<>[\]\\`\n]{0,200}(?:<(?:\/a?)?)?)?)?)?$/;

/** More of suggestions than this is not kept. */
const maxSuggestionChars = 4_000;

/** Also `[name]: /path`, for links of that name. */
const pathLink = /^(\](?:\(|:[ \t]{0,3}))(\/[^\s()<>]{0,500})(?=[\s)]|$)/;
const maybePathLink = /^\](?:(?:\(|:[ \t]{0,3})(?:\/[^\s()<>]{0,500})?)?$/;

/** One text, read once. `toUrl` makes the targets of its links whole. */
export function createAnswerText(toUrl: ToUrl): AnswerText {
  const asides = createCalloutReader();
  let held = '';
  let ended = false;
  let lineStart = true;
  let fence: Fence | undefined;
  /** Backticks that opened inline code; 0 outside. */
  let codeTicks = 0;
  /** The character before what is held, on the same line. */
  let before = '';
  let suggestions = '';

  /** Lets go of the first characters of what is held, and gives what is shown for them. */
  function take(length: number, shown = held.slice(0, length)): string {
    before = held[length - 1] ?? '';
    held = held.slice(length);
    if (before === '\n') {
      lineStart = true;
      before = '';
    }
    return shown;
  }

  /** undefined: wait for more. */
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
    suggestions = (suggestions + held.slice(0, length)).slice(0, maxSuggestionChars);
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
        return parenthesis();
      case ']':
        return bracket();
      case '<':
        return anchored();
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

  /** A parenthesis after a word or a bracket is a call or a link's target. */
  function parenthesis(): string | undefined {
    if (/[\p{L}\p{N}_\])]/u.test(before)) return take(1);
    const [whole, label, target] = invertedLink.exec(held) ?? [];
    if (whole === undefined || target === undefined)
      return !ended && maybeInvertedLink.test(held) ? undefined : take(1);
    if (!/^(\/|https?:)/.test(target)) return take(1);
    return take(whole.length, `[${label}](${toTarget(toUrl(target) ?? target)})`);
  }

  function anchored(): string | undefined {
    if (!ended && maybeAnchor.test(held)) return undefined;
    const [whole, target, label] = anchor.exec(held) ?? [];
    if (whole === undefined || target === undefined) return take(1);
    return take(whole.length, `[${label}](${toTarget(toUrl(target) ?? target)})`);
  }

  function bracket(): string | undefined {
    if (!ended && maybePathLink.test(held)) return undefined;
    const [whole, before, target] = pathLink.exec(held) ?? [];
    if (whole === undefined || target === undefined) return take(1);
    return take(whole.length, `${before}${toTarget(toUrl(target) ?? target)}`);
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
      return asides.push(shown.toWellFormed());
    },
    end() {
      ended = true;
      return asides.push(flow().toWellFormed()) + asides.end();
    },
    suggestions: () => suggestions,
  };
}

/** A target that Markdown reads to its end. */
function toTarget(url: string): string {
  return /[()]/.test(url) ? `<${url}>` : url;
}
