/**
 * Converts the assistant's own link syntax to Markdown: the inverted link `(Text)[/path]`, `<a href="…">Text</a>`, and site
 * paths as link targets. The bounds are the same for a whole form and for its beginning, so that cuts make no difference;
 * without bounds a long line would be held back forever.
 */
import type { ToUrl } from './page-urls.ts';

/** A form that was recognised: its length, and the Markdown to show for it. */
export interface LinkForm {
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

/** Formats a link target for Markdown. */
function toDestination(target: string, toUrl: ToUrl): string {
  const url = toUrl(target) ?? target;
  return /[()]/.test(url) ? `<${url}>` : url;
}
