/** The options of the service and their defaults. */
import type { Logger } from '../kit/base/logger.ts';
import type { Env } from '../kit/settings/reader.ts';
import type { Responder } from './answers/responder.ts';
import type { OnProgress } from './content/pages.ts';
import type { RequestMetrics } from './http/middleware.ts';
import { defaultLimits, type LimitSettings } from './http/quotas.ts';
import type { Probes } from './http/routes.ts';
import type { ModelMetrics } from './llm/llm-responder.ts';
import type { Embedder, EmbeddingMetrics } from './search/ranking/embeddings.ts';
import type { ServiceStore } from './store/store.ts';

/** One folder to serve. */
export interface FolderOptions {
  /** The folder with Markdown and MDX pages. */
  readonly docsDir: string;
  /** The name in `/v1/assistant/{domain}/message`. Default: the folder's name. */
  readonly domain?: string;
  /** The name in `/v1/project/update/{projectId}`. Default: the domain. */
  readonly projectId?: string;
  /** The address of the published docs, path included: sources become absolute links. Default: they are rooted paths. */
  readonly siteUrl?: string;
}

/** Metrics sink. */
export type ServiceMetrics = RequestMetrics & ModelMetrics & EmbeddingMetrics;

/** Settings of the service. Only the logger is required. */
export interface ServiceOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** 0 picks a free one. Default: 8080. */
  readonly port?: number;
  /** `sqlite:<path>`, `sqlite::memory:` or `postgres://…`. Default: in memory, lost with the process. */
  readonly database?: string;
  /** The folder for clones of git repositories. Default: `docent-serve` in the working directory. */
  readonly dataDir?: string;
  /**
   * The folder for indexes, so that the next start reads only what changed. If set, docs are read in a worker thread.
   * Default: none.
   */
  readonly indexDir?: string;
  /** A Bearer key for the assistant operation, in addition to those in the database. Default: a new one. */
  readonly key?: string;
  /** A Bearer key for the update operations, in addition to those in the database. Default: a new one. */
  readonly deployKey?: string;
  readonly limits?: LimitSettings;
  /** How many proxies in front of the service write X-Forwarded-For. Default: 0. */
  readonly trustedProxies?: number;
  /** A thread is continued only with its thread key. Default: a Bearer key is enough. */
  readonly requireThreadKey?: boolean;
  /** Origins whose pages may send requests from a browser. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** Of the Slack app that names this MCP server: whom Slackbot asks for is believed only with its signature. */
  readonly slackSigningSecret?: string;
  /** Whether folders are read again when they change. */
  readonly watch?: boolean;
  /** How long threads and updates are kept after their last use. Default: 90 days. */
  readonly retentionDays?: number | 'off';
  /** How often to look for updates that other services on the same database have served. Default: 10 s. */
  readonly followMs?: number;
  /** Names the language model and the embedding model. Default: neither. */
  readonly env?: Env;
  /** Answers instead of the responder that `env` selects. */
  readonly respond?: Responder;
  /** Embeds instead of the model that `env` names; stopped with the service. */
  readonly embedderOf?: (store: ServiceStore) => Embedder;
  /** The pause between two pieces of an extractive answer, so that people see it grow. Default: 0. */
  readonly pieceDelayMs?: number;
  /** Whether extractive answers end with suggested questions, which Docent shows as buttons. Default: false. */
  readonly propose?: boolean;
  /** How long one answer may take. Default: 5 minutes. */
  readonly answerMs?: number;
  /** How long open answers may continue once the service stops; then they are aborted. Default: 4 s. */
  readonly stopMs?: number;
  /** How long a request may take to arrive. Default: 30 s. */
  readonly requestMs?: number;
  /** Connections without traffic for this long are closed: the client has left. Default: one minute. */
  readonly idleMs?: number;
  /** Aborts reading docs immediately, also at startup, which then fails with the signal's reason. Default: only `stop` does. */
  readonly signal?: AbortSignal;
  /** Answers /healthz, /readyz and /metrics. */
  readonly probes?: Probes;
  readonly metrics?: ServiceMetrics;
  /** Called for each page that is read at startup. */
  readonly onProgress?: OnProgress;
  /** Called for each page of a website that is fetched. */
  readonly onFetched?: OnProgress;
  /** Called for each batch of sections that is embedded. */
  readonly onEmbedded?: OnProgress;
  readonly logger: Logger;
}

export type DocsServerOptions = FolderOptions & ServiceOptions;

const defaults = {
  host: '127.0.0.1',
  port: 8080,
  database: 'sqlite::memory:',
  dataDir: 'docent-serve',
  limits: defaultLimits,
  trustedProxies: 0,
  requireThreadKey: false,
  corsOrigins: [],
  watch: false,
  retentionDays: 90,
  followMs: 10_000,
  env: {},
  pieceDelayMs: 0,
  propose: false,
  answerMs: 300_000,
  stopMs: 4_000,
  requestMs: 30_000,
  idleMs: 60_000,
} as const;

/** The options with their defaults. */
export type Settings = ServiceOptions & Required<Pick<ServiceOptions, keyof typeof defaults>>;

export function toSettings(options: ServiceOptions): Settings {
  return { ...defaults, ...options };
}
