/**
 * The assistant's own forms of links, as Markdown writes links: the inverted link `(Text)[/path]`, `<a href="…">Text</a>`,
 * and paths of the site as the target of a link. Bounds are the same for a whole form and for its beginning, so that a cut
 * makes no difference; without bounds a long line would be held back for ever.
 */
import type { ToUrl } from './page-urls.ts';

/** A form that was read: its length, and the Markdown shown for it. */
export interface LinkForm {
  readonly length: number;
  readonly markdown: string;
}

const invertedLink = /^\(([^()[\]\n]{1,200})\)\[([^\]\s]{1,500})\]/;
const maybeInvertedLink = /^\([^()[\]\n]{0,200}$|^\([^()[\]\n]{1,200}\)(?:\[[^\]\s]{0,500})?$/;

/** Plain words only: tags inside are read by core/markdown/html. */
const anchor = /^<a(?=[ \t])[^<>\n]{0,200}[ \t]href="([^"\s<>\\]{1,500})"[^<>\n]{0,200}>([^<>[\]\\`\n]{1,200})<\/a>/;
const maybeAnchor = /^<(?:a(?:[ \t][^<>\n]{0,1000}(?:>[^<>[\]\\`\n]{0,200}(?:<(?:\/a?)?)?)?)?)?$/;

/** Also `[name]: /path`, for links of that name. */
const pathTarget = /^(\](?:\(|:[ \t]{0,3}))(\/[^\s()<>]{0,500})(?=[\s)]|$)/;
const maybePathTarget = /^\](?:(?:\(|:[ \t]{0,3})(?:\/[^\s()<>]{0,500})?)?$/;

/**
 * The form that the text begins with, its first character being `(`, `]` or `<`; `wait` while more text decides, which
 * `ended` rules out. `before`: the character before it on the same line, since a parenthesis after a word or a bracket is a
 * call or a target.
 */
export function readLinkForm(
  text: string,
  before: string,
  ended: boolean,
  toUrl: ToUrl,
): LinkForm | 'wait' | undefined {
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

/** A link target as Markdown reads it. */
function toDestination(target: string, toUrl: ToUrl): string {
  const url = toUrl(target) ?? target;
  return /[()]/.test(url) ? `<${url}>` : url;
}
