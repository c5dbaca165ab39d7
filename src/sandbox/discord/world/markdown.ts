/**
 * Reads a message's text as Discord does: which tokens are live, which links show, which preview cards would unfold. In:
 * text. Out: tokens and links, in order. Pure. Whatever Discord does not document is read as live, so that a test that
 * finds nothing here can be trusted; only code is left out. Source: developer docs "Reference: Message Formatting", read
 * 2026-11-21.
 */

/** What of a text Discord would act on. */
export interface Token {
  readonly kind: 'broadcast' | 'role' | 'person' | 'channel' | 'command' | 'time' | 'emoji' | 'special' | 'link';
  /** As it stands in the text. */
  readonly token: string;
  /** What it stands for: an id, or nothing. */
  readonly id?: string;
  /** Of links. */
  readonly url?: string;
  /** What stands for the link, when it is not its address. */
  readonly label?: string;
  /** Of links: no preview card unfolds. */
  readonly quiet?: boolean;
}

const code = /(`{3,})[\s\S]*?\1|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/g;
const richToken =
  /<@!?(?<person>\d{17,19})>|<@&(?<role>\d{17,19})>|<#(?<channel>\d{17,19})>|<\/[^<>\n:]{1,100}:(?<command>\d{17,19})>|<t:(?<time>-?\d+)(?::[a-zA-Z])?>|<a?:\w{2,32}:(?<emoji>\d{17,19})>|<(?:id:)?(?<special>customize|browse|guide|linked-roles)(?::\d+)?>|@(?<broadcast>everyone|here)/g;
const maskedLink = /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(<?)([a-z][a-z0-9+.-]*:[^\s<>)]+)>?[^)\n]*\)/gi;
const quietLink = /<((?:https?|discord):\/\/[^\s<>]+)>/gi;
const bareLink = /(?:\bhttps?:\/\/[^\s<>]*[^\s<>.,:;"'\]]|\bdiscord(?:app)?\.(?:gg|com\/invite)\/[\w-]+)/gi;

/** Pings and everything else that Discord draws in place of a token. */
export function mentionsIn(text: string): Token[] {
  return [...withoutCode(text).matchAll(richToken)].flatMap((match) => {
    const named = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined);
    if (!named) return [];
    const [kind, id] = named;
    // The groups of the pattern are named after the kinds.
    return { kind: kind as Token['kind'], token: match[0], ...(/^\d{17,19}$/.test(id ?? '') ? { id } : {}) } as Token;
  });
}

/** Masked links, quiet ones and bare addresses. */
export function linksIn(text: string): Token[] {
  const found: Token[] = [];
  let rest = withoutCode(text);
  const take = (pattern: RegExp, read: (groups: readonly string[]) => Token): void => {
    rest = rest.replaceAll(pattern, (...args) => {
      // The last arguments are the place and the whole text; the ones before are the groups.
      const groups = args.slice(0, -2).map((one) => (typeof one === 'string' ? one : ''));
      found.push(read(groups));
      return ' '.repeat(groups[0]?.length ?? 0);
    });
  };
  take(maskedLink, ([token = '', label = '', open = '', url = '']) => ({
    kind: 'link',
    token,
    url,
    label,
    quiet: open === '<',
  }));
  take(quietLink, ([token = '', url = '']) => ({ kind: 'link', token, url, quiet: true }));
  take(bareLink, ([token = '']) => ({ kind: 'link', token, url: token, quiet: false }));
  return found;
}

/** The addresses that unfold into cards, each once. */
export function previewsIn(text: string): string[] {
  const shown = linksIn(text).flatMap(({ url, quiet }) => (url && !quiet ? url : []));
  return [...new Set(shown)].slice(0, 5);
}

function withoutCode(text: string): string {
  return text.replace(code, (found) => ' '.repeat(found.length));
}
