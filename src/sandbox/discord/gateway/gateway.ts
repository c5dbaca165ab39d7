/**
 * The gateway's WebSockets. In: an app's frames, and what a test does to the connections. Out: hello, acks, and each
 * session's frames. Source: developer docs "Events: Gateway", read 2026-11-21.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../../base/clock.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { Close, frame, Op } from './codes.ts';
import type { OpenResult, Session, SessionSocket, Sessions } from './sessions.ts';

/** What the gateway is made of. `heartbeatMs`: how often an app must beat. */
export interface GatewayOptions {
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly heartbeatMs: number;
  /** Something the app did wrong. */
  readonly onViolation: (detail: string) => void;
}

interface Peer extends SessionSocket {
  readonly socket: WebSocket;
  session: Session | undefined;
  /** Frames not sent while the gateway is silent. */
  readonly held: string[];
  times: number[];
}

/** The sockets, and what a test can do to them. */
export type Gateway = ReturnType<typeof createGateway>;

const maxFrameBytes = 4_096;
const maxFramesPerMinute = 120;

/** The gateway, to be hung into an HTTP server with `upgrade`. */
export function createGateway({ clock, sessions, heartbeatMs, onViolation }: GatewayOptions) {
  const server = new WebSocketServer({ noServer: true });
  const peers = new Set<Peer>();
  let attempts = 0;
  let frozen = false;
  let refusing = false;
  let droppingResumes = false;

  return {
    upgrade,
    faults: {
      dropSockets,
      closeSockets,
      op7,
      op9,
      freeze,
      refuseConnections,
      dropResumes,
      duplicateDispatch: sessions.duplicateDispatch,
      repeatLast: sessions.repeatLast,
    },
    count: () => peers.size,
    attempts: () => attempts,
    stop,
  };

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    attempts += 1;
    socket.on('error', () => socket.destroy());
    if (refusing) {
      socket.destroy();
      return;
    }
    const query = new URL(request.url ?? '/', 'http://sandbox').searchParams;
    server.handleUpgrade(request, socket, head, (open) => welcome(open, query));
  }

  function welcome(socket: WebSocket, query: URLSearchParams): void {
    const peer: Peer = { socket, session: undefined, held: [], times: [], send, drop: () => socket.terminate() };
    peers.add(peer);
    socket.on('message', (data) => take(peer, String(data)));
    socket.on('close', (code) => lose(peer, code));
    socket.on('error', () => socket.terminate());
    if (query.get('encoding') !== 'json' || query.has('compress')) onViolation('only uncompressed JSON is spoken here');
    if (query.get('v') === '10') send(frame(Op.hello, { heartbeat_interval: heartbeatMs, _trace: [] }));
    else close(peer, Close.invalidVersion);

    function send(text: string): void {
      if (frozen) peer.held.push(text);
      else if (socket.readyState === WebSocket.OPEN) socket.send(text);
    }
  }

  function take(peer: Peer, text: string): void {
    if (frozen) return;
    const code = act(peer, text);
    if (code !== undefined) close(peer, code);
  }

  /** Does what a frame asks for, or gives the code to close with. */
  function act(peer: Peer, text: string): number | undefined {
    const content = parseJson(text);
    if (!isObject(content) || Buffer.byteLength(text) > maxFrameBytes) return Close.decodeError;
    if (isTooFast(peer)) return Close.rateLimited;
    const data = isObject(content.d) ? content.d : {};
    if (content.op === Op.identify) return begin(peer, data, sessions.identify);
    if (content.op === Op.resume && droppingResumes) return void peer.drop();
    if (content.op === Op.resume) return begin(peer, data, sessions.resume);
    if (content.op === Op.heartbeat) return void peer.send(frame(Op.ack, null));
    const isKnown = content.op === Op.presence || content.op === Op.voice || content.op === Op.members;
    if (!isKnown) return Close.unknownOpcode;
    return peer.session ? undefined : Close.notAuthenticated;
  }

  function begin(
    peer: Peer,
    data: JsonObject,
    open: (socket: SessionSocket, data: JsonObject) => OpenResult,
  ): number | undefined {
    if (peer.session) return Close.alreadyAuthenticated;
    const opened = open(peer, data);
    if (typeof opened === 'number') return opened;
    if (opened === 'invalid') return void peer.send(frame(Op.invalidSession, false));
    peer.session = opened;
    return undefined;
  }

  function isTooFast(peer: Peer): boolean {
    const now = clock.now();
    peer.times = [...peer.times.filter((at) => at > now - 60_000), now];
    return peer.times.length > maxFramesPerMinute;
  }

  function lose(peer: Peer, code: number): void {
    peers.delete(peer);
    if (peer.session?.socket === peer) sessions.lose(peer.session, code);
  }

  function close(peer: Peer, code: number): void {
    onViolation(`closed with ${code}`);
    peer.socket.close(code);
  }

  /** Of one shard, or of all. */
  function dropSockets(shard?: number): void {
    for (const peer of [...peers]) if (shard === undefined || peer.session?.shard[0] === shard) peer.drop();
  }

  function closeSockets(code: number): void {
    for (const { socket } of [...peers]) socket.close(code);
  }

  function op7(): void {
    for (const peer of peers) peer.send(frame(Op.reconnect, null));
  }

  function op9(resumable: boolean): void {
    for (const peer of peers) {
      if (peer.session && resumable) sessions.lose(peer.session);
      else if (peer.session) sessions.end(peer.session);
      peer.session = undefined;
      peer.send(frame(Op.invalidSession, resumable));
    }
  }

  function freeze(on: boolean): void {
    frozen = on;
    if (on) return;
    for (const peer of peers) for (const text of peer.held.splice(0)) peer.send(text);
  }

  function refuseConnections(on: boolean): void {
    refusing = on;
  }

  function dropResumes(on: boolean): void {
    droppingResumes = on;
  }

  function stop(): void {
    dropSockets();
    server.close();
  }
}
