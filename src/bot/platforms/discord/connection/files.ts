/** Downloads attached files, only from Discord's own host and without the bot token, because their URLs are signed. */
import type { Clock } from '../../../../kit/base/clock.ts';
import { fetchWithin, isOnHost } from '../../../../kit/base/http-call.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { AttachedFile } from '../../../core/model/conversation.ts';

export interface FilesOptions {
  /** Ends in /api. undefined: Discord itself. */
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

const limitMs = 5_000;
const host = 'cdn.discordapp.com';

/** undefined if the file cannot be read. Never fails. */
export async function readFile(
  { url }: AttachedFile,
  maxBytes: number,
  { apiUrl, clock, logger }: FilesOptions,
): Promise<Uint8Array | undefined> {
  if (url === undefined || !isOfDiscord(url, apiUrl)) return undefined;
  try {
    const response = await fetchWithin(clock, limitMs, url, { redirect: 'error', maxBytes });
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    logger.debug({ status: response.status }, 'attached file not read');
  } catch (error) {
    // Only the error's name is logged: its message may contain the URL.
    logger.debug({ cause: error instanceof Error ? error.name : typeof error }, 'attached file not read');
  }
  return undefined;
}

/** With another API URL (a simulated Discord), files are served by that host. */
export function isOfDiscord(address: string, apiUrl: string | undefined): boolean {
  return isOnHost(address, [host], apiUrl);
}
