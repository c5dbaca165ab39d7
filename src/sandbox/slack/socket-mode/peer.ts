/** One Socket Mode connection, and the unacknowledged envelopes sent over it. */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import type { Envelope } from './link.ts';

interface PendingAck {
  readonly resolve: (payload: JsonObject) => void;
  readonly reject: (error: Error) => void;
}

export class Peer {
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

export function sendFrame(socket: WebSocket, content: JsonObject): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(content));
}

export function sendDisconnect(socket: WebSocket, reason: string): void {
  sendFrame(socket, { type: 'disconnect', reason, debug_info: { host: 'sandbox' } });
}
