/**
 * The simulated documentation service, which answers and deploys. In: requests of the bot's processes. Out: parts of
 * answers, statuses, and violations by incorrect requests.
 */
import { AssistantError, DeployError } from '../../../src/bot/core/model/errors.ts';
import type { Part } from '../../../src/bot/core/model/reply.ts';
import type { Ask, Assistant } from '../../../src/bot/core/ports/assistant.ts';
import type { Deployer } from '../../../src/bot/core/ports/deployer.ts';
import type { Faults } from './faults.ts';
import type { PlannedDeployment, PlannedQuestion } from './plan.ts';
import type { Story } from './story.ts';
import { clockOf, type Life, type Time } from './time.ts';

export interface Services {
  assistantFor(life: Life): Assistant;
  deployerFor(life: Life): Deployer;
  /** A question of this thread was answered: the next one must continue the same assistant thread. */
  answered(thread: string): void;
  /** How the deployment with this id ended. */
  resultOf(statusId: string): PlannedDeployment['result'] | undefined;
}

export interface ServicesOptions {
  readonly time: Time;
  readonly story: Story;
  readonly faults: Faults;
  readonly questions: readonly PlannedQuestion[];
  readonly deployments: readonly PlannedDeployment[];
}

export function createServices({ time, story, faults, questions, deployments }: ServicesOptions): Services {
  /** The platform thread of each assistant thread. */
  const owners = new Map<string, string>();
  const answeredIn = new Set<string>();
  const triggered: { readonly planned: PlannedDeployment; readonly at: number }[] = [];
  const { chance } = faults;

  return {
    assistantFor: (life) => ({ ask: (ask, signal) => answer(ask, signal, life) }),
    deployerFor: (life) => ({ trigger: () => trigger(life), status: (id) => status(id, life) }),
    answered: (thread) => void answeredIn.add(thread),
    resultOf: (statusId) => triggered[Number(statusId)]?.planned.result,
  };

  async function* answer(ask: Ask, signal: AbortSignal, life: Life): AsyncIterable<Part> {
    const { wait } = clockOf(life, time);
    const question = questions.find(({ name }) => name === ask.messages.at(-1)?.text.split(' ')[0]);
    if (!question) throw new TypeError('a question that nobody asked');
    check(ask, question);
    await wait(chance.between(50, 2_000), signal);
    if (faults.happens('assistant refuses', 0.08)) {
      const code = chance.pick(['unavailable', 'rate_limited', 'unauthorized'] as const);
      throw new AssistantError(code, { waitMs: 3_000 });
    }
    const id = ask.thread?.id ?? `th-${owners.size}`;
    owners.set(id, question.thread);
    yield { type: 'thread', thread: { id } };
    yield { type: 'search', call: 's', query: question.name };
    await wait(chance.between(0, 2_000), signal);
    if (signal.aborted || !life.alive) return;
    yield { type: 'search', call: 's', pages: [] };
    const isCut = faults.happens('stream cut', 0.08);
    const end = isCut ? chance.between(0, question.answer.length) : question.answer.length;
    const gapMs = chance.between(5, 400);
    for (const text of question.answer.slice(0, end)) {
      await wait(gapMs, signal);
      if (signal.aborted || !life.alive) return;
      yield { type: 'text', text };
    }
    if (isCut) throw new AssistantError('cut_off');
    yield { type: 'outcome', outcome: 'answer' };
    yield { type: 'finish', reason: 'stop' };
  }

  function check(ask: Ask, { name, thread }: PlannedQuestion): void {
    const owner = ask.thread && owners.get(ask.thread.id);
    if (ask.thread && owner !== thread) story.violate(`${name} of ${thread} goes out with the thread of ${owner}`);
    if (!ask.thread && answeredIn.has(thread)) story.violate(`${name} begins a new thread, though ${thread} has one`);
    for (const message of ask.messages) {
      if (message.role === 'user' && !message.text.endsWith(` ${thread}`))
        story.violate(`${name} of ${thread} is told of ${message.text}`);
    }
  }

  async function trigger(life: Life): Promise<{ readonly statusId: string }> {
    const { wait } = clockOf(life, time);
    await wait(chance.between(50, 3_000));
    if (faults.happens('deployer refuses', 0.1)) throw new DeployError(chance.pick(['rejected', 'unavailable']));
    const planned = deployments[triggered.length];
    if (!planned) {
      story.violate('the docs are deployed more often than anybody asked');
      throw new DeployError('rejected');
    }
    const statusId = String(triggered.length);
    triggered.push({ planned, at: time.now() });
    story.tell(`deployment ${statusId} is triggered`);
    await wait(chance.between(1, 100));
    if (faults.happens('lost trigger', 0.1)) throw new DeployError('lost');
    return { statusId };
  }

  async function status(statusId: string, life: Life): ReturnType<Deployer['status']> {
    await clockOf(life, time).wait(chance.between(20, 500));
    if (faults.happens('no status', 0.1)) throw new DeployError('unavailable');
    const deployment = triggered[Number(statusId)];
    if (!deployment) return { state: 'unknown' };
    const { planned, at } = deployment;
    return { state: time.now() - at < planned.takesMs ? 'in_progress' : planned.result };
  }
}
