/** Which questions people in one place may read in a report. Pure. */
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform } from '../ports/platform.ts';
import type { SeenFrom } from '../ports/reask-store.ts';

/** `platforms`: all; people on one of them read nothing from workspaces that another one keeps apart. */
export function seenFrom(
  { platform, installation }: Pick<ThreadRef, 'platform' | 'installation'>,
  platforms: readonly Pick<Platform, 'name' | 'keepsApart'>[],
): SeenFrom {
  return {
    ...{ platform, installation },
    apart: platforms.flatMap(({ name, keepsApart }) => (keepsApart ? [name] : [])),
  };
}
