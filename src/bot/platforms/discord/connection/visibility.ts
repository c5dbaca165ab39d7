/** Whether the bot can see a server, category or channel. Asks Discord, because the shard may be in another process. */
import { RequestMethod, Routes } from 'discord.js';
import { isPassing, PlatformError } from '../../../core/model/errors.ts';
import type { Api } from './rest.ts';

/** Fails with PlatformError if Discord does not answer. */
export async function canSee(api: Api, kind: 'server' | 'channel', id: string): Promise<boolean> {
  try {
    await api.call(RequestMethod.Get, kind === 'server' ? Routes.guild(id) : Routes.channel(id));
    return true;
  } catch (error) {
    if (error instanceof PlatformError && !isPassing(error)) return false;
    throw error;
  }
}
