/**
 * Receives Slack's events over Socket Mode for Bolt. An event is acknowledged only after it is processed, so that Slack
 * redelivers (after 3 s) what could not be stored.
 */
import type { App, Receiver } from '@slack/bolt';
import { withoutNulls } from '../../../../kit/base/json.ts';
import type { Health } from '../../../core/ports/platform.ts';
import { type Envelope, openSocket, type SocketOptions } from './socket.ts';
import { SocketPool } from './socket-pool.ts';

/** Receives Slack's events for Bolt, over Socket Mode or HTTP. */
export interface EventReceiver extends Receiver {
  /** Fails with PlatformError. */
  start(): Promise<void>;
  /** Resolves when all received events are acknowledged and every connection is closed. */
  stop(): Promise<void>;
  health(): Health;
  /** Milliseconds since the last sign of life on any connection; undefined before the first. Absent over HTTP. */
  silentMs?(): number | undefined;
}

export interface SocketReceiverOptions extends SocketOptions {
  /** Called on reconnecting after no connection was open since then (milliseconds since 1970). */
  onGap?(since: number): void;
}

export function createSocketReceiver(options: SocketReceiverOptions): EventReceiver {
  const { clock, logger, onGap = () => undefined } = options;
  let app: App | undefined;
  const pool = new SocketPool({ clock, logger, onGap, open: (signal) => openSocket(options, take, signal) });

  return {
    init(bolt) {
      app = bolt;
    },
    start: () => pool.start(),
    stop: () => pool.stop(),
    health: () => pool.health(),
    silentMs: () => pool.silentMs(),
  };

  /** Never fails: Slack redelivers what is not acknowledged. */
  async function take(envelope: Envelope): Promise<void> {
    const isEvent = envelope.type === 'events_api';
    let acknowledged = false;
    const ack = async (response?: unknown): Promise<void> => {
      acknowledged = true;
      await envelope.ack(response);
    };
    try {
      await app?.processEvent({
        body: withoutNulls(envelope.body),
        // Bolt would acknowledge events before they are handled.
        ack: isEvent ? async () => undefined : ack,
        ...(envelope.retry_num !== undefined && { retryNum: envelope.retry_num }),
        ...(envelope.retry_reason !== undefined && { retryReason: envelope.retry_reason }),
      });
      if (!acknowledged) await ack();
    } catch (error) {
      logger.warn({ err: error, type: envelope.type }, 'delivery not acknowledged');
    }
  }
}
