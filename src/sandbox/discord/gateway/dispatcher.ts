/**
 * The app is told of what happens. In: changes. Out: dispatches, at once; a moment later those of cards that unfold; none
 * while the server is out of reach.
 */
import type { Clock } from '../../../base/clock.ts';
import type { Message } from '../world/message.ts';
import type { Change, World } from '../world/state.ts';
import { eventsOf, guildCreate, guildDelete, unfoldEvent } from './events.ts';
import type { Dispatch, Sessions } from './sessions.ts';

/** After how long cards unfold. Source: openfang issue 1040, read 2026-11-21 ("~100 ms"). */
const unfoldAfterMs = 100;

/** Tells nobody yet. */
export function createDispatcher(world: World, clock: Clock, stopped: AbortSignal) {
  const unfolding = new Set<Promise<void>>();
  let isReachable = true;
  return { to, first, guildUnavailable, idle: () => Promise.all(unfolding) };

  /** Tells these sessions from now on. */
  function to(sessions: Sessions): void {
    world.onChange((change) => {
      if (!isReachable) return;
      for (const event of eventsOf(change, world)) sessions.dispatch(event);
      const message = unfolded(change);
      if (message) start(unfold(sessions, message));
    });
  }

  /** What a new session is told first. */
  function first(): readonly Dispatch[] {
    return isReachable ? [guildCreate(world)] : [];
  }

  function guildUnavailable(sessions: Sessions, on: boolean): void {
    isReachable = !on;
    sessions.dispatch(on ? guildDelete(world) : guildCreate(world));
  }

  async function unfold(sessions: Sessions, { channel, id }: Message): Promise<void> {
    await clock.wait(unfoldAfterMs, stopped);
    const message = world.find(channel, id);
    if (message && message.previews.length > 0 && !stopped.aborted) sessions.dispatch(unfoldEvent(message, world));
  }

  function start(work: Promise<void>): void {
    unfolding.add(work);
    const done = (): void => void unfolding.delete(work);
    work.then(done, done);
  }
}

/** The message whose cards are new. */
function unfolded(change: Change): Message | undefined {
  if (change.kind !== 'posted' && change.kind !== 'edited') return undefined;
  const { message } = change;
  const before = change.kind === 'edited' ? change.previous.previews : [];
  const isNew = message.previews.some((url) => !before.includes(url));
  return isNew && !message.visibleTo ? message : undefined;
}
