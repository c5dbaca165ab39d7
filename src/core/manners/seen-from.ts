/** Of which questions people in one place may read. Pure. */
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform } from '../ports/platform.ts';
import type { SeenFrom } from '../ports/reask-store.ts';

/** `platforms`: all; whoever asks on one of them reads nothing of workspaces that another one keeps apart. */
export function seenFrom(
  { platform, installation }: Pick<ThreadRef, 'platform' | 'installation'>,
  platforms: readonly Pick<Platform, 'name' | 'keepsApart'>[],
): SeenFrom {
  return {
    ...{ platform, installation },
    apart: platforms.flatMap(({ name, keepsApart }) => (keepsApart ? [name] : [])),
  };
}
