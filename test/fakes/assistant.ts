/**
 * A working fake assistant: it answers from a script, paced by the clock, and records what it was asked.
 */

import { AssistantError } from '../../src/bot/core/model/errors.ts';
import type { Part } from '../../src/bot/core/model/reply.ts';
import type { Ask, Assistant } from '../../src/bot/core/ports/assistant.ts';
import type { Metrics } from '../../src/bot/core/ports/telemetry.ts';
import type { Clock } from '../../src/kit/base/clock.ts';

/** A part, a wait in milliseconds, or an error to end with. */
export type Step = Part | number | AssistantError;

export interface FakeAssistant extends Assistant {
  readonly asked: Ask[];
  /** Requests whose signal aborted before they ended. */
  readonly cancelled: Ask[];
}

/** `script` returns the steps for each request, in order of asking. */
export function createFakeAssistant(clock: Clock, script: (ask: Ask, index: number) => readonly Step[]): FakeAssistant {
  const asked: Ask[] = [];
  const cancelled: Ask[] = [];
  return {
    asked,
    cancelled,
    async *ask(ask, signal) {
      const steps = script(ask, asked.length);
      asked.push(ask);
      for (const step of steps) {
        if (typeof step === 'number') await clock.wait(step, signal);
        if (signal.aborted) {
          cancelled.push(ask);
          return;
        }
        if (step instanceof AssistantError) throw step;
        if (typeof step !== 'number') yield step;
      }
    },
  };
}

/** The words of a text as parts, `gapMs` apart, then the end. */
export function spoken(text: string, gapMs = 100): readonly Step[] {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  return [
    ...words.flatMap((word): Step[] => [gapMs, { type: 'text', text: word }]),
    { type: 'finish', reason: 'stop' },
  ];
}

/** Records what is counted, for tests to inspect. */
export function createFakeMetrics(): Metrics & { readonly counted: string[] } {
  const counted: string[] = [];
  return {
    counted,
    count: (name, labels = {}) => counted.push([name, ...Object.values(labels)].join(' ')),
    observe: () => undefined,
  };
}
