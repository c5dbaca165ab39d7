/** One WebSocket of an app. While the gateway is frozen, outgoing frames are held back and incoming frames ignored. */
import { WebSocket } from 'ws';
import type { Session, SessionSocket } from './session.ts';

const maxFramesPerMinute = 120;

export class Peer implements SessionSocket {
  /** Present once IDENTIFY or RESUME has succeeded. */
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

  /** Sends the frames that were held back when it ends. */
  freeze(on: boolean): void {
    const held = this.#held ?? [];
    this.#held = on ? held : undefined;
    if (!on) for (const text of held) this.send(text);
  }

  /** Returns whether this frame exceeds the limit. */
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
