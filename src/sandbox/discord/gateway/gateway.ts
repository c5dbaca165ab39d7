/** The gateway's WebSockets: hello, heartbeats and opcodes. Source: developer docs "Events: Gateway", read 2026-11-21. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../../kit/base/clock.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { Close, frame, Op } from './codes.ts';
import type { Session, SessionSocket } from './session.ts';
import type { OpenResult, Sessions } from './sessions.ts';

export interface GatewayOptions {
  readonly clock: Clock;
  readonly sessions: Sessions;
  /** How often an app must send a heartbeat, as sent in hello. */
  readonly heartbeatMs: number;
  /** Called when the app breaks a rule of the gateway. */
  readonly onViolation: (detail: string) => void;
}

const maxFrameBytes = 4_096;
/** Opcodes that are accepted after IDENTIFY and have no effect. */
const ignoredOps: readonly unknown[] = [Op.presence, Op.voice, Op.members];

export class Gateway {
  readonly #options: GatewayOptions;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #peers = new Set<Peer>();
  #attempts = 0;
  #frozen = false;
  #refusing = false;
  #droppingResumes = false;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** The number of open sockets. */
  get count(): number {
    return this.#peers.size;
  }

  /** The number of requested connections since the start, including refused ones. */
  get attempts(): number {
    return this.#attempts;
  }

  /** For the `upgrade` event of an HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#attempts += 1;
    socket.on('error', () => socket.destroy());
    if (this.#refusing) {
      socket.destroy();
      return;
    }
    const query = new URL(request.url ?? '/', 'http://sandbox').searchParams;
    this.#server.handleUpgrade(request, socket, head, (open) => this.#welcome(open, query));
  }

  #welcome(socket: WebSocket, query: URLSearchParams): void {
    const { heartbeatMs, onViolation } = this.#options;
    const peer = new Peer(socket);
    peer.freeze(this.#frozen);
    this.#peers.add(peer);
    socket.on('message', (data) => this.#receive(peer, String(data)));
    socket.on('close', (code) => this.#onClose(peer, code));
    socket.on('error', () => peer.drop());
    if (query.get('encoding') !== 'json' || query.has('compress')) onViolation('only uncompressed JSON is supported');
    if (query.get('v') === '10') peer.send(frame(Op.hello, { heartbeat_interval: heartbeatMs, _trace: [] }));
    else this.#close(peer, Close.invalidVersion);
  }

  #receive(peer: Peer, text: string): void {
    if (peer.isFrozen) return;
    const code = this.#handle(peer, text);
    if (code !== undefined) this.#close(peer, code);
  }

  /** Returns the code to close with, if any. */
  #handle(peer: Peer, text: string): number | undefined {
    const { clock, sessions } = this.#options;
    const content = parseJson(text);
    if (!isObject(content) || Buffer.byteLength(text) > maxFrameBytes) return Close.decodeError;
    if (peer.countFrame(clock.now())) return Close.rateLimited;
    const data = isObject(content.d) ? content.d : {};
    if (content.op === Op.identify) return openSession(peer, data, sessions.identify);
    if (content.op === Op.resume && this.#droppingResumes) return void peer.drop();
    if (content.op === Op.resume) return openSession(peer, data, sessions.resume);
    if (content.op === Op.heartbeat) return void peer.send(frame(Op.ack, null));
    if (!ignoredOps.includes(content.op)) return Close.unknownOpcode;
    return peer.session ? undefined : Close.notAuthenticated;
  }

  #onClose(peer: Peer, code: number): void {
    this.#peers.delete(peer);
    if (peer.session?.uses(peer)) this.#options.sessions.disconnect(peer.session, code);
  }

  #close(peer: Peer, code: number): void {
    this.#options.onViolation(`closed with ${code}`);
    peer.close(code);
  }

  /** `shard`: undefined means all. */
  dropSockets(shard?: number): void {
    for (const peer of [...this.#peers]) if (shard === undefined || peer.session?.shard[0] === shard) peer.drop();
  }

  closeSockets(code: number): void {
    for (const peer of [...this.#peers]) peer.close(code);
  }

  /** Asks all connections to reconnect. */
  op7(): void {
    for (const peer of this.#peers) peer.send(frame(Op.reconnect, null));
  }

  /** Invalidates all sessions. */
  op9(resumable: boolean): void {
    const { sessions } = this.#options;
    for (const peer of this.#peers) {
      if (peer.session && resumable) sessions.disconnect(peer.session);
      else if (peer.session) sessions.end(peer.session);
      peer.session = undefined;
      peer.send(frame(Op.invalidSession, resumable));
    }
  }

  freeze(on: boolean): void {
    this.#frozen = on;
    for (const peer of this.#peers) peer.freeze(on);
  }

  refuseConnections(on: boolean): void {
    this.#refusing = on;
  }

  dropResumes(on: boolean): void {
    this.#droppingResumes = on;
  }

  stop(): void {
    this.dropSockets();
    this.#server.close();
  }
}

function openSession(
  peer: Peer,
  data: JsonObject,
  open: (peer: Peer, data: JsonObject) => OpenResult,
): number | undefined {
  if (peer.session) return Close.alreadyAuthenticated;
  const opened = open(peer, data);
  if (typeof opened === 'number') return opened;
  if (opened === 'invalid') return void peer.send(frame(Op.invalidSession, false));
  peer.session = opened;
  return undefined;
}

const maxFramesPerMinute = 120;

class Peer implements SessionSocket {
  /** Present once IDENTIFY or RESUME has succeeded. */
  session: Session | undefined;
  readonly #socket: WebSocket;
  #held: string[] | undefined;
  #frameTimes: readonly number[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get isFrozen(): boolean {
    return this.#held !== undefined;
  }

  send(text: string): void {
    if (this.#held) this.#held.push(text);
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Sends the frames that were held back when it ends. */
  freeze(on: boolean): void {
    const held = this.#held ?? [];
    this.#held = on ? held : undefined;
    if (!on) for (const text of held) this.send(text);
  }

  /** Returns whether this frame exceeds the limit. */
  countFrame(now: number): boolean {
    this.#frameTimes = [...this.#frameTimes.filter((at) => at > now - 60_000), now];
    return this.#frameTimes.length > maxFramesPerMinute;
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  drop(): void {
    this.#socket.terminate();
  }
}
