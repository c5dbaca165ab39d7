/** The closed list of metrics, as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface Definition {
  /** `rising`: a counter. `spread`: a histogram. `latest`: a gauge. */
  readonly kind: 'rising' | 'spread' | 'latest';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, for `spread`. */
  readonly buckets?: readonly number[];
}

/** Buckets for the time to the first text, from immediately to after a slow search. */
const firstTextBuckets = [0.25, 0.5, 1, 2, 3, 5, 8, 13, 21, 30, 60];
/** Buckets for whole answers, up to the time limit of five minutes. */
const settledBuckets = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];

const definitions = {
  questions: {
    kind: 'rising',
    help: 'Questions delivered, by what became of them; a duplicate is a second delivery that was refused',
    labels: ['platform', 'result'],
  },
  turns: { kind: 'rising', help: 'Turns ended, by state and code', labels: ['platform', 'state', 'code'] },
  first_text_seconds: {
    kind: 'spread',
    help: "From a turn's start to the first text of its answer",
    labels: ['platform'],
    buckets: firstTextBuckets,
  },
  settled_seconds: {
    kind: 'spread',
    help: "From a turn's start to its settled reply",
    labels: ['platform'],
    buckets: settledBuckets,
  },
  fallbacks: {
    kind: 'rising',
    help: "Times that a site's assistant failed before its first text and its fallback was asked, by why",
    labels: ['site', 'code'],
  },
  sources: { kind: 'spread', help: 'Pages that an answer names', labels: ['platform'], buckets: [0, 1, 2, 3, 5, 8] },
  platform_calls: {
    kind: 'rising',
    help: 'Calls to a platform, by action and result: ok, or why not (rate_limited is waited out)',
    labels: ['platform', 'action', 'result'],
  },
  feedback: { kind: 'rising', help: 'Answers that somebody marked as helpful or not', labels: ['platform', 'mark'] },
  deployments: { kind: 'rising', help: 'Deployments ended, by state', labels: ['platform', 'state'] },
  takeovers: {
    kind: 'rising',
    help: 'Turns that were begun before, by a process that died, stopped or lost its claim',
    labels: ['platform'],
  },
  claims_lost: {
    kind: 'rising',
    help: 'Times that another process took over what this one worked on',
    labels: [],
  },
  store_failures: {
    kind: 'rising',
    help: 'Times that the database did not answer or did not take a write',
    labels: [],
  },
  service_requests: {
    kind: 'rising',
    help: 'Requests to the documentation service, by operation and status',
    labels: ['operation', 'status'],
  },
  service_updates: {
    kind: 'rising',
    help: 'Updates of projects that the documentation service ended, by state',
    labels: ['project', 'state'],
  },
  model_answers: {
    kind: 'rising',
    help: 'Answers that a language model was asked for, by result: ok, refused, or why not',
    labels: ['result'],
  },
  model_tokens: {
    kind: 'spread',
    help: 'Tokens of one answer of a language model, read (input) and written (output)',
    labels: ['kind'],
    buckets: [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000],
  },
  embedding_queries: {
    kind: 'rising',
    help: 'Questions whose meaning an embedding model was asked for, by result: ok, failed, or skipped after a failure',
    labels: ['result'],
  },
  queue_age_seconds: { kind: 'latest', help: 'Age of the oldest question that nobody works on', labels: [] },
  socket_age_seconds: {
    kind: 'latest',
    help: "Time since a platform's connection gave its last sign of life",
    labels: ['platform'],
  },
} as const satisfies Record<string, Definition>;

type Definitions = typeof definitions;
type NamesOf<Kind extends Definition['kind']> = {
  [Name in keyof Definitions]: Definitions[Name]['kind'] extends Kind ? Name : never;
}[keyof Definitions];

/** Names of counters. */
export type CountedName = NamesOf<'rising'>;
/** Names of histograms and gauges. */
export type ObservedName = NamesOf<'spread' | 'latest'>;

/** Every name as Docent uses it; Prometheus sees it with the prefix `docent_`, counters with the suffix `_total`. */
export const metricNames: readonly string[] = Object.keys(definitions);

type Labels = Readonly<Record<string, string>>;

/** The registry. A name or label that is not on the list throws: it is a defect. */
export interface OpsMetrics {
  count(name: CountedName, labels?: Labels): void;
  /** Seconds for durations. */
  observe(name: ObservedName, value: number, labels?: Labels): void;
  /** Everything so far, in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): OpsMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const parts = new Map(Object.entries(definitions).map(([name, each]) => [name, createPart(name, each, registry)]));
  return {
    count(name, labels = {}) {
      const part = parts.get(name);
      if (!(part instanceof Counter)) throw new TypeError(`nothing is counted by the name ${name}`);
      part.inc({ ...labels });
    },
    observe(name, value, labels = {}) {
      const part = parts.get(name);
      if (part instanceof Histogram) part.observe({ ...labels }, value);
      else if (part instanceof Gauge) part.set({ ...labels }, value);
      else throw new TypeError(`nothing is observed by the name ${name}`);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createPart(name: string, definition: Definition, registry: Registry): Counter | Gauge | Histogram {
  const { kind, help, labels, buckets } = definition;
  const options = { help, labelNames: [...labels], registers: [registry] };
  if (kind === 'rising') return new Counter({ ...options, name: `docent_${name}_total` });
  if (kind === 'latest') return new Gauge({ ...options, name: `docent_${name}` });
  return new Histogram({ ...options, name: `docent_${name}`, ...(buckets && { buckets: [...buckets] }) });
}
