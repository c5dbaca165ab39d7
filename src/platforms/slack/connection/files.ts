/**
 * Reads attached files, from Slack's own hosts alone: the request carries the bot token. A token without the scope is led to a
 * page where people log in, so nothing is followed.
 */
import { type Clock, fetchWithin } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import type { AttachedFile } from '../../../core/model/conversation.ts';

export interface FilesOptions {
  readonly botToken: string;
  /** Ends in `/api/`. Missing: Slack itself. */
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const limitMs = 5_000;
/** GovSlack has hosts of its own. */
const hosts: readonly string[] = ['files.slack.com', 'files.slack-gov.com'];

/** undefined: it cannot be read. Never fails. */
export async function readFile(
  { url }: AttachedFile,
  maxBytes: number,
  { botToken, apiUrl, clock, logger }: FilesOptions,
): Promise<Uint8Array | undefined> {
  if (url === undefined || !isOfSlack(url, apiUrl)) return undefined;
  try {
    const headers = { authorization: `Bearer ${botToken}` };
    const response = await fetchWithin(clock, limitMs, url, { headers, redirect: 'error', maxBytes });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    logger.debug({ status: response.status }, 'attached file not read');
  } catch (error) {
    // The address is not in it: what fetch fails with names no address.
    logger.debug({ cause: error instanceof Error ? error.name : typeof error }, 'attached file not read');
  }
  return undefined;
}

/** Another Slack than Slack's own has its files where its API is. */
export function isOfSlack(address: string, apiUrl: string | undefined): boolean {
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return false;
  if (apiUrl !== undefined) return url.origin === URL.parse(apiUrl)?.origin;
  return url.protocol === 'https:' && url.port === '' && hosts.includes(url.hostname);
}
