/** Sample questions and requests for the store's tests, with every field set unless the test is about it. Pure. */
import type { Addressed, DeploymentRequest, PlaceKind, Question } from '../../../src/bot/core/model/conversation.ts';

interface QuestionChoice {
  readonly id?: string;
  readonly platform?: string;
  readonly thread?: string;
  readonly address?: string;
  readonly asker?: string;
  readonly addressed?: Addressed;
  readonly text?: string;
  readonly opens?: string;
  readonly askedAt?: number;
  readonly endsAfterSilenceMs?: number;
  readonly place?: PlaceKind | 'unknown';
}

export function question(choice: QuestionChoice = {}): Question {
  const {
    id = 'q1',
    platform = 'slack',
    thread = '1.0',
    address,
    opens,
    endsAfterSilenceMs,
    place = 'public',
  } = choice;
  return {
    id,
    eventId: `event of ${id}`,
    thread: { platform, installation: 'T1', channel: 'C1', thread, ...(address !== undefined && { address }) },
    asker: choice.asker ?? 'slack:T1:U1',
    addressed: choice.addressed ?? 'mention',
    text: choice.text ?? `text of ${id}`,
    askedAt: choice.askedAt ?? 1_000,
    ...(opens !== undefined && { opens }),
    ...(endsAfterSilenceMs !== undefined && { endsAfterSilenceMs }),
    ...(place !== 'unknown' && { place }),
  };
}

export function deploymentRequest(id = 'd1'): DeploymentRequest {
  return {
    id,
    thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' },
    requester: 'slack:T1:U1',
    identities: ['slack:U1'],
    requestedAt: 1_000,
  };
}
