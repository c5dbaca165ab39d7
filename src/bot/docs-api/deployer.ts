/**
 * The Deployer over a documentation API: one HTTP request per call, never retried here.
 */

import { parseJson } from '../../kit/base/json.ts';
import { headOf } from '../../kit/base/shorten.ts';
import { maskSecrets } from '../../kit/masking/secrets-in-logs.ts';
import {
  defaultStatusPath,
  type ReadUpdateStatus,
  statusPath,
  updateAcceptedSchema,
  updatePath,
  updateStates,
  updateStatusSchema,
} from '../../kit/wire/api.ts';
import type { DeployedCommit } from '../core/model/deployment.ts';
import { type DeployCode, DeployError } from '../core/model/errors.ts';
import type { Deployer, DeploymentStatus } from '../core/ports/deployer.ts';
import { createHttp, HttpFailure, type HttpRequest, type Limits, textOf } from './http.ts';

/** Which project to deploy, and how. */
export interface DeployerOptions extends Limits {
  /** Base URL; may have a path. */
  readonly url: string;
  readonly projectId: string;
  readonly token: string;
  /** The path of a status, with the placeholder `{statusId}`. */
  readonly statusPath?: string | undefined;
}

/** A deployer that holds connections. */
export interface DocsDeployer extends Deployer {
  /** Closes the connections; requests in progress fail. */
  close(): Promise<void>;
}

/** Longer bodies are not a status. */
const maxBodyChars = 4 * 1024 * 1024;

/** Deploys one project. `trigger` fails with `lost` if the request was sent but its outcome is unknown. */
export function createDeployer(options: DeployerOptions): DocsDeployer {
  const http = createHttp({ ...options, baseUrl: options.url, key: options.token });

  /** Returns the response's JSON, or undefined if it is invalid. */
  async function call(request: HttpRequest): Promise<unknown> {
    const text = await textOf(await http.send(request), maxBodyChars);
    return text === undefined ? undefined : parseJson(text);
  }

  async function trigger(signal: AbortSignal): Promise<{ readonly statusId: string }> {
    const body = await call({ method: 'POST', path: updatePath(options.projectId), signal }).catch(failTrigger);
    const accepted = updateAcceptedSchema.safeParse(body);
    if (!accepted.success) throw new DeployError('lost', { cause: accepted.error });
    return { statusId: accepted.data.statusId };
  }

  async function status(statusId: string, signal: AbortSignal): Promise<DeploymentStatus | undefined> {
    const path = statusPath(options.statusPath ?? defaultStatusPath, statusId);
    if (path === undefined) return undefined;
    try {
      const body = updateStatusSchema.safeParse(await call({ method: 'GET', path, signal }));
      return body.success ? toStatus(body.data, maskSecrets([options.token])) : { state: 'unknown' };
    } catch (error) {
      if (error instanceof HttpFailure && (error.status === 404 || error.status === 405)) return undefined;
      throw toDeployError(error, 'unavailable');
    }
  }

  return { trigger, status, close: http.close };
}

/**
 * Failures of a gateway or the service after which the update may still be queued. 503 means that it was not accepted.
 */
const uncertain: readonly (number | undefined)[] = [500, 502, 504];

/** A request that was sent but got no response, or none from the operation itself, may have queued an update. */
function failTrigger(error: unknown): never {
  if (!(error instanceof HttpFailure)) throw error;
  const silent = error.status === undefined && error.arrived === 'unknown';
  throw toDeployError(error, silent || uncertain.includes(error.status) ? 'lost' : 'unavailable');
}

/** `otherwise` is the code for failures that are not refusals. */
function toDeployError(error: unknown, otherwise: DeployCode): unknown {
  if (!(error instanceof HttpFailure)) return error;
  const { status, waitMs, cause, message } = error;
  return new DeployError(status === 409 ? 'already_running' : (refusals[error.code] ?? otherwise), {
    ...(waitMs !== undefined && { waitMs }),
    ...(status !== undefined && { status }),
    cause: cause ?? new Error(message),
  });
}

const refusals: Partial<Record<HttpFailure['code'], DeployCode>> = {
  rate_limited: 'rate_limited',
  unauthorized: 'unauthorized',
  not_found: 'not_found',
  rejected: 'rejected',
  out_of_credits: 'rejected',
  too_long: 'rejected',
};

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
  return isKnown ? paths.map((path) => headOf(path, maxPathChars)) : undefined;
}

/** Drops a last word, or a possible key in it, that would be cut: half of a secret does not look like one. */
function beginningOf(text: string, maxChars: number): string {
  return text.length <= maxChars
    ? text
    : headOf(text, maxChars).replace(/(?:\s\S*|(?<![\w.~+/=-])[\w.~+/=-]{1,300})$/, '');
}

function shortened(text: string): string {
  return text.length <= maxTextChars ? text : `${headOf(text, maxTextChars - 1)}…`;
}
