/** What people in one place may read of what was asked, deployed or locked in another. */
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform } from '../ports/platform.ts';
import type { SeenFrom } from '../ports/reask-store.ts';
import type { Store } from '../ports/store.ts';

type Place = Pick<ThreadRef, 'platform' | 'installation'>;

export interface SeenFromOptions {
  /** All of this process; others may serve further ones from the same database. */
  readonly platforms: readonly Pick<Platform, 'name' | 'keepsApart'>[];
  readonly store: Pick<Store, 'platformsApart'>;
}

/** People on one platform read nothing from workspaces that another one keeps apart. Fails with StoreError. */
export async function seenFrom(
  { platform, installation }: Place,
  { platforms, store }: SeenFromOptions,
): Promise<SeenFrom> {
  const ours = platforms.flatMap(({ name, keepsApart }) => (keepsApart ? [name] : []));
  return { platform, installation, apart: [...new Set([...ours, ...(await store.platformsApart())])] };
}

/** `place`: missing where an earlier version did not store it. */
export function isVisible(place: Place | undefined, { platform, installation, apart }: SeenFrom): boolean {
  if (!place) return apart.length === 0;
  return !apart.includes(place.platform) || (place.platform === platform && place.installation === installation);
}
