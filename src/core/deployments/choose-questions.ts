/**
 * Which questions are asked again after a deployment: those that had no good answer, and that
 * may have one now. Pure.
 */
import { marksOf, outcomeOf, sitePathsOf } from '../insight/outcome.ts';
import type { AskedQuestion } from '../model/asked-question.ts';

/**
 * Without an answer, or not helpful to somebody; of the same words the newest; the newest first. `pages`: the files that were changed; then those
 * whose answer cited one of them, before those whose answer cited no page. What only its asker reads stays out.
 */
export function chooseQuestions(
  asked: readonly AskedQuestion[],
  pages: readonly string[] | undefined,
): readonly AskedQuestion[] {
  const unhelped = asked.filter(isUnhelped).toSorted((a, b) => a.askedAt - b.askedAt);
  const once = [...new Map(unhelped.map((each) => [each.text.trim().toLowerCase(), each])).values()].toReversed();
  if (!pages) return once;
  const touched = once.filter((question) => citesAny(question, pages));
  return [...touched, ...once.filter(({ sources }) => sources.length === 0)];
}

function isUnhelped(question: AskedQuestion): boolean {
  if (question.isPrivate || question.text.trim() === '') return false;
  const outcome = outcomeOf(question);
  const isUnanswered = outcome === 'unanswered' || outcome === 'failed';
  return isUnanswered || (outcome === 'answered' && marksOf(question).notHelpful > 0);
}

/** Whether an answer cites one of these files of the docs' repository. */
export function citesAny(question: Pick<AskedQuestion, 'sources'>, files: readonly string[]): boolean {
  const pages = sitePathsOf(question).map(toSegments);
  return files.some((file) => pages.some((page) => isSamePage(page, toSegments(file))));
}

/** The docs may be a part of the repository, and the site may be below a path: the shorter one is the end of the longer. */
function isSamePage(page: readonly string[], file: readonly string[]): boolean {
  const length = Math.min(page.length, file.length);
  if (length === 0) return page.length === file.length;
  return page.slice(-length).join('/') === file.slice(-length).join('/');
}

/** `docs/guides/index.mdx` is the page `/docs/guides`. */
function toSegments(path: string): readonly string[] {
  const segments = path
    .toLowerCase()
    .replace(/\.(?:mdx?|markdown|html?)$/, '')
    .split('/')
    .filter(Boolean);
  return /^(?:index|readme)$/.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
}
