/**
 * The figures of a soak run, and what its assistant says. In: a size, a question's number. Out: plans, answers. Pure.
 */
import { createRandom } from '../sim/random.ts';

export interface Plan {
  readonly seed: number;
  readonly slackQuestions: number;
  readonly discordQuestions: number;
  /** About when the last question is asked. */
  readonly askingMs: number;
  /** How long everything may take to settle afterwards. */
  readonly settlingMs: number;
  readonly replicas: number;
  /** When a replica is killed with -9, each in turn; it is restarted after a second. */
  readonly killsAtMs: readonly number[];
  /** When Postgres crashes, and for how long it is down. */
  readonly outageAtMs: number;
  readonly outageMs: number;
  /** When every socket of both platforms breaks. */
  readonly dropsAtMs: readonly number[];
  /** Slack's waits before each delivery of an event. Default: as Slack. */
  readonly deliveryDelaysMs?: readonly number[];
  /** The share of calls to the platforms that fail. */
  readonly faulty: number;
}

/** Takes up to ten minutes. */
export const long: Plan = {
  seed: 1,
  slackQuestions: 200,
  discordQuestions: 800,
  askingMs: 240_000,
  // An event may wait for Slack's last try, five minutes after the one before.
  settlingMs: 400_000,
  replicas: 3,
  killsAtMs: [25_000, 65_000, 105_000, 150_000, 185_000, 220_000],
  outageAtMs: 130_000,
  outageMs: 3_000,
  dropsAtMs: [45_000, 85_000, 170_000, 205_000],
  faulty: 0.05,
};

/** The same in a few seconds. */
export const short: Plan = {
  ...long,
  slackQuestions: 6,
  discordQuestions: 15,
  replicas: 2,
  askingMs: 3_000,
  // Only ends what hangs.
  settlingMs: 240_000,
  // A busy machine may miss more of Slack's deadlines than Slack has tries.
  deliveryDelaysMs: Array.from({ length: 120 }, () => 500),
  killsAtMs: [1_000],
  outageAtMs: 2_500,
  outageMs: 200,
  dropsAtMs: [2_000],
};

/** A conversation: its first question, the follow-ups in its thread, and when each is asked. */
export interface Talk {
  readonly platform: 'slack' | 'discord';
  readonly kind: 'channel' | 'forum' | 'direct';
  /** The name of each question, `q17`, and the earliest time it is asked, from the start of the run. */
  readonly questions: readonly { readonly name: string; readonly atMs: number }[];
}

/** Discord opens at most 50 threads per channel within five minutes. */
const maxDiscordChannelTalks = 130;

/** Every conversation of a plan, in no particular order. */
export function talksOf(plan: Plan): readonly Talk[] {
  const random = createRandom(plan.seed);
  let count = 0;
  return [...talksOn('slack', plan.slackQuestions), ...talksOn('discord', plan.discordQuestions)];

  function talksOn(platform: Talk['platform'], total: number): readonly Talk[] {
    const talks: Talk[] = [];
    const many = Math.ceil(total / (platform === 'slack' ? 3 : 4));
    for (let index = 0; index < many; index += 1) {
      const length = Math.floor(total / many) + (index < total % many ? 1 : 0);
      talks.push({ platform, kind: kindOf(platform, index), questions: times(length) });
    }
    return talks;
  }

  function times(length: number): Talk['questions'] {
    const atMs = Array.from({ length }, () => random.next() * plan.askingMs).sort((a, b) => a - b);
    return atMs.map((askedMs) => {
      count += 1;
      return { name: `q${count}`, atMs: askedMs };
    });
  }
}

function kindOf(platform: Talk['platform'], index: number): Talk['kind'] {
  if (index % 50 === 49) return 'direct';
  if (platform === 'slack') return 'channel';
  return index % 3 === 0 || index >= maxDiscordChannelTalks ? 'forum' : 'channel';
}

/** Every sentence of an answer names its question, so that each message can be attributed. */
export function answerTo(name: string): string {
  const random = createRandom(Number(name.slice(1)));
  const sentences = random.chance(0.05) ? random.between(60, 120) : random.between(2, 14);
  const middle = Array.from({ length: sentences }, (_, index) => `Sentence ${index + 1} of ${name}; it says little.`);
  const paragraphs = middle.map((sentence, index) => (index % 4 === 3 ? `${sentence}\n\n` : `${sentence} `));
  return `Begin of ${name}. ${paragraphs.join('')}End of ${name}.`;
}

/** A few questions are never answered, in each way that ends in an error sentence. */
export function refusalOf(name: string): 'refused' | 'cut' | undefined {
  const number = Number(name.slice(1));
  if (number % 40 === 13) return 'refused';
  return number % 40 === 29 ? 'cut' : undefined;
}
