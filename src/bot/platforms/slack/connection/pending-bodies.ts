/**
 * Requests whose body has not arrived and been verified yet. Anybody can hold one open, so each address may have few and all
 * together may have some; a further request ends the one that has waited longest, rather than being refused itself: Slack
 * sends a whole body at once, and is not in the row for long.
 */

const maxPerAddress = 20;
const maxPending = 400;

export interface PendingBodies {
  /** Enters a request. `end` is called if it has to make room. Returns a function that takes it out again. */
  enter(address: string, end: () => void): () => void;
}

export function createPendingBodies(): PendingBodies {
  /** The requests of each address, the oldest first. */
  const pending = new Map<string, Set<() => void>>();
  let count = 0;

  function leave(address: string, end: () => void): boolean {
    const all = pending.get(address);
    if (!all?.delete(end)) return false;
    count -= 1;
    if (all.size === 0) pending.delete(address);
    return true;
  }

  function endOldest(address: string): void {
    const [oldest] = pending.get(address) ?? [];
    if (oldest && leave(address, oldest)) oldest();
  }

  /** The address with the most requests. */
  function busiest(): string {
    let most = '';
    for (const [address, { size }] of pending) if (size > (pending.get(most)?.size ?? 0)) most = address;
    return most;
  }

  return {
    enter(address, end) {
      if ((pending.get(address)?.size ?? 0) >= maxPerAddress) endOldest(address);
      else if (count >= maxPending) endOldest(busiest());
      const all = pending.get(address) ?? new Set();
      pending.set(address, all.add(end));
      count += 1;
      return () => void leave(address, end);
    },
  };
}
