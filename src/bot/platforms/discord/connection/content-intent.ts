/**
 * The Message Content intent: requested until Discord refuses it, and again after a restart. Without it Discord sends the text
 * of mentions, direct messages and commands only.
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

  /** The wanted intents, without Message Content once it was refused. */
  withoutRefused(intents: number): number {
    return this.#isRefused ? intents & ~GatewayIntentBits.MessageContent : intents;
  }
}
