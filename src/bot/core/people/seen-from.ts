/** What people in one place may see of questions, deployments and locks in another. */
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform } from '../ports/platform.ts';
import type { SeenFrom } from '../ports/reask-store.ts';
import type { Store } from '../ports/store.ts';

type Place = Pick<ThreadRef, 'platform' | 'installation'>;

export interface SeenFromOptions {
  /** All platforms of this process; other processes may serve more from the same database. */
  readonly platforms: readonly Pick<Platform, 'name' | 'isolatesWorkspaces'>[];
  readonly store: Pick<Store, 'platformsApart'>;
}

/** Where a platform keeps its workspaces apart, each can be seen only from itself. Fails with StoreError. */
export async function seenFrom(
  { platform, installation }: Place,
  { platforms, store }: SeenFromOptions,
): Promise<SeenFrom> {
  const ours = platforms.flatMap(({ name, isolatesWorkspaces }) => (isolatesWorkspaces ? [name] : []));
  return { platform, installation, apart: [...new Set([...ours, ...(await store.platformsApart())])] };
}

export function isVisible(place: Place, { platform, installation, apart }: SeenFrom): boolean {
  return !apart.includes(place.platform) || (place.platform === platform && place.installation === installation);
}
