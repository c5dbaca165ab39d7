/**
 * Attached files. They are read from Slack's own hosts only: the request carries the bot token. A token without the scope is
 * led to a page where people log in, so nothing is followed.
 */
import type { Clock } from '../../../base/clock.ts';
import { fetchWithin, isOnHost } from '../../../base/http-call.ts';
import type { Logger } from '../../../base/logger.ts';
import type { AttachedFile } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { TokenSource, WebApi } from './web-api.ts';

export interface FilesOptions {
  readonly tokens: TokenSource;
  /** Ends in `/api/`. Missing: Slack itself. */
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const limitMs = 5_000;
/** GovSlack has hosts of its own. */
const hosts: readonly string[] = ['files.slack.com', 'files.slack-gov.com'];

/**
 * As a message or `files.info` names it. In channels that are shared with other organisations messages have only its id.
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

/** The same file where Slack says nothing more. Never fails. */
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

/** undefined: it cannot be read. Never fails. */
export async function readFile(
  { url }: AttachedFile,
  maxBytes: number,
  { tokens, apiUrl, clock, logger }: FilesOptions,
): Promise<Uint8Array | undefined> {
  if (url === undefined || !isOfSlack(url, apiUrl)) return undefined;
  try {
    const headers = { authorization: `Bearer ${await tokens.token()}` };
    const response = await fetchWithin(clock, limitMs, url, { headers, redirect: 'error', maxBytes });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    logger.debug({ status: response.status }, 'attached file not read');
  } catch (error) {
    // The name of fetch's error contains no address.
    logger.debug({ cause: error instanceof Error ? error.name : typeof error }, 'attached file not read');
  }
  return undefined;
}

/** With another API address (a simulated Slack) files are served by that host. */
export function isOfSlack(address: string, apiUrl: string | undefined): boolean {
  return isOnHost(address, hosts, apiUrl);
}
