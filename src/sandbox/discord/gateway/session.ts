/**
 * One gateway session: its subscription, its socket, and the dispatches that a resume replays. After its socket breaks, it
 * collects dispatches for three minutes, during which RESUME continues it on another socket.
 * Source: developer docs "Events: Gateway", read 2026-11-21; how long a session can be resumed is not published.
 */
import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '../../json.ts';
import { Close, dispatchFrame, Intent, knownIntents } from './codes.ts';

/** An event for every session that subscribed to it. */
export interface Dispatch {
  readonly name: string;
  /** At least one of these intents is required; 0: none. */
  readonly intents: number;
  /** Direct messages are sent to shard 0 only. */
  readonly inGuild: boolean;
  /** `withContent`: the session has the message content intent. */
  payload(withContent: boolean): JsonObject;
}

/** A socket as used by its session. */
export interface SessionSocket {
  send(text: string): void;
  /** Breaks the connection, because the session continues on another socket. */
  drop(): void;
}

/** What an IDENTIFY subscribes to. */
export interface Subscription {
  /** Index and count. */
  readonly shard: readonly [number, number];
  readonly intents: number;
}

const resumeWindowMs = 180_000;
const maxReplayed = 5_000;

export class Session {
  readonly id = randomBytes(16).toString('hex');
  readonly shard: Subscription['shard'];
  readonly #intents: number;
  readonly #now: () => number;
  readonly #sent: { readonly seq: number; readonly text: string }[] = [];
  #seq = 0;
  #socket: SessionSocket | undefined;
  #disconnectedAt: number | undefined;

  constructor({ shard, intents }: Subscription, socket: SessionSocket, now: () => number) {
    this.shard = shard;
    this.#intents = intents;
    this.#socket = socket;
    this.#now = now;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  get isExpired(): boolean {
    return this.#disconnectedAt !== undefined && this.#now() > this.#disconnectedAt + resumeWindowMs;
  }

  uses(socket: SessionSocket): boolean {
    return this.#socket === socket;
  }

  /** Without a socket, kept for the next resume. */
  send(name: string, payload: JsonObject): void {
    this.#seq += 1;
    const text = dispatchFrame(name, this.#seq, payload);
    this.#sent.push({ seq: this.#seq, text });
    if (this.#sent.length > maxReplayed) this.#sent.shift();
    this.#socket?.send(text);
  }

  sendEvent(event: Dispatch, times = 1): void {
    const payload = event.payload((this.#intents & Intent.messageContent) !== 0);
    for (let count = 0; count < times; count += 1) this.send(event.name, payload);
  }

  /** Whether it is subscribed to the event, and the event belongs to its shard. */
  receives({ intents, inGuild }: Dispatch, guildId: string): boolean {
    if (intents !== 0 && (this.#intents & intents) === 0) return false;
    return inGuild ? this.hasGuild(guildId) : this.shard[0] === 0;
  }

  /** Source: developer docs "Events: Gateway, Sharding", read 2026-11-21. */
  hasGuild(guildId: string): boolean {
    const [index, count] = this.shard;
    return Number((BigInt(guildId) >> 22n) % BigInt(count)) === index;
  }

  /** Replays everything after `seq`, or returns why it cannot. */
  resume(socket: SessionSocket, seq: number): 'invalid' | number | undefined {
    if (this.isExpired || (this.#sent[0]?.seq ?? 1) > seq + 1) return 'invalid';
    if (!Number.isInteger(seq) || seq > this.#seq) return Close.invalidSeq;
    if (this.#socket !== socket) this.#socket?.drop();
    this.#socket = socket;
    this.#disconnectedAt = undefined;
    for (const dispatch of this.#sent) if (dispatch.seq > seq) socket.send(dispatch.text);
    this.send('RESUMED', { _trace: [] });
    return undefined;
  }

  disconnect(): void {
    this.#socket = undefined;
    this.#disconnectedAt = this.#now();
  }
}

/** The subscription, or the code to close with. `withheld`: intents that the app is not allowed. */
export function readSubscription(data: JsonObject, withheld: number): Subscription | number {
  const intents = Number(data.intents);
  const shard = readShard(data.shard);
  if (!shard) return Close.invalidShard;
  if (!Number.isInteger(intents) || intents < 0 || intents & ~knownIntents) return Close.invalidIntents;
  return intents & withheld ? Close.disallowedIntents : { shard, intents };
}

function readShard(sent: Json | undefined): Subscription['shard'] | undefined {
  if (sent === undefined) return [0, 1];
  if (!Array.isArray(sent)) return undefined;
  const [index, count] = sent.map(Number);
  if (index === undefined || count === undefined || !(count > 0) || index < 0 || index >= count) return undefined;
  return [index, count];
}
