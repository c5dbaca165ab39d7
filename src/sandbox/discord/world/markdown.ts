/**
 * Finds what Discord renders or acts on in a message's text: mentions and other tokens, links, previews. Pure. Anything that
 * Discord does not document counts as live, so that a test can trust an empty result; only code is left out. Source:
 * developer docs "Reference: Message Formatting", read 2026-11-21.
 */
export interface Token {
  readonly kind: 'broadcast' | 'role' | 'person' | 'channel' | 'command' | 'time' | 'emoji' | 'special' | 'link';
  /** As written. */
  readonly token: string;
  /** The id of what it refers to, if that has one. */
  readonly id?: string;
  /** Links only. */
  readonly url?: string;
  /** Masked links only. */
  readonly label?: string;
  /** Links only: in angle brackets, so that no embed unfolds. */
  readonly suppressed?: boolean;
}

const code = /(`{3,})[\s\S]*?\1|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/g;
const richToken =
  /<@!?(?<person>\d{17,19})>|<@&(?<role>\d{17,19})>|<#(?<channel>\d{17,19})>|<\/[^<>\n:]{1,100}:(?<command>\d{17,19})>|<t:(?<time>-?\d+)(?::[a-zA-Z])?>|<a?:\w{2,32}:(?<emoji>\d{17,19})>|<(?:id:)?(?<special>customize|browse|guide|linked-roles)(?::\d+)?>|@(?<broadcast>everyone|here)/g;
const maskedLink = /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(<?)([a-z][a-z0-9+.-]*:[^\s<>)]+)>?[^)\n]*\)/gi;
const suppressedLink = /<((?:https?|discord):\/\/[^\s<>]+)>/gi;
const bareLink = /(?:\bhttps?:\/\/[^\s<>]*[^\s<>.,:;"'\]]|\bdiscord(?:app)?\.(?:gg|com\/invite)\/[\w-]+)/gi;

/** Mentions, and all other tokens that Discord renders differently. */
export function mentionsIn(text: string): Token[] {
  return [...withoutCode(text).matchAll(richToken)].flatMap((match) => {
    const named = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined);
    if (!named) return [];
    const [kind, id] = named;
    // The groups of the pattern are named after the kinds.
    return { kind: kind as Token['kind'], token: match[0], ...(/^\d{17,19}$/.test(id ?? '') ? { id } : {}) } as Token;
  });
}

/** Masked links, suppressed ones and bare URLs, in that order. */
export function linksIn(text: string): Token[] {
  const found: Token[] = [];
  let rest = withoutCode(text);
  const take = (pattern: RegExp, read: (groups: readonly string[]) => Token): void => {
    rest = rest.replaceAll(pattern, (...args) => {
      // The last arguments are the offset and the whole text; the ones before are the groups.
      const groups = args.slice(0, -2).map((group) => (typeof group === 'string' ? group : ''));
      found.push(read(groups));
      return ' '.repeat(groups[0]?.length ?? 0);
    });
  };
  take(maskedLink, ([token = '', label = '', open = '', url = '']) => ({
    kind: 'link',
    token,
    url,
    label,
    suppressed: open === '<',
  }));
  take(suppressedLink, ([token = '', url = '']) => ({ kind: 'link', token, url, suppressed: true }));
  take(bareLink, ([token = '']) => ({ kind: 'link', token, url: token, suppressed: false }));
  return found;
}

/** The URLs that unfold into embeds, without duplicates. */
export function previewsIn(text: string): string[] {
  const shown = linksIn(text).flatMap(({ url, suppressed }) => (url && !suppressed ? url : []));
  return [...new Set(shown)].slice(0, 5);
}

function withoutCode(text: string): string {
  return text.replace(code, (found) => ' '.repeat(found.length));
}
