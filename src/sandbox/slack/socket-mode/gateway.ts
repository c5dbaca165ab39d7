/**
 * Socket Mode: the WebSockets over which envelopes reach the app. Any open socket may get one; a socket that closes takes
 * its unacknowledged envelopes with it.
 * Source: apis/events-api/using-socket-mode, 2026-11-21; frames as @slack/socket-mode 3.1 reads them.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../clock.ts';
import type { Json, JsonObject } from '../world/state.ts';
import { isObject } from '../world/validation.ts';

/** What an app is sent, over a socket or over HTTP. */
export interface Envelope {
  readonly type: 'events_api' | 'slash_commands' | 'interactive';
  readonly payload: JsonObject;
  /** 0 for the first delivery. */
  readonly attempt: number;
  /** Why it is delivered again; empty the first time. */
  readonly reason: string;
}

/** One way to reach an app. */
export interface Link {
  /** The ack's payload. Rejects when the delivery failed; may stay open for ever when nobody acks. */
  send(envelope: Envelope): Promise<JsonObject>;
  /** How Slack names a missing ack. */
  readonly timeoutReason: string;
  isOpen(): boolean;
  /** Resolves when an envelope can be sent, or when the signal aborts. */
  whenOpen(signal: AbortSignal): Promise<void>;
}

const maxSockets = 10;
const warningLeadMs = 10_000;
const closeWithinMs = 300;

interface Peer {
  readonly socket: WebSocket;
  frozen: boolean;
  readonly waiting: Map<string, { ack: (payload: JsonObject) => void; fail: (error: Error) => void }>;
}

export function createSocketGateway(clock: Clock, appId: string, stopped: AbortSignal) {
  const server = new WebSocketServer({ noServer: true, autoPong: false, perMessageDeflate: true });
  const tickets = new Set<string>();
  const peers: Peer[] = [];
  const opened = new Set<() => void>();
  let turn = 0;

  const link: Link = { timeoutReason: 'timeout', send, isOpen: () => peers.length > 0, whenOpen };
  return { link, ticket, upgrade, drop, refresh, freeze, count: () => peers.length, stop };

  /** The path and query of a new connection, good once. */
  function ticket(): string {
    const made = randomUUID();
    tickets.add(made);
    return `/link/?ticket=${made}&app_id=${appId}`;
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const given = new URL(request.url ?? '/', 'http://sandbox').searchParams.get('ticket') ?? '';
    if (!tickets.delete(given)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n');
      return;
    }
    server.handleUpgrade(request, socket, head, welcome);
  }

  function welcome(socket: WebSocket): void {
    if (peers.length >= maxSockets) {
      frame(socket, { type: 'disconnect', reason: 'too_many_websockets', debug_info: { host: 'sandbox' } });
      socket.close(1000);
      return;
    }
    const peer: Peer = { socket, frozen: false, waiting: new Map() };
    peers.push(peer);
    socket.on('ping', (data) => {
      if (!peer.frozen) socket.pong(data);
    });
    socket.on('message', (data) => takeAck(peer, String(data)));
    socket.on('close', () => lose(peer));
    socket.on('error', () => socket.terminate());
    frame(socket, {
      type: 'hello',
      num_connections: peers.length,
      debug_info: { host: 'sandbox', build_number: 1, approximate_connection_time: 18_060 },
      connection_info: { app_id: appId },
    });
    for (const tell of [...opened]) tell();
  }

  function takeAck(peer: Peer, text: string): void {
    const ack = parse(text);
    if (peer.frozen || !isObject(ack) || typeof ack.envelope_id !== 'string') return;
    peer.waiting.get(ack.envelope_id)?.ack(isObject(ack.payload) ? ack.payload : {});
    peer.waiting.delete(ack.envelope_id);
  }

  function lose(peer: Peer): void {
    const place = peers.indexOf(peer);
    if (place >= 0) peers.splice(place, 1);
    for (const { fail } of peer.waiting.values()) fail(new Error('connection_failed'));
    peer.waiting.clear();
  }

  function send(envelope: Envelope): Promise<JsonObject> {
    turn += 1;
    const peer = peers[turn % Math.max(1, peers.length)];
    if (!peer) return Promise.reject(new Error('connection_failed'));
    const envelope_id = randomUUID();
    return new Promise((ack, fail) => {
      peer.waiting.set(envelope_id, { ack, fail });
      if (peer.frozen) return;
      const again =
        envelope.type === 'events_api' ? { retry_attempt: envelope.attempt, retry_reason: envelope.reason } : {};
      const accepts_response_payload = envelope.type !== 'events_api';
      frame(peer.socket, {
        envelope_id,
        type: envelope.type,
        accepts_response_payload,
        ...again,
        payload: envelope.payload,
      });
    });
  }

  function whenOpen(signal: AbortSignal): Promise<void> {
    if (peers.length > 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        opened.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      opened.add(done);
      signal.addEventListener('abort', done);
    });
  }

  /** Breaks every connection, without a close frame. */
  function drop(): void {
    for (const { socket } of [...peers]) socket.terminate();
  }

  /** Slack's routine: the oldest connection is warned, and closed ten seconds later if it is still there. */
  async function refresh(): Promise<void> {
    const peer = peers[0];
    if (!peer) return;
    const disconnect = (reason: string): void =>
      frame(peer.socket, { type: 'disconnect', reason, debug_info: { host: 'sandbox' } });
    disconnect('warning');
    await clock.wait(warningLeadMs, stopped);
    if (peer.socket.readyState !== WebSocket.OPEN) return;
    disconnect('refresh_requested');
    peer.socket.close(1000);
  }

  /** The connections that are open now go silent: no pong, no frame, no ack taken. Later ones are well. */
  function freeze(on: boolean): void {
    for (const peer of peers) peer.frozen = on;
  }

  /** Lets each client finish its closing handshake, but not for long. */
  async function stop(): Promise<void> {
    const sockets = peers.map(({ socket }) => socket);
    const closed = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    for (const socket of sockets) socket.close(1001);
    const patience = setTimeout(drop, closeWithinMs);
    await closed;
    clearTimeout(patience);
    server.close();
  }
}

function frame(socket: WebSocket, content: JsonObject): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(content));
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
