/**
 * One WebSocket to Discord's gateway, from its opening to its end. It keeps the heartbeat and ends a connection that no
 * longer answers; its content is handled by gateway-shard.ts.
 * Source: developer docs "Events: Gateway, Connections", read 2026-11-21.
 */
import {
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  GatewayOpcodes,
  type GatewayReceivePayload,
} from 'discord.js';
import { WebSocket } from 'ws';
import { type Clock, within } from '../../../base/clock.ts';
import { isObject, parseJson } from '../../../base/json.ts';

/** Why a connection ended. `silent`: Discord stopped answering. */
export type SocketEnd =
  | { readonly kind: 'closed'; readonly code: number; readonly error?: Error }
  | { readonly kind: 'reconnect' | 'silent' | 'stopped' }
  | { readonly kind: 'invalid_session'; readonly resumable: boolean };

export interface GatewaySocketOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Ends the connection, and the session with it. */
  readonly signal: AbortSignal;
  /** IDENTIFY or RESUME. */
  greeting(): object;
  /** The number of the last event, which each heartbeat carries. */
  sequence(): number | null;
  /** Called for every frame from Discord. */
  onSign(): void;
  onEvent(event: GatewayDispatchPayload): void;
}

export interface GatewaySocket {
  send(payload: object): void;
  /** Resolves when the connection is closed completely. Never fails. */
  readonly ended: Promise<SocketEnd>;
}

/** A connection whose session has not begun ends after a silence of this length. */
const startSilenceMs = 15_000;
/** Discord gets this long to answer our close. */
const closeLimitMs = 3_000;

export function openGatewaySocket(options: GatewaySocketOptions): GatewaySocket {
  const { clock, signal } = options;
  const socket = new WebSocket(options.url);
  const { promise, resolve: end } = Promise.withResolvers<SocketEnd>();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const over = new AbortController();
  let error: Error | undefined;
  let lastSignAt = clock.now();
  let hasBegun = false;
  let isAcknowledged = true;
  const stop = (): void => end({ kind: 'stopped' });

  socket.on('error', (failure) => {
    error = failure;
  });
  socket.on('close', (code) => end({ kind: 'closed', code, ...(error && { error }) }));
  socket.on('message', (data) => {
    const frame = parseJson(String(data));
    // A frame of the gateway that is an object has these fields.
    if (isObject(frame) && !over.signal.aborted) receive(frame as unknown as GatewayReceivePayload);
  });
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  void endWhenSilent();
  return { send, ended: untilOver() };

  async function untilOver(): Promise<SocketEnd> {
    const result = await promise;
    over.abort();
    signal.removeEventListener('abort', stop);
    if (result.kind === 'stopped' && socket.readyState === WebSocket.OPEN) {
      // This code ends the session; after any other end it can be resumed.
      socket.close(1000);
      await within(closed, closeLimitMs, clock);
    }
    socket.terminate();
    return result;
  }

  function receive(frame: GatewayReceivePayload): void {
    lastSignAt = clock.now();
    options.onSign();
    switch (frame.op) {
      case GatewayOpcodes.Hello:
        send(options.greeting());
        void keepBeating(frame.d.heartbeat_interval);
        return;
      case GatewayOpcodes.Dispatch:
        hasBegun ||= frame.t === GatewayDispatchEvents.Ready || frame.t === GatewayDispatchEvents.Resumed;
        options.onEvent(frame);
        return;
      case GatewayOpcodes.Heartbeat:
        beat();
        return;
      case GatewayOpcodes.HeartbeatAck:
        isAcknowledged = true;
        return;
      case GatewayOpcodes.Reconnect:
        end({ kind: 'reconnect' });
        return;
      case GatewayOpcodes.InvalidSession:
        end({ kind: 'invalid_session', resumable: frame.d });
    }
  }

  function send(payload: object): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(payload));
  }

  function beat(): void {
    send({ op: GatewayOpcodes.Heartbeat, d: options.sequence() });
  }

  /** The first beat comes at a random time, as Discord wants it. */
  async function keepBeating(intervalMs: number): Promise<void> {
    await clock.wait(intervalMs * Math.random(), over.signal);
    while (!over.signal.aborted) {
      if (!isAcknowledged) return end({ kind: 'silent' });
      isAcknowledged = false;
      beat();
      await clock.wait(intervalMs, over.signal);
    }
  }

  async function endWhenSilent(): Promise<void> {
    while (!hasBegun && !over.signal.aborted) {
      const leftMs = lastSignAt + startSilenceMs - clock.now();
      if (leftMs <= 0) return end({ kind: 'silent' });
      await clock.wait(leftMs, over.signal);
    }
  }
}
