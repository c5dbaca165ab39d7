/** The form for a new issue on GitHub, GitLab or elsewhere, as the pattern of a link, and what it is filled in with. Pure. */
import { fillIn, maxLinkChars } from '../../../kit/base/link-pattern.ts';
import { headOf, shorten } from '../../../kit/base/shorten.ts';
import { maxTitleChars } from '../model/draft.ts';
import { withoutPeople } from '../model/people.ts';
import { code } from '../model/plain-text.ts';

const maxItemChars = 300;

export interface NewIssue {
  readonly title: string;
  /** GitHub-flavoured Markdown. */
  readonly body: string;
}

/**
 * The pattern with `{title}` and `{body}`. undefined: this is no repository on GitHub or GitLab, where alone groups may be in
 * groups. `repository`: its web address.
 */
export function issueFormOf(repository: string): string | undefined {
  const [, host = '', path = ''] = /^https?:\/\/([^/]+)((?:\/[\w.-]+){2,})\/?$/.exec(repository) ?? [];
  const address = repository.replace(/\/$/, '');
  if (/^gitlab\./i.test(host)) return `${address}/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}`;
  return path.split('/').length === 3 ? `${address}/issues/new?title={title}&body={body}` : undefined;
}

export function toLink(form: string, { title, body }: NewIssue): string {
  return fillIn(form, { title, body });
}

export function fits(link: string): boolean {
  return link.length <= maxLinkChars;
}

/** The most characters, of `max`, with which the link still fits; 0 if it does with none. */
export function mostThatFit(max: number, linkWith: (chars: number) => string): number {
  let [most, tooMany] = [0, max + 1];
  while (tooMany - most > 1) {
    const chars = Math.floor((most + tooMany) / 2);
    if (fits(linkWith(chars))) most = chars;
    else tooMany = chars;
  }
  return most;
}

/** With as much of the title, then of the body, as fits. */
export function toFittingLink(
  form: string,
  { title, body }: NewIssue,
): { readonly link: string; readonly isWhole: boolean } {
  const titleWith = (chars: number): string => toLink(form, { title: headOf(title, chars), body: '' });
  const short = headOf(title, mostThatFit(title.length, titleWith));
  // A cut may open code, in which nobody was named.
  const linkWith = (chars: number): string => toLink(form, { title: short, body: withoutPeople(headOf(body, chars)) });
  const chars = mostThatFit(body.length, linkWith);
  return { link: linkWith(chars), isWhole: chars === body.length && short === title };
}

/** A title has no markup, but GitLab notifies whoever is named in it. */
export function toTitle(typical = ''): string {
  return shorten(`Docs: ${withoutPeople(typical)}`, maxTitleChars.issue);
}

/** As inline code, which cannot mention people, reference issues or contain markup. */
export function listed(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  return [[`**${title}**`, '', ...items.map((item) => `- ${code(item, maxItemChars)}`)].join('\n')];
}
