/**
 * What happens in a history. In: a seed, and names of events to leave out. Out: questions, deployments and disasters,
 * each with a name and a time. Pure.
 */
import { type Random, randomFor } from './random.ts';

/** Questions and disasters happen within this time; afterwards everything heals and comes to rest. */
export const troubleMs = 120_000;

/** Times are in milliseconds from the start. */
export interface PlannedQuestion {
  readonly name: string;
  readonly thread: string;
  readonly askedMs: number;
  /** When the platform delivers it; later questions may be delivered before it. */
  readonly deliveredMs: number;
  /** Whether its thread must be opened first. */
  readonly opens: boolean;
  /** When it is delivered again. */
  readonly againMs?: number;
  readonly answer: readonly string[];
}

export interface PlannedDeployment {
  readonly name: string;
  readonly atMs: number;
  readonly result: 'success' | 'failure';
  readonly takesMs: number;
}

/**
 * kill: a process dies. stop: it is told to stop. cut off: it loses the database for a while. jump: its clock jumps.
 * delete: a reader deletes a message.
 */
export interface Disaster {
  readonly name: string;
  readonly kind: 'kill' | 'stop' | 'cut off' | 'jump' | 'delete';
  readonly atMs: number;
  /** How long it lasts, how far the clock jumps, or when another process starts. */
  readonly ms: number;
}

export interface Plan {
  readonly replicas: number;
  /** Whether the platform supports messages that are appended to. */
  readonly growing: boolean;
  readonly questions: readonly PlannedQuestion[];
  readonly deployments: readonly PlannedDeployment[];
  readonly disasters: readonly Disaster[];
}

export function planFor(seed: number, without: ReadonlySet<string>): Plan {
  const random = randomFor(seed, 'plan');
  const kept = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ name }) => !without.has(name));
  const [replicas, growing, threads] = [random.between(1, 3), random.chance(0.4), random.between(1, 3)];
  return {
    replicas,
    growing,
    questions: kept(times(random.between(1, 10), (index) => questionOf(index, threads, randomFor(seed, `q${index}`)))),
    deployments: kept(times(random.between(0, 2), (index) => deploymentOf(index, randomFor(seed, `d${index}`)))),
    disasters: kept([
      ...disasters(seed, 'kill', random.between(0, 4), [100, 8_000]),
      ...disasters(seed, 'stop', random.between(0, 1), [0, 25_000]),
      ...disasters(seed, 'cut off', random.between(0, 2), [1_000, 50_000]),
      ...disasters(seed, 'jump', random.chance(0.3) ? 1 : 0, [-90_000, 90_000]),
      ...disasters(seed, 'delete', random.chance(0.15) ? 1 : 0, [0, 0]),
    ]),
  };
}

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function questionOf(index: number, threads: number, random: Random): PlannedQuestion {
  const name = `q${index}`;
  // The first question may open a thread, in which others may ask once it exists.
  const opens = index === 0 && random.chance(0.3);
  const place = random.between(1, threads + 1);
  const askedMs = random.between(0, troubleMs / 2);
  const deliveredMs = askedMs + (random.chance(0.15) ? random.between(500, 8_000) : random.between(20, 300));
  return {
    name,
    opens,
    thread: opens || (index > 0 && place > threads) ? 'made' : `T${place}`,
    askedMs,
    deliveredMs,
    ...(random.chance(0.3) && { againMs: random.between(deliveredMs, troubleMs) }),
    answer: answerOf(name, random.between(1, 90), random),
  };
}

const hostile = ['<!channel>', '@everyone', '<@U1>', '<@&1>', '<!subteam^S1>'];

/** Numbered words in sentences and paragraphs, and occasionally something that would ping people. */
function answerOf(name: string, words: number, random: Random): readonly string[] {
  return times(words, (index) => {
    const word = random.chance(0.02) ? `${random.pick(hostile)} ${name}w${index}` : `${name}w${index}`;
    const isLast = index === words - 1;
    return index % 17 === 16 && !isLast ? `${word}.\n\n` : `${word}${isLast ? '' : ' '}`;
  });
}

function deploymentOf(index: number, random: Random): PlannedDeployment {
  return {
    name: `d${index}`,
    atMs: random.between(0, troubleMs / 2),
    result: random.chance(0.7) ? 'success' : 'failure',
    takesMs: random.between(1_000, 60_000),
  };
}

function disasters(
  seed: number,
  kind: Disaster['kind'],
  count: number,
  [least, most]: readonly [number, number],
): readonly Disaster[] {
  return times(count, (index) => {
    const name = `${kind} ${index}`;
    const random = randomFor(seed, name);
    return { name, kind, atMs: random.between(1_000, troubleMs), ms: random.between(least, most) };
  });
}
