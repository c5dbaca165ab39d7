/**
 * The gateway: the WebSockets over which events reach the app. In: dispatches. Out: frames, in the order of each session,
 * kept so that a session can go on over another socket.
 * A session begins with IDENTIFY; it holds while its socket is open, and for three minutes after that socket broke, in
 * which it collects events; RESUME goes on with it; a close by the app with 1000 or 1001, or op 9 with false, ends it.
 * Source: developer docs "Events: Gateway", read 2026-11-21; how long a session can be resumed is not published.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../clock.ts';
import { isObject, type Json, type JsonObject, parseJson } from './json.ts';

export const Intent = {
  guilds: 1 << 0,
  guildMembers: 1 << 1,
  guildPresences: 1 << 8,
  guildMessages: 1 << 9,
  guildReactions: 1 << 10,
  guildTyping: 1 << 11,
  directMessages: 1 << 12,
  directReactions: 1 << 13,
  directTyping: 1 << 14,
  messageContent: 1 << 15,
} as const;

const Op = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voice: 4,
  resume: 6,
  reconnect: 7,
  members: 8,
  invalidSession: 9,
  hello: 10,
  ack: 11,
} as const;

/** Why the gateway closes. Source: developer docs "Topics: Opcodes and Status Codes", read 2026-11-21. */
const Close = {
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSeq: 4007,
  rateLimited: 4008,
  invalidShard: 4010,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

const knownIntents = (1 << 17) - 1 + (1 << 20) + (1 << 21) + (1 << 24) + (1 << 25);
const resumableMs = 180_000;
const keptDispatches = 5_000;
const maxFrameBytes = 4_096;
const maxFramesPerMinute = 120;

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

export interface GatewayOptions {
  readonly clock: Clock;
  readonly token: string;
  readonly guildId: string;
  readonly heartbeatMs: number;
  readonly messageContentIntent: boolean;
  /** The gateway's address, for READY. */
  readonly url: () => string;
  /** READY's fields of the app, and the dispatches that follow it. */
  readonly ready: () => JsonObject;
  readonly afterReady: () => readonly Dispatch[];
  /** Something the app did wrong. */
  readonly onViolation: (detail: string) => void;
  /** Sessions that may still be started within a day. */
  readonly sessionStarts: number;
}

interface Session {
  readonly id: string;
  readonly shard: readonly [number, number];
  readonly intents: number;
  seq: number;
  readonly kept: { readonly seq: number; readonly frame: string }[];
  peer: Peer | undefined;
  brokeAt: number | undefined;
}

interface Peer {
  readonly socket: WebSocket;
  session: Session | undefined;
  /** Frames not sent while the gateway is silent. */
  readonly held: string[];
  times: number[];
}

export type Gateway = ReturnType<typeof createGateway>;

export function createGateway(options: GatewayOptions) {
  const { clock } = options;
  const server = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  const peers = new Set<Peer>();
  const faults = { frozen: false, refusing: false, doubling: false, droppingResumes: false };
  let started = 0;
  let lastCreated: Dispatch | undefined;

  return {
    upgrade,
    dispatch,
    faults: {
      dropSockets,
      closeSockets,
      op7,
      op9,
      freeze,
      refuseConnections,
      duplicateDispatch,
      dropResumes,
      repeatLast,
    },
    count: () => peers.size,
    ready: () => [...sessions.values()].filter((one) => one.peer !== undefined).length,
    starts: () => ({ total: options.sessionStarts, remaining: Math.max(0, options.sessionStarts - started) }),
    stop,
  };

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (faults.refusing) {
      socket.destroy();
      return;
    }
    const query = new URL(request.url ?? '/', 'http://sandbox').searchParams;
    server.handleUpgrade(request, socket, head, (open) => welcome(open, query));
  }

  function welcome(socket: WebSocket, query: URLSearchParams): void {
    const peer: Peer = { socket, session: undefined, held: [], times: [] };
    peers.add(peer);
    socket.on('message', (data) => take(peer, String(data)));
    socket.on('close', (code) => lose(peer, code));
    socket.on('error', () => socket.terminate());
    if (query.get('v') !== '10') {
      close(peer, Close.invalidVersion);
      return;
    }
    if (query.get('encoding') !== 'json' || query.has('compress'))
      options.onViolation('the sandbox speaks uncompressed JSON only');
    send(peer, frame(Op.hello, { heartbeat_interval: options.heartbeatMs, _trace: [] }));
  }

  function take(peer: Peer, text: string): void {
    if (faults.frozen) return;
    const code = act(peer, text);
    if (code !== undefined) close(peer, code);
  }

  /** Does what a frame asks for, or gives the code to close with. */
  function act(peer: Peer, text: string): number | undefined {
    const content = parseJson(text);
    if (!isObject(content) || Buffer.byteLength(text) > maxFrameBytes) return Close.decodeError;
    if (isTooFast(peer)) return Close.rateLimited;
    const data = isObject(content.d) ? content.d : {};
    if (content.op === Op.identify) return identify(peer, data);
    if (content.op === Op.resume) return resume(peer, data);
    if (content.op === Op.heartbeat) return void send(peer, frame(Op.ack, null));
    const isKnown = content.op === Op.presence || content.op === Op.voice || content.op === Op.members;
    if (!isKnown) return Close.unknownOpcode;
    return peer.session ? undefined : Close.notAuthenticated;
  }

  function isTooFast(peer: Peer): boolean {
    const now = clock.now();
    peer.times = [...peer.times.filter((at) => at > now - 60_000), now];
    return peer.times.length > maxFramesPerMinute;
  }

  function identify(peer: Peer, data: JsonObject): number | undefined {
    const intents = Number(data.intents);
    const shard = readShard(data.shard);
    if (peer.session) return Close.alreadyAuthenticated;
    if (data.token !== options.token || started >= options.sessionStarts) return Close.authenticationFailed;
    if (!shard) return Close.invalidShard;
    if (!Number.isInteger(intents) || intents < 0 || intents & ~knownIntents) return Close.invalidIntents;
    const withheld = options.messageContentIntent ? 0 : Intent.messageContent;
    if (intents & (Intent.guildMembers | Intent.guildPresences | withheld)) return Close.disallowedIntents;
    started += 1;
    const id = randomBytes(16).toString('hex');
    const session: Session = { id, shard, intents, seq: 0, kept: [], peer, brokeAt: undefined };
    peer.session = session;
    sessions.set(id, session);
    begin(session);
    return undefined;
  }

  function begin(session: Session): void {
    const ready = {
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
    };
    deliver(session, 'READY', ready);
    for (const event of options.afterReady()) if (wants(session, event)) deliverEvent(session, event);
  }

  function resume(peer: Peer, data: JsonObject): number | undefined {
    if (faults.droppingResumes) return void peer.socket.terminate();
    if (peer.session) return Close.alreadyAuthenticated;
    if (data.token !== options.token) return Close.authenticationFailed;
    const session = sessions.get(String(data.session_id));
    const seq = Number(data.seq);
    if (!session || isOver(session) || (session.kept[0]?.seq ?? 1) > seq + 1)
      return void send(peer, frame(Op.invalidSession, false));
    if (!Number.isInteger(seq) || seq > session.seq) return Close.invalidSeq;
    if (session.peer !== peer) session.peer?.socket.terminate();
    peer.session = session;
    session.peer = peer;
    session.brokeAt = undefined;
    for (const one of session.kept) if (one.seq > seq) send(peer, one.frame);
    deliver(session, 'RESUMED', { _trace: [] });
    return undefined;
  }

  /** To every session that asked for it. A broken one gets it when it is resumed. */
  function dispatch(event: Dispatch): void {
    if (isCreated(event)) lastCreated = event;
    for (const session of [...sessions.values()]) {
      if (isOver(session)) sessions.delete(session.id);
      else if (wants(session, event)) deliverEvent(session, event);
    }
  }

  function deliverEvent(session: Session, event: Dispatch): void {
    const content = event.payload((session.intents & Intent.messageContent) !== 0);
    deliver(session, event.name, content);
    if (faults.doubling && isCreated(event)) deliver(session, event.name, content);
  }

  function deliver(session: Session, name: string, content: JsonObject): void {
    session.seq += 1;
    const text = JSON.stringify({ op: Op.dispatch, t: name, s: session.seq, d: content });
    session.kept.push({ seq: session.seq, frame: text });
    if (session.kept.length > keptDispatches) session.kept.shift();
    if (session.peer) send(session.peer, text);
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
    return session.brokeAt !== undefined && clock.now() > session.brokeAt + resumableMs;
  }

  function lose(peer: Peer, code: number): void {
    peers.delete(peer);
    const { session } = peer;
    if (!session || session.peer !== peer) return;
    session.peer = undefined;
    session.brokeAt = clock.now();
    if (code === 1000 || code === 1001) sessions.delete(session.id);
  }

  function send(peer: Peer, text: string): void {
    if (faults.frozen) peer.held.push(text);
    else if (peer.socket.readyState === WebSocket.OPEN) peer.socket.send(text);
  }

  function close(peer: Peer, code: number): void {
    options.onViolation(`gateway closed with ${code}`);
    peer.socket.close(code);
  }

  /** Breaks every connection, without a close frame. */
  function dropSockets(): void {
    for (const { socket } of [...peers]) socket.terminate();
  }

  function closeSockets(code: number): void {
    for (const { socket } of [...peers]) socket.close(code);
  }

  function op7(): void {
    for (const peer of peers) send(peer, frame(Op.reconnect, null));
  }

  function repeatLast(): void {
    if (lastCreated) dispatch(lastCreated);
  }

  /** Not resumable: the sessions end as well. */
  function op9(resumable: boolean): void {
    for (const peer of peers) {
      if (!resumable && peer.session) sessions.delete(peer.session.id);
      if (!resumable) peer.session = undefined;
      send(peer, frame(Op.invalidSession, resumable));
    }
  }

  /** Stays connected and lets sockets open, but takes and says nothing. What was not said is said afterwards. */
  function freeze(on: boolean): void {
    faults.frozen = on;
    if (on) return;
    for (const peer of peers) for (const text of peer.held.splice(0)) send(peer, text);
  }

  function refuseConnections(on: boolean): void {
    faults.refusing = on;
  }

  function duplicateDispatch(on: boolean): void {
    faults.doubling = on;
  }

  function dropResumes(on: boolean): void {
    faults.droppingResumes = on;
  }

  function stop(): void {
    dropSockets();
    server.close();
  }
}

function isCreated({ name }: Dispatch): boolean {
  return /^(MESSAGE|INTERACTION|THREAD)_CREATE$/.test(name);
}

function readShard(sent: Json | undefined): readonly [number, number] | undefined {
  if (sent === undefined) return [0, 1];
  if (!Array.isArray(sent)) return undefined;
  const [index, count] = sent.map(Number);
  if (index === undefined || count === undefined || !(count > 0) || index < 0 || index >= count) return undefined;
  return [index, count];
}

function frame(op: number, d: Json): string {
  return JSON.stringify({ op, d, s: null, t: null });
}
