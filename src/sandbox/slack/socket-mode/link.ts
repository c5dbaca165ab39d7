/** How an app is reached: over a socket or over HTTP. */
import type { JsonObject } from '../../json.ts';

export interface Envelope {
  readonly type: 'events_api' | 'slash_commands' | 'interactive';
  readonly payload: JsonObject;
  /** 0 for the first delivery. */
  readonly attempt: number;
  /** Why it is delivered again; empty the first time. */
  readonly reason: string;
}

export interface Link {
  /** Resolves with the payload of the ack. Rejects if the delivery failed; stays pending without an ack. */
  send(envelope: Envelope): Promise<JsonObject>;
  /** Slack's name for a missing ack. */
  readonly timeoutReason: string;
  isOpen(): boolean;
  /** Resolves when an envelope can be sent, or when the signal aborts. */
  whenOpen(signal: AbortSignal): Promise<void>;
}
