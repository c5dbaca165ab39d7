/**
 * Requests whose body has not arrived and been verified yet. Anybody can hold one open, so each network may have some and all
 * together may have more; a further request ends the one that has waited longest, rather than being refused itself: Slack
 * sends a whole body at once, and does not wait for long.
 */

/** As many of Slack's as may be worked on at the same time: behind a proxy that is not trusted, all have the same address. */
const maxPerNetwork = 100;
const maxPending = 400;

export interface PendingBodies {
  /** Enters a request. `end` is called if it has to make room. Returns a function that takes it out again. */
  enter(network: string, end: () => void): () => void;
}

interface Pending {
  readonly network: string;
  readonly end: () => void;
}

export function createPendingBodies(): PendingBodies {
  /** The oldest first. */
  const pending = new Set<Pending>();

  /** The request that must make room for one from this network. */
  function crowdedOut(network: string): Pending | undefined {
    const neighbours = [...pending].filter((each) => each.network === network);
    if (neighbours.length >= maxPerNetwork) return neighbours[0];
    const [oldest] = pending;
    return pending.size >= maxPending ? oldest : undefined;
  }

  return {
    enter(network, end) {
      const leaving = crowdedOut(network);
      if (leaving) pending.delete(leaving);
      leaving?.end();
      const entered = { network, end };
      pending.add(entered);
      return () => void pending.delete(entered);
    },
  };
}
