/**
 * The gateway's sessions: IDENTIFY starts one, RESUME continues it, and dispatches go to its subscribers. A session ends when
 * the app closes its socket with 1000 or 1001, or when op 9 with false is sent.
 * Source: developer docs "Events: Gateway", read 2026-11-21.
 */
import type { Clock } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import { Close, Intent } from './codes.ts';
import { type Dispatch, readSubscription, Session, type SessionSocket } from './session.ts';

export interface SessionOptions {
  readonly clock: Clock;
  readonly token: string;
  readonly guildId: string;
  readonly messageContentIntent: boolean;
  /** The gateway's address, for READY. */
  readonly url: () => string;
  /** READY's fields about the app, and the dispatches that follow it. */
  readonly ready: () => JsonObject;
  readonly afterReady: () => readonly Dispatch[];
  /** How many sessions may be started per day. */
  readonly sessionStarts: number;
}

/** A session, or the code to close with; `invalid`: op 9. */
export type OpenResult = Session | number | 'invalid';

const creations = ['MESSAGE_CREATE', 'INTERACTION_CREATE', 'THREAD_CREATE'];

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(options: SessionOptions) {
  const { clock, guildId } = options;
  const withheld = options.messageContentIntent ? 0 : Intent.messageContent;
  const sessions = new Map<string, Session>();
  let started = 0;
  let duplicating = false;
  let lastCreation: Dispatch | undefined;
  const changes = new Map<string, (payload: JsonObject) => JsonObject>();

  return {
    identify,
    resume,
    dispatch,
    disconnect,
    end,
    duplicateDispatch,
    repeatLast,
    changeNext,
    connected: () => [...sessions.values()].filter((session) => session.isConnected).length,
    starts: () => ({ total: options.sessionStarts, remaining: Math.max(0, options.sessionStarts - started) }),
  };

  function identify(socket: SessionSocket, data: JsonObject): OpenResult {
    if (data.token !== options.token || started >= options.sessionStarts) return Close.authenticationFailed;
    const subscription = readSubscription(data, Intent.guildMembers | Intent.guildPresences | withheld);
    if (typeof subscription === 'number') return subscription;
    started += 1;
    const session = new Session(subscription, socket, clock.now);
    sessions.set(session.id, session);
    session.send('READY', readyShape(session));
    for (const event of options.afterReady()) sendTo(session, event);
    return session;
  }

  function readyShape(session: Session): JsonObject {
    return {
      v: 10,
      ...options.ready(),
      session_id: session.id,
      resume_gateway_url: options.url(),
      session_type: 'normal',
      shard: session.shard,
      guilds: session.hasGuild(guildId) ? [{ id: guildId, unavailable: true }] : [],
      private_channels: [],
      relationships: [],
      user_settings: {},
      _trace: [],
    };
  }

  function resume(socket: SessionSocket, data: JsonObject): OpenResult {
    if (data.token !== options.token) return Close.authenticationFailed;
    const session = sessions.get(String(data.session_id));
    if (!session) return 'invalid';
    return session.resume(socket, Number(data.seq)) ?? session;
  }

  /** A disconnected session receives it when it resumes. */
  function dispatch(sent: Dispatch): void {
    const event = changed(sent);
    if (creations.includes(event.name)) lastCreation = event;
    for (const session of [...sessions.values()]) {
      if (session.isExpired) end(session);
      else sendTo(session, event);
    }
  }

  function sendTo(session: Session, event: Dispatch): void {
    if (!session.receives(event, guildId)) return;
    session.sendEvent(event, duplicating && creations.includes(event.name) ? 2 : 1);
  }

  /** `code`: how its socket closed. */
  function disconnect(session: Session, code?: number): void {
    session.disconnect();
    if (code === 1000 || code === 1001) end(session);
  }

  function end(session: Session): void {
    sessions.delete(session.id);
  }

  function duplicateDispatch(on: boolean): void {
    duplicating = on;
  }

  function changeNext(name: string, change: (payload: JsonObject) => JsonObject): void {
    changes.set(name, change);
  }

  function changed(event: Dispatch): Dispatch {
    const change = changes.get(event.name);
    changes.delete(event.name);
    return change ? { ...event, payload: (withContent) => change(event.payload(withContent)) } : event;
  }

  function repeatLast(): void {
    if (lastCreation) dispatch(lastCreation);
  }
}
