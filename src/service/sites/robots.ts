/** robots.txt, as RFC 9309 says. Pure, in linear time. */

export interface Robots {
  /** Of a path with its query. */
  allows(path: string): boolean;
  /** The pause between two requests that the site asks for. */
  readonly delayMs: number | undefined;
  /** Addresses of sitemaps, as written. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allow: boolean;
  /** The pieces of the path between its stars. */
  readonly pieces: readonly string[];
  readonly isWhole: boolean;
  readonly length: number;
}

/** The longest of the real ones have some 10,000 lines. */
const maxLines = 50_000;
const maxPatternChars = 2_000;

/** `agent` is the name by which the file may address us, in lower case. */
export function parseRobots(text: string, agent: string): Robots {
  const sitemaps: string[] = [];
  const groups = new Map<string, { readonly rules: Rule[]; delayMs?: number }>();
  let names: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n?|\n/, maxLines)) {
    const [key = '', value = ''] = fieldOf(line);
    if (key === 'sitemap') sitemaps.push(value);
    if (key === 'user-agent') {
      if (!isOpen) names = [];
      isOpen = true;
      const name = value.toLowerCase().split('/', 1)[0] ?? '';
      names.push(name);
      if (!groups.has(name)) groups.set(name, { rules: [] });
    } else if (key === 'allow' || key === 'disallow' || key === 'crawl-delay') {
      isOpen = false;
      for (const name of names) {
        const group = groups.get(name);
        if (group && key === 'crawl-delay') group.delayMs = Number.parseFloat(value) * 1_000;
        else if (value !== '') group?.rules.push(ruleOf(key === 'allow', value));
      }
    }
  }
  const { rules = [], delayMs = Number.NaN } = groups.get(agent) ?? groups.get('*') ?? {};
  return {
    allows(path) {
      const best = rules
        .filter((rule) => matches(rule, path))
        .reduce<Rule | undefined>((one, other) => (one && isStronger(one, other) ? one : other), undefined);
      return best?.allow ?? true;
    },
    delayMs: delayMs >= 0 ? delayMs : undefined,
    sitemaps,
  };
}

function fieldOf(line: string): readonly string[] {
  const [words = ''] = line.split('#', 1);
  const colon = words.indexOf(':');
  return colon === -1 ? [] : [words.slice(0, colon).trim().toLowerCase(), words.slice(colon + 1).trim()];
}

function ruleOf(allow: boolean, written: string): Rule {
  const pattern = written.slice(0, maxPatternChars);
  const isWhole = pattern.endsWith('$');
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/);
  return { allow, pieces, isWhole, length: pattern.length };
}

/** The longer one decides, and of two alike the one that allows. */
function isStronger(one: Rule, other: Rule): boolean {
  return one.length > other.length || (one.length === other.length && one.allow);
}

function matches({ pieces, isWhole }: Rule, path: string): boolean {
  const [first = '', ...others] = pieces;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  let at = first.length;
  for (const piece of others) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
