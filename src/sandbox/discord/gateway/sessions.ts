/**
 * The gateway's sessions. In: IDENTIFY, RESUME, dispatches. Out: frames for each session's socket, in order, kept so that
 * the session can go on over another one.
 * A session begins with IDENTIFY. It holds while its socket is open, and for three minutes after that broke, in which it
 * collects events; RESUME goes on with it. A close by the app with 1000 or 1001 ends it, and so does op 9 with false.
 * Source: developer docs "Events: Gateway", read 2026-11-21; how long a session can be resumed is not published.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Json, JsonObject } from '../../json.ts';
import { Close, dispatchFrame, Intent, knownIntents } from './codes.ts';

/** Something that happened, for every session that asked for it. */
export interface Dispatch {
  readonly name: string;
  /** One of these intents is needed; 0: none. */
  readonly intents: number;
  /** On the server, or in direct messages, which come to shard 0. */
  readonly inGuild: boolean;
  /** `withContent`: the session has the message content intent. */
  payload(withContent: boolean): JsonObject;
}

/** What sessions are made of. */
export interface SessionOptions {
  readonly clock: Clock;
  readonly token: string;
  readonly guildId: string;
  readonly messageContentIntent: boolean;
  /** The gateway's address, for READY. */
  readonly url: () => string;
  /** READY's fields of the app, and the dispatches that follow it. */
  readonly ready: () => JsonObject;
  readonly afterReady: () => readonly Dispatch[];
  /** Sessions that may be started within a day. */
  readonly sessionStarts: number;
}

/** A socket, as a session sees it. */
export interface SessionSocket {
  send(text: string): void;
  /** Breaks it, because its session goes on elsewhere. */
  drop(): void;
}

/** One session: what it asked for, and all that it was sent. */
export interface Session {
  readonly id: string;
  readonly shard: readonly [number, number];
  readonly intents: number;
  seq: number;
  readonly replay: { readonly seq: number; readonly text: string }[];
  socket: SessionSocket | undefined;
  disconnectedAt: number | undefined;
}

/** A session, or the code to close with; `invalid`: op 9. */
export type OpenResult = Session | number | 'invalid';

const resumeWindowMs = 180_000;
const maxReplayed = 5_000;
const creations = ['MESSAGE_CREATE', 'INTERACTION_CREATE', 'THREAD_CREATE'];

/** All sessions. */
export type Sessions = ReturnType<typeof createSessions>;

/** None yet. */
export function createSessions(options: SessionOptions) {
  const { clock } = options;
  const sessions = new Map<string, Session>();
  let started = 0;
  let doubling = false;
  let lastCreated: Dispatch | undefined;

  return {
    identify,
    resume,
    dispatch,
    lose,
    end,
    duplicateDispatch,
    repeatLast,
    connected: () => [...sessions.values()].filter((one) => one.socket !== undefined).length,
    starts: () => ({ total: options.sessionStarts, remaining: Math.max(0, options.sessionStarts - started) }),
  };

  function identify(socket: SessionSocket, data: JsonObject): OpenResult {
    const intents = Number(data.intents);
    const shard = readShard(data.shard);
    if (data.token !== options.token || started >= options.sessionStarts) return Close.authenticationFailed;
    if (!shard) return Close.invalidShard;
    if (!Number.isInteger(intents) || intents < 0 || intents & ~knownIntents) return Close.invalidIntents;
    const withheld = options.messageContentIntent ? 0 : Intent.messageContent;
    if (intents & (Intent.guildMembers | Intent.guildPresences | withheld)) return Close.disallowedIntents;
    started += 1;
    const id = randomBytes(16).toString('hex');
    const session: Session = { id, shard, intents, seq: 0, replay: [], socket, disconnectedAt: undefined };
    sessions.set(id, session);
    begin(session);
    return session;
  }

  function begin(session: Session): void {
    deliver(session, 'READY', {
      v: 10,
      ...options.ready(),
      session_id: session.id,
      resume_gateway_url: options.url(),
      session_type: 'normal',
      shard: session.shard,
      guilds: hasGuild(session) ? [{ id: options.guildId, unavailable: true }] : [],
      private_channels: [],
      relationships: [],
      user_settings: {},
      _trace: [],
    });
    for (const event of options.afterReady()) if (wants(session, event)) deliverEvent(session, event);
  }

  function resume(socket: SessionSocket, data: JsonObject): OpenResult {
    if (data.token !== options.token) return Close.authenticationFailed;
    const session = sessions.get(String(data.session_id));
    const seq = Number(data.seq);
    if (!session || isOver(session) || (session.replay[0]?.seq ?? 1) > seq + 1) return 'invalid';
    if (!Number.isInteger(seq) || seq > session.seq) return Close.invalidSeq;
    if (session.socket !== socket) session.socket?.drop();
    session.socket = socket;
    session.disconnectedAt = undefined;
    for (const one of session.replay) if (one.seq > seq) socket.send(one.text);
    deliver(session, 'RESUMED', { _trace: [] });
    return session;
  }

  /** To every session that asked for it. A broken one gets it when it is resumed. */
  function dispatch(event: Dispatch): void {
    if (creations.includes(event.name)) lastCreated = event;
    for (const session of [...sessions.values()]) {
      if (isOver(session)) end(session);
      else if (wants(session, event)) deliverEvent(session, event);
    }
  }

  function deliverEvent(session: Session, event: Dispatch): void {
    const content = event.payload((session.intents & Intent.messageContent) !== 0);
    deliver(session, event.name, content);
    if (doubling && creations.includes(event.name)) deliver(session, event.name, content);
  }

  function deliver(session: Session, name: string, content: JsonObject): void {
    session.seq += 1;
    const text = dispatchFrame(name, session.seq, content);
    session.replay.push({ seq: session.seq, text });
    if (session.replay.length > maxReplayed) session.replay.shift();
    session.socket?.send(text);
  }

  function wants(session: Session, { intents, inGuild }: Dispatch): boolean {
    if (intents !== 0 && (session.intents & intents) === 0) return false;
    return inGuild ? hasGuild(session) : session.shard[0] === 0;
  }

  /** Source: developer docs "Events: Gateway, Sharding", read 2026-11-21. */
  function hasGuild({ shard: [index, count] }: Session): boolean {
    return Number((BigInt(options.guildId) >> 22n) % BigInt(count)) === index;
  }

  function isOver(session: Session): boolean {
    return session.disconnectedAt !== undefined && clock.now() > session.disconnectedAt + resumeWindowMs;
  }

  /** The session has no socket from now on; `code`: how the old one closed. */
  function lose(session: Session, code?: number): void {
    session.socket = undefined;
    session.disconnectedAt = clock.now();
    if (code === 1000 || code === 1001) end(session);
  }

  function end(session: Session): void {
    sessions.delete(session.id);
  }

  function duplicateDispatch(on: boolean): void {
    doubling = on;
  }

  function repeatLast(): void {
    if (lastCreated) dispatch(lastCreated);
  }
}

function readShard(sent: Json | undefined): readonly [number, number] | undefined {
  if (sent === undefined) return [0, 1];
  if (!Array.isArray(sent)) return undefined;
  const [index, count] = sent.map(Number);
  if (index === undefined || count === undefined || !(count > 0) || index < 0 || index >= count) return undefined;
  return [index, count];
}
