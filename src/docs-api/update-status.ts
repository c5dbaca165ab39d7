/** An update's status as the service sends it -> what the core shows of it, bounded and without secrets. Pure. */
import type { DeployedCommit } from '../core/model/deployment.ts';
import type { DeploymentStatus } from '../core/ports/deployer.ts';
import { type ReadUpdateStatus, updateStates } from '../wire/api.ts';

/** All of it is shown to a whole channel. */
const maxTextChars = 1_000;
/** So much is looked at for secrets: what is masked gets shorter. */
const maxReadChars = 4_000;
const maxLogLines = 20;
const maxLogLineChars = 400;
/** A deployment of more pages touches everything. */
const maxPages = 500;
const maxPathChars = 300;

/** `mask`: removes secrets from a text. */
export function toStatus(body: ReadUpdateStatus, mask: (text: string) => string): DeploymentStatus {
  const { status: word, summary, logs, author, commit } = body;
  const clean = (text: string): string => shortened(mask(beginningOf(text, maxReadChars)));
  const name = author?.name?.trim();
  const known = commit && toCommit(commit, clean);
  const pages = commit && toPages(commit);
  const lines = logs
    ?.filter((line) => typeof line === 'string')
    .slice(-maxLogLines)
    .map((line) => beginningOf(line, maxLogLineChars));
  return {
    state: updateStates.find((each) => each === word) ?? 'unknown',
    ...(word && { word: clean(word) }),
    ...(summary && { summary: clean(summary) }),
    ...(name && { author: clean(name) }),
    ...(known && { commit: known }),
    ...(pages && { pages }),
    // Each line for itself would leave a key in two lines unseen.
    ...(lines && lines.length > 0 && { logs: mask(lines.join('\n')).split('\n').slice(-maxLogLines) }),
  };
}

function toCommit(
  { sha, ref, message, filesChanged }: NonNullable<ReadUpdateStatus['commit']>,
  clean: (text: string) => string,
): DeployedCommit | undefined {
  if (!sha) return undefined;
  const { added, modified, removed } = filesChanged ?? {};
  return {
    sha: clean(sha),
    ...(ref && { ref: clean(ref) }),
    ...(message && { message: clean(message) }),
    ...(added && { added: added.length }),
    ...(modified && { changed: modified.length }),
    ...(removed && { removed: removed.length }),
  };
}

/** A file that was removed answers nothing. */
function toPages({ filesChanged }: NonNullable<ReadUpdateStatus['commit']>): readonly string[] | undefined {
  const { added = [], modified = [] } = filesChanged ?? {};
  const paths = [...added, ...modified].flatMap((path) => (typeof path === 'string' ? [path] : []));
  const isKnown = paths.length > 0 && paths.length <= maxPages;
  return isKnown ? paths.map((path) => path.slice(0, maxPathChars).toWellFormed()) : undefined;
}

/** Without a last word, or what could be a key in it, that would be cut: half of a secret does not look like one. */
function beginningOf(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : text
        .slice(0, maxChars)
        .toWellFormed()
        .replace(/(?:\s\S*|(?<![\w.~+/=-])[\w.~+/=-]{1,300})$/, '');
}

function shortened(text: string): string {
  return text.length <= maxTextChars ? text : `${text.slice(0, maxTextChars - 1).toWellFormed()}…`;
}
