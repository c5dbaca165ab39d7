/**
 * What a soak does, as figures; and what its assistant says. In: a size, a question's number. Out: plans, answers. Pure.
 */
import { createRandom } from '../sim/random.ts';

export interface Plan {
  readonly seed: number;
  readonly slackQuestions: number;
  readonly discordQuestions: number;
  /** The last question is asked about then. */
  readonly askingMs: number;
  /** How long after it everything may take to settle. */
  readonly settlingMs: number;
  readonly replicas: number;
  /** When one of them is killed with -9, in turn; it is started again after a second. */
  readonly killsAtMs: readonly number[];
  /** When Postgres crashes, and for how long it is away. */
  readonly outageAtMs: number;
  readonly outageMs: number;
  /** When every socket of both platforms breaks. */
  readonly dropsAtMs: readonly number[];
  /** Share of the calls to the platforms that fail. */
  readonly faulty: number;
}

/** About five minutes. */
export const long: Plan = {
  seed: 1,
  slackQuestions: 200,
  discordQuestions: 800,
  askingMs: 240_000,
  settlingMs: 180_000,
  replicas: 3,
  killsAtMs: [25_000, 65_000, 105_000, 150_000, 185_000, 220_000],
  outageAtMs: 130_000,
  outageMs: 3_000,
  dropsAtMs: [45_000, 85_000, 170_000, 205_000],
  faulty: 0.05,
};

/** The same in seconds. */
export const short: Plan = {
  ...long,
  slackQuestions: 6,
  discordQuestions: 15,
  replicas: 2,
  askingMs: 3_000,
  settlingMs: 90_000,
  killsAtMs: [1_000],
  outageAtMs: 2_500,
  outageMs: 200,
  dropsAtMs: [2_000],
};

/** A conversation: its first question, those that follow in its thread, and when each is asked. */
export interface Talk {
  readonly platform: 'slack' | 'discord';
  readonly kind: 'channel' | 'forum' | 'direct';
  /** Names each question, `q17`, and when it is asked at the earliest, from the soak's start. */
  readonly questions: readonly { readonly name: string; readonly atMs: number }[];
}

/** Discord starts 50 threads of one channel within five minutes and no more. */
const maxDiscordChannelTalks = 130;

/** Every conversation of a plan, in no order. */
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
    return atMs.map((each) => {
      count += 1;
      return { name: `q${count}`, atMs: each };
    });
  }
}

function kindOf(platform: Talk['platform'], index: number): Talk['kind'] {
  if (index % 50 === 49) return 'direct';
  if (platform === 'slack') return 'channel';
  return index % 3 === 0 || index >= maxDiscordChannelTalks ? 'forum' : 'channel';
}

/** Every sentence of an answer names its question, so that each message can be told whose it is. */
export function answerTo(name: string): string {
  const random = createRandom(Number(name.slice(1)));
  const sentences = random.chance(0.05) ? random.between(60, 120) : random.between(2, 14);
  const middle = Array.from({ length: sentences }, (_, index) => `Sentence ${index + 1} of ${name}; it says little.`);
  const paragraphs = middle.map((sentence, index) => (index % 4 === 3 ? `${sentence}\n\n` : `${sentence} `));
  return `Begin of ${name}. ${paragraphs.join('')}End of ${name}.`;
}

/** A few questions are never answered, in each of the ways that end in a sentence. */
export function refusalOf(name: string): 'refused' | 'cut' | undefined {
  const number = Number(name.slice(1));
  if (number % 40 === 13) return 'refused';
  return number % 40 === 29 ? 'cut' : undefined;
}
