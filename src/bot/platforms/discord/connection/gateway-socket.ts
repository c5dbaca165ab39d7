/**
 * One WebSocket to Discord's gateway, from opening to close. It sends heartbeats and ends a connection that stops answering;
 * gateway-shard.ts handles the events.
 * Source: developer docs "Events: Gateway, Connections", read 2026-11-21.
 */
import {
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  GatewayOpcodes,
  type GatewayReceivePayload,
} from 'discord.js';
import { WebSocket } from 'ws';
import { type Clock, within } from '../../../../kit/base/clock.ts';
import { isObject, parseJson } from '../../../../kit/base/json.ts';

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
  /** The sequence number of the last event, sent with each heartbeat. */
  sequence(): number | null;
  /** Called for every frame from Discord. */
  onSign(): void;
  onEvent(event: GatewayDispatchPayload): void;
}

export interface GatewaySocket {
  send(payload: object): void;
  /** Resolves when the connection is fully closed. Never fails. */
  readonly ended: Promise<SocketEnd>;
}

/** How long a connection may be silent before its session has started. */
const startSilenceMs = 15_000;
/** How long Discord may take to answer our close frame. */
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
    // Every gateway frame that is an object has these fields.
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
      // Code 1000 ends the session; otherwise it could still be resumed.
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

  /** The first heartbeat is delayed at random, as Discord requires. */
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
