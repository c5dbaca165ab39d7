/**
 * Intents, opcodes and close codes, and gateway frames. Pure. Source: developer docs "Events: Gateway" and "Topics: Opcodes
 * and Status Codes", read 2026-11-21.
 */
import type { Json, JsonObject } from '../../json.ts';

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

export const Op = {
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

export const Close = {
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

/** All intents that exist. */
export const knownIntents = (1 << 17) - 1 + (1 << 20) + (1 << 21) + (1 << 24) + (1 << 25);

/** Any frame except a dispatch. */
export function frame(op: number, d: Json): string {
  return JSON.stringify({ op, d, s: null, t: null });
}

export function dispatchFrame(name: string, seq: number, d: JsonObject): string {
  return JSON.stringify({ op: Op.dispatch, t: name, s: seq, d });
}
