/** Whether small talk is answered as such, or by docs that are about what it asks for. Pure. */
import { normalised, type SmallTalk } from '../../kit/matching/small-talk.ts';
import { analyzerOf, titleStemsOf } from '../search/index/analyzer.ts';
import { stopWords } from '../search/index/stop-words.ts';
import { type Edition, isInOtherLanguage } from '../search/ranking/editions.ts';
import type { PageHit, SearchResult } from '../search/ranking/search-result.ts';

/** Which pages of a search decide what docs are about. */
const maxPages = 3;

/** The weight of a term that one in twenty sections contains. */
const commonWeight = 3;

/** Whether docs are, or may be, about what the message asks for: then they answer it, whoever is asked. */
export function areAbout(
  { pages, terms }: Pick<SearchResult, 'pages' | 'terms'>,
  talk: SmallTalk,
  edition: Pick<Edition, 'askedIn' | 'languages'>,
): boolean {
  const { kind, said } = talk;
  const subjects = talk.subjects.map(withoutEnding);
  const named = [...subjects, ...(kind === 'privacy' || kind === 'person' ? subjectsOfKind[kind] : [])];
  const best = pages.slice(0, maxPages);
  const titles = best.flatMap(titlesOf).map(normalised);
  return (
    titles.some((title) => title === said || named.some((word) => title.includes(` ${word}`))) ||
    terms.some(({ text, weight }) => weight < commonWeight && subjects.some((word) => text.startsWith(word))) ||
    // A request that names no kind of thing that it wants: each of its words may be what docs are about, and be translated there.
    (kind === 'offTopic' &&
      subjects.length === 0 &&
      (isInOtherLanguage(edition) || best.some((hit) => hasTitleOf(hit, terms))))
  );
}

function hasTitleOf(hit: PageHit, terms: SearchResult['terms']): boolean {
  const analyzer = analyzerOf(hit.page.facets.language);
  const own = terms.filter(({ text }) => !stopWords.has(text));
  const asked = new Set(own.flatMap(({ parts }) => parts.map(analyzer.stemOf)));
  return titlesOf(hit).some((title) => titleStemsOf(title, analyzer).some((stem) => asked.has(stem)));
}

/** A courtesy is no question, whatever the docs are about. */
export function isCourtesy({ kind }: SmallTalk): boolean {
  return kind === 'greeting' || kind === 'thanks' || kind === 'acknowledged';
}

/** What pages are called that say who reads what people write, or how to reach people; beginnings of words. */
const subjectsOfKind = {
  privacy: ['privac', 'privat', 'gdpr', 'datenschutz', 'dsgvo', 'confidential', 'protección de datos', 'プライバシー'],
  person: ['support', 'contact', 'kontakt', 'soporte', 'contato', 'suporte', 'assistance', 'サポート', 'お問い合わせ'],
} as const;

/** As far as singular and plural are the same. */
function withoutEnding(word: string): string {
  return word.replace(/(?:ies|es|y|e|s)$/, '');
}

function titlesOf({ page, sections }: PageHit): readonly string[] {
  return [page.title, ...sections.map(({ section }) => section.heading)];
}
