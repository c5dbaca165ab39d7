/**
 * Attached files. They are read from Slack's own hosts only, because the request carries the bot token. Slack redirects a
 * token without the scope to a login page, so redirects are not followed.
 */
import type { Clock } from '../../../../kit/base/clock.ts';
import { fetchWithin, isOnHost } from '../../../../kit/base/http-call.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { AttachedFile } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { TokenSource, WebApi } from './web-api.ts';

export interface FilesOptions {
  readonly tokens: TokenSource;
  /** Ends in `/api/`. Defaults to Slack's own. */
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const limitMs = 5_000;
/** GovSlack has its own hosts. */
const hosts: readonly string[] = ['files.slack.com', 'files.slack-gov.com'];

/**
 * Reads a file object of a message or of `files.info`. In channels shared with other organisations, messages have only its id.
 * Source: docs.slack.dev reference/objects/file-object (Slack Connect files), 2026-11-23.
 */
export function toFile(file: Readonly<Record<string, unknown>>): AttachedFile {
  const { id, file_access: access, name, mimetype, size, url_private_download: url } = file;
  return {
    name: typeof name === 'string' ? name : '',
    ...(typeof mimetype === 'string' && { type: mimetype }),
    ...(typeof size === 'number' && { bytes: size }),
    ...(typeof url === 'string' && { url }),
    ...(typeof id === 'string' && access === 'check_file_info' && { id }),
  };
}

/** Looks up a file known only by its id; returns it unchanged when Slack does not describe it. Never fails. */
export async function describeFile(file: AttachedFile, api: WebApi, logger: Logger): Promise<AttachedFile> {
  try {
    const { file: found } = await api.attempt(({ files }) => files.info({ file: file.id ?? '' }));
    return found ? toFile({ ...found }) : file;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    logger.debug({ code: error.code }, 'attached file not described');
    return file;
  }
}

/** undefined when the file cannot be read. Never fails. */
export async function readFile(
  { url }: AttachedFile,
  maxBytes: number,
  { tokens, apiUrl, clock, logger }: FilesOptions,
): Promise<Uint8Array | undefined> {
  if (url === undefined || !isSlackUrl(url, apiUrl)) return undefined;
  try {
    const headers = { authorization: `Bearer ${await tokens.token()}` };
    const response = await fetchWithin(clock, limitMs, url, { headers, redirect: 'error', maxBytes });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    logger.debug({ status: response.status }, 'attached file not read');
  } catch (error) {
    // The name of fetch's error contains no URL.
    logger.debug({ cause: error instanceof Error ? error.name : typeof error }, 'attached file not read');
  }
  return undefined;
}

/** With another API address (a simulated Slack), files are served by that host. */
export function isSlackUrl(address: string, apiUrl: string | undefined): boolean {
  return isOnHost(address, hosts, apiUrl);
}
