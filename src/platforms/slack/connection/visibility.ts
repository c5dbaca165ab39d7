/** Whether the bot can see a workspace or channel: only its own workspace, and channels whose messages it may read. */
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from './web-api.ts';

/** Fails with PlatformError when Slack does not say. */
export async function canSee(api: WebApi, kind: 'server' | 'channel', id: string): Promise<boolean> {
  if (kind === 'server') {
    const { team_id, enterprise_id } = await api.whoAmI();
    return id === team_id || id === enterprise_id;
  }
  try {
    await api.attempt(({ conversations }) => conversations.history({ channel: id, limit: 1 }));
    return true;
  } catch (error) {
    if (error instanceof PlatformError && (error.code === 'forbidden' || error.code === 'thread_gone')) return false;
    throw error;
  }
}
