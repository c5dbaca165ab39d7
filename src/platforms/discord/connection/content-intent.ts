/**
 * The Message Content intent: asked for until Discord refuses it. Without it Discord sends only the text of mentions, direct
 * messages and commands. It is asked for again when the process starts again.
 */
import { GatewayIntentBits } from 'discord.js';

export const contentAdvice =
  'Docent reads only mentions, direct messages and commands on Discord; for follow-ups without a mention, forum posts and mode auto switch on “Message Content Intent” at https://discord.com/developers/applications, your application, page “Bot”, and restart Docent.';

export class ContentIntent {
  readonly #onRefused: () => void;
  #isRefused = false;

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  refuse(): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#onRefused();
  }

  /** The intents to ask for, of those that are wanted. */
  of(intents: number): number {
    return this.#isRefused ? intents & ~GatewayIntentBits.MessageContent : intents;
  }
}
