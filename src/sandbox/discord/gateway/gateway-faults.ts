/** Gateway failures on demand. */
import type { JsonObject } from '../../json.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Gateway } from './gateway.ts';
import type { Sessions } from './sessions.ts';

export interface GatewayFaults {
  /** Breaks the sockets of one shard, or of all. */
  dropSockets(shard?: number): void;
  closeSockets(code: number): void;
  /** Asks all connections to reconnect. */
  op7(): void;
  /** Makes all sessions invalid; `resumable`: the app may resume them. */
  op9(resumable: boolean): void;
  /** Connected but silent: no acks, no events. What was held back is sent when it ends. */
  freeze(on: boolean): void;
  /** Created messages, threads and interactions arrive twice. */
  duplicateDispatch(on: boolean): void;
  /** Dispatches the most recently created message, thread or interaction again. */
  repeatLast(): void;
  /** Changes what the next event of this name carries. */
  changeNext(name: string, change: (payload: JsonObject) => JsonObject): void;
  /** Breaks new connections. */
  refuseConnections(on: boolean): void;
  /** Breaks every connection that tries to resume. */
  dropResumes(on: boolean): void;
  /** Makes the server unavailable, also for sessions that start now. */
  guildUnavailable(on: boolean): void;
}

export function createGatewayFaults(gateway: Gateway, sessions: Sessions, dispatcher: Dispatcher): GatewayFaults {
  return {
    dropSockets: (shard) => gateway.dropSockets(shard),
    closeSockets: (code) => gateway.closeSockets(code),
    op7: () => gateway.op7(),
    op9: (resumable) => gateway.op9(resumable),
    freeze: (on) => gateway.freeze(on),
    duplicateDispatch: sessions.duplicateDispatch,
    repeatLast: sessions.repeatLast,
    changeNext: sessions.changeNext,
    refuseConnections: (on) => gateway.refuseConnections(on),
    dropResumes: (on) => gateway.dropResumes(on),
    guildUnavailable: (on) => dispatcher.guildUnavailable(sessions, on),
  };
}
