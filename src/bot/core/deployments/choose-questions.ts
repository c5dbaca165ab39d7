/** Chooses the questions to ask again after a deployment: those that had no good answer and may have one now. Pure. */
import { marksOf, outcomeOf, sitePathsOf } from '../insight/outcome.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import type { Source } from '../model/source.ts';

/**
 * Questions that were not answered, or whose answer was marked as not helpful, newest first; only the newest of questions in
 * the same words. `pages`: the changed files, if known: then only questions whose answer cited one of them, followed by those
 * whose answer cited no page. Private questions are left out.
 */
export function chooseQuestions(
  asked: readonly AskedQuestion[],
  pages: readonly string[] | undefined,
): readonly AskedQuestion[] {
  const unhelped = asked.filter(isUnhelped).toSorted((a, b) => a.askedAt - b.askedAt);
  const once = [
    ...new Map(unhelped.map((question) => [question.text.trim().toLowerCase(), question])).values(),
  ].toReversed();
  if (!pages) return once;
  const files = toFiles(pages);
  const touched = once.filter(({ sources }) => citesAny(sources, files));
  return [...touched, ...once.filter(({ sources }) => sources.length === 0)];
}

function isUnhelped(question: AskedQuestion): boolean {
  if (question.isPrivate || question.text.trim() === '') return false;
  const outcome = outcomeOf(question);
  const isUnanswered = outcome === 'unanswered' || outcome === 'failed';
  return isUnanswered || (outcome === 'answered' && marksOf(question).notHelpful > 0);
}

/** Files of the docs' repository, prepared for looking up pages. */
export interface DocsFiles {
  readonly whole: ReadonlySet<string>;
  /** The ends of each file's path: `guides/start` and `start`. */
  readonly ends: ReadonlySet<string>;
}

export function toFiles(paths: readonly string[]): DocsFiles {
  const all = paths.map(toSegments);
  return { whole: new Set(all.map((segments) => segments.join('/'))), ends: new Set(all.flatMap(endsOf)) };
}

/**
 * Whether one of these sources is a page of one of the files. The docs may be in a folder of the repository, and the site may be
 * served under a path, so the shorter path must be the end of the longer one.
 */
export function citesAny(sources: readonly Source[], { whole, ends }: DocsFiles): boolean {
  return sitePathsOf({ sources }).some((path) => {
    const page = toSegments(path);
    const name = page.join('/');
    return whole.has(name) || ends.has(name) || endsOf(page).some((end) => whole.has(end));
  });
}

function endsOf(segments: readonly string[]): readonly string[] {
  return segments.map((_, at) => segments.slice(at).join('/'));
}

/** Only this many of the last segments of a path are compared. */
const maxDepth = 12;

/** `docs/guides/index.mdx` is the page `/docs/guides`. */
function toSegments(path: string): readonly string[] {
  const segments = path
    .toLowerCase()
    .replace(/\.(?:mdx?|markdown|html?)$/, '')
    .split('/')
    .filter(Boolean)
    .slice(-maxDepth);
  return /^(?:index|readme)$/.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
}
