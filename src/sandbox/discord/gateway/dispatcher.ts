/**
 * Dispatches changes of the world as gateway events, immediately; the embeds of links follow a moment later. Dispatches
 * nothing while the server is unavailable.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import type { Message } from '../world/message.ts';
import type { Change, World } from '../world/state.ts';
import { eventsOf, guildCreate, guildDelete, unfoldEvent } from './events.ts';
import type { Dispatch } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Source: openfang issue 1040, read 2026-11-21 ("~100 ms"). */
const unfoldAfterMs = 100;

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(world: World, clock: Clock, stopped: AbortSignal) {
  const unfolding = new Set<Promise<void>>();
  let isAvailable = true;
  return { dispatchTo, afterReady, guildUnavailable, idle: () => Promise.all(unfolding) };

  /** Dispatches to these sessions from now on. */
  function dispatchTo(sessions: Sessions): void {
    world.onChange((change) => {
      if (!isAvailable) return;
      for (const event of eventsOf(change, world)) sessions.dispatch(event);
      const message = withNewPreviews(change);
      if (message) track(unfold(sessions, message));
    });
  }

  /** The events that follow READY. */
  function afterReady(): readonly Dispatch[] {
    return isAvailable ? [guildCreate(world)] : [];
  }

  function guildUnavailable(sessions: Sessions, on: boolean): void {
    isAvailable = !on;
    sessions.dispatch(on ? guildDelete(world) : guildCreate(world));
  }

  async function unfold(sessions: Sessions, { channel, id }: Message): Promise<void> {
    await clock.wait(unfoldAfterMs, stopped);
    const message = world.find(channel, id);
    if (message && message.previews.length > 0 && !stopped.aborted) sessions.dispatch(unfoldEvent(message, world));
  }

  function track(work: Promise<void>): void {
    unfolding.add(work);
    const done = (): void => void unfolding.delete(work);
    work.then(done, done);
  }
}

function withNewPreviews(change: Change): Message | undefined {
  if (change.kind !== 'posted' && change.kind !== 'edited') return undefined;
  const { message } = change;
  const before = change.kind === 'edited' ? change.previous.previews : [];
  const isNew = message.previews.some((url) => !before.includes(url));
  return isNew && !message.visibleTo ? message : undefined;
}
