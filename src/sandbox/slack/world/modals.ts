/**
 * Triggers, which a person's press creates, and the forms that were opened with them.
 * Source: interactivity/handling-user-interaction, reference/methods/views.open, 2026-11-22.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../kit/base/clock.ts';
import type { JsonObject } from '../../json.ts';
import { Refusal } from './validation.ts';

interface Trigger {
  readonly user: string;
  readonly at: number;
  isUsed: boolean;
}

export class Modals {
  readonly #triggers = new Map<string, Trigger>();
  readonly #open = new Map<string, JsonObject>();
  readonly #clock: Clock;

  readonly #triggerLastsMs: number;

  constructor(clock: Clock, triggerLastsMs: number) {
    this.#clock = clock;
    this.#triggerLastsMs = triggerLastsMs;
  }

  trigger(user: string): string {
    const id = randomUUID();
    this.#triggers.set(id, { user, at: this.#clock.now(), isUsed: false });
    return id;
  }

  /** Opens a form. A trigger can be used once. */
  open(triggerId: string, view: JsonObject): { readonly user: string; readonly view: JsonObject } {
    const trigger = this.#triggers.get(triggerId);
    if (!trigger) throw new Refusal('invalid_trigger_id');
    if (this.#clock.now() - trigger.at > this.#triggerLastsMs) throw new Refusal('expired_trigger_id');
    if (trigger.isUsed) throw new Refusal('exchanged_trigger_id');
    trigger.isUsed = true;
    const opened = { ...view, id: `V${randomUUID().slice(0, 8).toUpperCase()}` };
    this.#open.set(trigger.user, opened);
    return { user: trigger.user, view: opened };
  }

  /** The form that a person has open. */
  of(user: string): JsonObject | undefined {
    return this.#open.get(user);
  }

  close(user: string): void {
    this.#open.delete(user);
  }
}
