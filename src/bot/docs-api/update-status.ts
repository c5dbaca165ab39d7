/** Converts an update's status from the service to what the core shows, bounded and without secrets. Pure. */

import { type ReadUpdateStatus, updateStates } from '../../kit/wire/api.ts';
import type { DeployedCommit } from '../core/model/deployment.ts';
import type { DeploymentStatus } from '../core/ports/deployer.ts';

/** Bounded, because it is shown to a whole channel. */
const maxTextChars = 1_000;
/** How much is searched for secrets; more than is shown, because masking shortens text. */
const maxReadChars = 4_000;
const maxLogLines = 20;
const maxLogLineChars = 400;
/** A deployment of more pages counts as touching everything. */
const maxPages = 500;
const maxPathChars = 300;

/** `mask` removes secrets from a text. */
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
    state: updateStates.find((known) => known === word) ?? 'unknown',
    ...(word && { word: clean(word) }),
    ...(summary && { summary: clean(summary) }),
    ...(name && { author: clean(name) }),
    ...(known && { commit: known }),
    ...(pages && { pages }),
    // Masking line by line would miss a key that spans two lines.
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

/** Removed files are left out, because they cannot answer anything. */
function toPages({ filesChanged }: NonNullable<ReadUpdateStatus['commit']>): readonly string[] | undefined {
  const { added = [], modified = [] } = filesChanged ?? {};
  const paths = [...added, ...modified].flatMap((path) => (typeof path === 'string' ? [path] : []));
  const isKnown = paths.length > 0 && paths.length <= maxPages;
  return isKnown ? paths.map((path) => path.slice(0, maxPathChars).toWellFormed()) : undefined;
}

/** Drops a last word, or a possible key in it, that would be cut: half of a secret does not look like one. */
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
