/** One WebSocket of an app. While the gateway is frozen, frames to it are held back, and frames from it are ignored. */
import { WebSocket } from 'ws';
import type { Session, SessionSocket } from './session.ts';

const maxFramesPerMinute = 120;

export class Peer implements SessionSocket {
  /** There since IDENTIFY or RESUME succeeded. */
  session: Session | undefined;
  readonly #socket: WebSocket;
  #held: string[] | undefined;
  #frameTimes: readonly number[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get isFrozen(): boolean {
    return this.#held !== undefined;
  }

  send(text: string): void {
    if (this.#held) this.#held.push(text);
    else if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** Sends what was held back when it ends. */
  freeze(on: boolean): void {
    const held = this.#held ?? [];
    this.#held = on ? held : undefined;
    if (!on) for (const text of held) this.send(text);
  }

  /** Whether this frame is one too many. */
  countFrame(now: number): boolean {
    this.#frameTimes = [...this.#frameTimes.filter((at) => at > now - 60_000), now];
    return this.#frameTimes.length > maxFramesPerMinute;
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  drop(): void {
    this.#socket.terminate();
  }
}
