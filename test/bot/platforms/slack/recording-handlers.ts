/** Handlers that record the calls of a platform. */

import type { DeploymentRequest, Question } from '../../../../src/bot/core/model/conversation.ts';
import type { Handlers, Place } from '../../../../src/bot/core/ports/handlers.ts';
import { StoreError } from '../../../../src/kit/sql/store-errors.ts';
import { quietHandlers } from '../../../fakes/handlers.ts';
import { until } from '../../../sandbox/slack/until.ts';

export interface RecordingHandlers extends Handlers {
  readonly questions: Question[];
  readonly deployments: DeploymentRequest[];
  /** Where a reader pressed Stop. */
  readonly stops: Place[];
  /** Whether the store fails. */
  failing: boolean;
  /** Accepting a question waits for this. */
  ready: Promise<void>;
  /** How many questions arrived, including those that wait. */
  begun: number;
  /** Resolves to the first question once it has arrived. */
  first(): Promise<Question>;
}

export function createRecordingHandlers(): RecordingHandlers {
  const questions: Question[] = [];
  const deployments: DeploymentRequest[] = [];
  const stops: Place[] = [];
  const handlers: RecordingHandlers = {
    ...quietHandlers,
    stops,
    async stop(place) {
      stops.push(place);
    },
    questions,
    deployments,
    failing: false,
    ready: Promise.resolve(),
    begun: 0,
    async question(question) {
      handlers.begun += 1;
      await handlers.ready;
      if (handlers.failing) throw new StoreError('down');
      // As the core does unless a rule says otherwise.
      if (question.addressed === 'auto') return 'not_ours';
      questions.push(question);
      return 'accepted';
    },
    async deployment(command) {
      if (handlers.failing) throw new StoreError('down');
      deployments.push(command);
      return { markdown: 'Only you can read this.', buttons: [] };
    },
    async first() {
      await until(() => questions.length > 0);
      const [question] = questions;
      if (!question) throw new Error('no question');
      return question;
    },
  };
  return handlers;
}
