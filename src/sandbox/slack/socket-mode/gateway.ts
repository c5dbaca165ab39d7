/**
 * Socket Mode: the WebSockets that carry envelopes to the app. An envelope goes to any open socket; when a socket closes, its
 * unacknowledged envelopes are lost.
 * Source: apis/events-api/using-socket-mode, 2026-11-21; frames as @slack/socket-mode 3.1 reads them.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../../kit/base/clock.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { appId } from '../world/seed.ts';
import type { Envelope, Link } from './link.ts';

const maxSockets = 10;
const warningLeadMs = 10_000;
const closeTimeoutMs = 300;

export class SocketGateway implements Link {
  readonly timeoutReason = 'timeout';
  readonly #server = new WebSocketServer({ noServer: true, autoPong: false, perMessageDeflate: true });
  readonly #tickets = new Set<string>();
  readonly #peers: Peer[] = [];
  readonly #waitingForSocket = new Set<() => void>();
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  #sent = 0;

  /** `stopped` ends the wait between a warning and its disconnect. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** The path and query of a new connection, valid once. */
  createTicket(): string {
    const ticket = randomUUID();
    this.#tickets.add(ticket);
    return `/link/?ticket=${ticket}&app_id=${appId}`;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const ticket = new URL(request.url ?? '/', 'http://sandbox').searchParams.get('ticket') ?? '';
    if (!this.#tickets.delete(ticket)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened));
  }

  count(): number {
    return this.#peers.length;
  }

  isOpen(): boolean {
    return this.#peers.length > 0;
  }

  /** Uses the open sockets in turn. */
  send(envelope: Envelope): Promise<JsonObject> {
    this.#sent += 1;
    const peer = this.#peers[this.#sent % Math.max(1, this.#peers.length)];
    return peer ? peer.send(envelope) : Promise.reject(new Error('connection_failed'));
  }

  whenOpen(signal: AbortSignal): Promise<void> {
    if (this.isOpen() || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waitingForSocket.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waitingForSocket.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Breaks every connection, without a close frame. */
  drop(): void {
    for (const { socket } of [...this.#peers]) socket.terminate();
  }

  /** As Slack does regularly: warns the oldest connection, and closes it ten seconds later if it is still open. */
  async refresh(): Promise<void> {
    const socket = this.#peers[0]?.socket;
    if (!socket) return;
    sendDisconnect(socket, 'warning');
    await this.#clock.wait(warningLeadMs, this.#stopped);
    if (socket.readyState !== WebSocket.OPEN) return;
    sendDisconnect(socket, 'refresh_requested');
    socket.close(1000);
  }

  /** Makes the currently open connections go silent. Later ones are not affected. */
  freeze(on: boolean): void {
    for (const peer of this.#peers) peer.frozen = on;
  }

  /** Briefly gives each client time to finish its closing handshake. */
  async stop(): Promise<void> {
    const sockets = this.#peers.map(({ socket }) => socket);
    const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    for (const socket of sockets) socket.close(1001);
    const timeout = setTimeout(() => this.drop(), closeTimeoutMs);
    await closed;
    clearTimeout(timeout);
    this.#server.close();
  }

  #welcome(socket: WebSocket): void {
    if (this.#peers.length >= maxSockets) {
      sendDisconnect(socket, 'too_many_websockets');
      socket.close(1000);
      return;
    }
    const peer = new Peer(socket);
    this.#peers.push(peer);
    socket.on('close', () => {
      this.#peers.splice(this.#peers.indexOf(peer), 1);
      peer.failPending();
    });
    sendFrame(socket, {
      type: 'hello',
      num_connections: this.#peers.length,
      debug_info: { host: 'sandbox', build_number: 1, approximate_connection_time: 18_060 },
      connection_info: { app_id: appId },
    });
    for (const done of [...this.#waitingForSocket]) done();
  }
}

interface PendingAck {
  readonly resolve: (payload: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

class Peer {
  readonly socket: WebSocket;
  /** Open but silent: no pong, no frame, acks are ignored. */
  frozen = false;
  readonly #pending = new Map<string, PendingAck>();

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('ping', (data) => {
      if (!this.frozen) socket.pong(data);
    });
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('error', () => socket.terminate());
  }

  /** Resolves with the payload of the ack; rejects if the socket closes first. */
  send({ type, payload, attempt, reason }: Envelope): Promise<JsonObject> {
    const envelope_id = randomUUID();
    const isEvent = type === 'events_api';
    return new Promise((resolve, reject) => {
      this.#pending.set(envelope_id, { resolve, reject });
      if (this.frozen) return;
      const retry = isEvent ? { retry_attempt: attempt, retry_reason: reason } : {};
      sendFrame(this.socket, { envelope_id, type, accepts_response_payload: !isEvent, ...retry, payload });
    });
  }

  /** Fails unacknowledged envelopes: they are lost with the socket. */
  failPending(): void {
    for (const { reject } of this.#pending.values()) reject(new Error('connection_failed'));
    this.#pending.clear();
  }

  #receive(text: string): void {
    const ack = parseJson(text);
    if (this.frozen || !isObject(ack) || typeof ack.envelope_id !== 'string') return;
    this.#pending.get(ack.envelope_id)?.resolve(isObject(ack.payload) ? ack.payload : {});
    this.#pending.delete(ack.envelope_id);
  }
}

function sendFrame(socket: WebSocket, content: JsonObject): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(content));
}

function sendDisconnect(socket: WebSocket, reason: string): void {
  sendFrame(socket, { type: 'disconnect', reason, debug_info: { host: 'sandbox' } });
}
