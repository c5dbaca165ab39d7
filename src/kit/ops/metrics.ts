/** The fixed list of metrics, exported as Prometheus text. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface Definition {
  readonly kind: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds, for histograms. */
  readonly buckets?: readonly number[];
}

/** Buckets for the time to the first text, from an instant answer to one after a slow search. */
const firstTextBuckets = [0.25, 0.5, 1, 2, 3, 5, 8, 13, 21, 30, 60];
/** Buckets for whole answers, up to the time limit of five minutes. */
const settledBuckets = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600];

const definitions = {
  questions: {
    kind: 'counter',
    help: 'Questions delivered, by result; a duplicate is a second delivery, which is ignored',
    labels: ['platform', 'result'],
  },
  turns: { kind: 'counter', help: 'Turns ended, by state and code', labels: ['platform', 'state', 'code'] },
  first_text_seconds: {
    kind: 'histogram',
    help: "From a turn's start to the first text of its answer",
    labels: ['platform'],
    buckets: firstTextBuckets,
  },
  settled_seconds: {
    kind: 'histogram',
    help: "From a turn's start to its settled reply",
    labels: ['platform'],
    buckets: settledBuckets,
  },
  fallbacks: {
    kind: 'counter',
    help: "Fallbacks to a site's second assistant after its first one failed before any text, by error code",
    labels: ['site', 'code'],
  },
  sources: { kind: 'histogram', help: 'Pages cited by an answer', labels: ['platform'], buckets: [0, 1, 2, 3, 5, 8] },
  platform_calls: {
    kind: 'counter',
    help: 'Calls to a platform, by action and result: ok, or the error code (rate_limited calls are retried)',
    labels: ['platform', 'action', 'result'],
  },
  feedback: { kind: 'counter', help: 'Answers marked as helpful or not', labels: ['platform', 'mark'] },
  deployments: { kind: 'counter', help: 'Deployments ended, by state', labels: ['platform', 'state'] },
  takeovers: {
    kind: 'counter',
    help: 'Turns taken over from a process that died, stopped or lost its claim',
    labels: ['platform'],
  },
  claims_lost: {
    kind: 'counter',
    help: 'Claims of this process that another process took over',
    labels: [],
  },
  store_failures: {
    kind: 'counter',
    help: 'Failed reads and writes of the database',
    labels: [],
  },
  service_requests: {
    kind: 'counter',
    help: 'Requests to the documentation service, by operation and status',
    labels: ['operation', 'status'],
  },
  service_updates: {
    kind: 'counter',
    help: 'Project updates of the documentation service that ended, by state',
    labels: ['state'],
  },
  model_answers: {
    kind: 'counter',
    help: 'Answers requested from a language model, by what they were: ok, asked_back, refused, declined, chat, or the reason for the failure',
    labels: ['result'],
  },
  model_tokens: {
    kind: 'histogram',
    help: 'Tokens per language model answer, by kind: input or output',
    labels: ['kind'],
    buckets: [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000],
  },
  embedding_queries: {
    kind: 'counter',
    help: 'Questions to be embedded by a model, by result: ok, failed, or skipped after a failure',
    labels: ['result'],
  },
  build_info: { kind: 'gauge', help: 'The version of Docent that runs; the value is 1', labels: ['version'] },
  queue_age_seconds: { kind: 'gauge', help: 'Age of the oldest question that is still waiting', labels: [] },
  socket_age_seconds: {
    kind: 'gauge',
    help: "Time since the last sign of life of a platform's connection",
    labels: ['platform'],
  },
} as const satisfies Record<string, Definition>;

type Definitions = typeof definitions;
type NamesOf<Kind extends Definition['kind']> = {
  [Name in keyof Definitions]: Definitions[Name]['kind'] extends Kind ? Name : never;
}[keyof Definitions];

/** Names of counters. */
export type CountedName = NamesOf<'counter'>;
/** Names of histograms and gauges. */
export type ObservedName = NamesOf<'histogram' | 'gauge'>;

/** Every name as Docent uses it; for Prometheus each gets the prefix `docent_`, counters also the suffix `_total`. */
export const metricNames: readonly string[] = Object.keys(definitions);

type Labels = Readonly<Record<string, string>>;

/** The metrics registry. Throws on a name or label that is not on the list, since that is a defect. */
export interface OpsMetrics {
  count(name: CountedName, labels?: Labels, by?: number): void;
  /** Seconds for durations. */
  observe(name: ObservedName, value: number, labels?: Labels): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): OpsMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const parts = new Map(
    Object.entries(definitions).map(([name, definition]) => [name, createPart(name, definition, registry)]),
  );
  return {
    count(name, labels = {}, by = 1) {
      const part = parts.get(name);
      if (!(part instanceof Counter)) throw new TypeError(`nothing is counted by the name ${name}`);
      part.inc({ ...labels }, by);
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
  if (kind === 'counter') return new Counter({ ...options, name: `docent_${name}_total` });
  if (kind === 'gauge') return new Gauge({ ...options, name: `docent_${name}` });
  return new Histogram({ ...options, name: `docent_${name}`, ...(buckets && { buckets: [...buckets] }) });
}
