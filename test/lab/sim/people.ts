/**
 * What people ask, and how the platform delivers it to the processes: late, twice, out of order, until it is accepted.
 * In: a plan, and the living processes. Out: questions and deployments handed over.
 */
import type { Question, ThreadRef } from '../../../src/bot/core/model/conversation.ts';
import type { DeploymentCommand } from '../../../src/bot/core/model/deployment.ts';
import type { Handlers } from '../../../src/bot/core/ports/handlers.ts';
import type { Faults } from './faults.ts';
import type { Plan, PlannedQuestion } from './plan.ts';
import type { Story } from './story.ts';
import { type Life, living, type Time } from './time.ts';

/** A process that can receive deliveries. */
export interface Hearing extends Life {
  readonly name: string;
  readonly handlers: Handlers;
}

export interface People {
  begin(): void;
  /** Deliveries that the platform need not repeat. */
  readonly acknowledged: ReadonlySet<string>;
}

export interface PeopleOptions {
  readonly time: Time;
  readonly startAt: number;
  readonly story: Story;
  readonly faults: Faults;
  readonly plan: Plan;
  readonly opened: ReadonlySet<string>;
  living(): readonly Hearing[];
}

type Hand = (handlers: Handlers) => Promise<unknown>;

export function createPeople({ time, startAt, story, faults, plan, opened, living: all }: PeopleOptions): People {
  const acknowledged = new Set<string>();
  const latestIn = new Map<string, number>();
  return { begin, acknowledged };

  function begin(): void {
    for (const question of plan.questions) {
      time.after(question.deliveredMs, () => ask(question));
      if (question.againMs !== undefined) time.after(question.againMs, () => askAgain(question));
    }
    for (const { name, atMs } of plan.deployments) time.after(atMs, () => deploy(name));
  }

  function ask(question: PlannedQuestion): void {
    const { thread, opens, askedMs, name } = question;
    const isToBeMade = thread === 'made' && !opens && plan.questions.some((each) => each.opens);
    if (isToBeMade && !opened.has(thread)) {
      // Nobody asks in a thread that does not exist yet.
      time.after(1_000, () => ask(question));
      return;
    }
    const latest = latestIn.get(thread) ?? 0;
    if (askedMs < latest) faults.count('reordered');
    latestIn.set(thread, Math.max(latest, askedMs));
    deliver(name, (handlers) => handlers.question(toQuestion(question, startAt)));
  }

  function askAgain(question: PlannedQuestion): void {
    const process = somebody();
    if (!process || !acknowledged.has(question.name)) return;
    faults.count('redelivery');
    give(process, question.name, (handlers) => handlers.question(toQuestion(question, startAt))).catch(() => undefined);
  }

  function deploy(name: string): void {
    const command = toCommand(name, time.now());
    deliver(name, (handlers) => handlers.deployment(command));
  }

  /** Redelivers until a process acknowledges it. */
  function deliver(name: string, hand: Hand): void {
    let answered = false;
    const again = (): void => {
      if (!answered && !acknowledged.has(name)) time.after(3_000, () => deliver(name, hand));
      answered = true;
    };
    const process = somebody();
    if (process) give(process, name, hand).then(() => (answered = true), again);
    else again();
    // A dead process does not respond.
    time.after(5_000, again);
  }

  function somebody(): Hearing | undefined {
    const processes = all();
    return processes.length === 0 ? undefined : faults.chance.pick(processes);
  }

  async function give(process: Hearing, name: string, hand: Hand): Promise<void> {
    const result = await living(process, () => hand(process.handlers));
    acknowledged.add(name);
    story.tell(`${process.name} takes ${name}: ${result}`);
  }
}

function toQuestion({ name, thread, opens, askedMs }: PlannedQuestion, startAt: number): Question {
  return {
    id: name,
    eventId: name,
    thread: threadRef(opens ? `from ${name}` : thread),
    asker: 'sim:U',
    addressed: 'mention',
    text: `${name} in ${thread}`,
    askedAt: startAt + askedMs,
    ...(opens && { opens: thread }),
  };
}

function toCommand(name: string, now: number): DeploymentCommand {
  const who = { requester: 'sim:U', identities: ['sim:U'], kind: 'member' } as const;
  return { id: name, thread: threadRef(name), ...who, requestedAt: now, text: '' };
}

function threadRef(thread: string): ThreadRef {
  return { platform: 'sim', installation: 'I', channel: 'C', thread };
}
