/**
 * What a page of HTML says to a crawler. It is only tokenized, which takes a fraction of the time that a tree takes. Pure, in
 * linear time.
 */
import { type Token, Tokenizer, TokenizerMode } from 'parse5';

export interface HtmlSigns extends Permissions {
  /** As written: links that may be followed, the page in other languages, and where it redirects to. */
  readonly links: readonly string[];
  /** The address by which the page wants to be known, as written. */
  readonly canonical: string | undefined;
  /** What its relative links are relative to, as written. */
  readonly base: string | undefined;
  readonly hasScripts: boolean;
  /** How many characters a reader without scripts sees. */
  readonly textChars: number;
}

/** What the `robots` of a page allow. */
export interface Permissions {
  readonly isIndexed: boolean;
  readonly isFollowed: boolean;
}

/** Of `meta` or a header `X-Robots-Tag`. */
export function directivesIn(content: string): readonly string[] {
  return content.toLowerCase().split(/[\s,]+/);
}

export function permissionsOf(directives: ReadonlySet<string>): Permissions {
  return {
    isIndexed: !directives.has('noindex') && !directives.has('none'),
    isFollowed: !directives.has('nofollow') && !directives.has('none'),
  };
}

/** What is in them is not shown. */
const unseen: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'title', 'svg', 'textarea']);
/** Their content is text, whatever it looks like. Source: the HTML standard, 13.2.6.4.4. */
const modes: Readonly<Record<string, Tokenizer['state']>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
};

export function htmlSigns(source: string): HtmlSigns {
  const links = new Set<string>();
  let [canonical, base]: (string | undefined)[] = [];
  const directives = new Set<string>();
  let hasScripts = false;
  let textChars = 0;
  let hiddenIn: string | undefined;
  const onStartTag = (tag: Token.TagToken): void => {
    const of = (name: string): string => tag.attrs.find((attribute) => attribute.name === name)?.value.trim() ?? '';
    const { tagName } = tag;
    const rel = of('rel').toLowerCase().split(/\s+/);
    if ((tagName === 'a' || tagName === 'area') && !rel.includes('nofollow')) links.add(of('href'));
    if (tagName === 'link' && rel.includes('canonical')) canonical ??= of('href');
    if (tagName === 'link' && rel.includes('alternate') && of('hreflang') !== '') links.add(of('href'));
    if (tagName === 'base') base ??= of('href');
    if (tagName === 'meta' && /^(?:robots|docent)$/i.test(of('name')))
      for (const word of directivesIn(of('content'))) directives.add(word);
    if (tagName === 'meta' && of('http-equiv').toLowerCase() === 'refresh')
      links.add(/^[^=]{0,50}=["']?([^"']{1,2000})/.exec(of('content'))?.[1] ?? '');
    if (tagName === 'script') hasScripts = true;
    if (hiddenIn === undefined && unseen.has(tagName) && !tag.selfClosing) hiddenIn = tagName;
    tokenizer.state = modes[tagName] ?? tokenizer.state;
  };
  const nothing = (): void => {};
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag,
      onEndTag({ tagName }) {
        if (tagName === hiddenIn) hiddenIn = undefined;
      },
      onCharacter({ chars }) {
        if (hiddenIn === undefined) textChars += chars.length;
      },
      onWhitespaceCharacter: nothing,
      onNullCharacter: nothing,
      onComment: nothing,
      onDoctype: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(source, true);
  links.delete('');
  return {
    links: [...links],
    canonical: canonical || undefined,
    ...permissionsOf(directives),
    base: base || undefined,
    hasScripts,
    textChars,
  };
}
