/** Which models are used, and their limits. In: the environment. Out: settings, or an error that says what is wrong. Pure. */
import { maskSensitive } from '../../kit/masking/mask.ts';
import { DocsServerError } from '../errors.ts';

/** Where the model is. */
export interface ModelSettings {
  /** The endpoint's base, up to and without `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  /** Local endpoints need no key. */
  readonly key?: string;
  /** People's text is sent without masking. */
  readonly masking?: 'off';
}

/** People's text as it is sent to the model. */
export function toOutgoing(text: string, { masking }: Pick<ModelSettings, 'masking'>): string {
  return masking === 'off' ? text : maskSensitive(text);
}

/** Limits of one answer. */
export interface ModelLimits {
  /** Calls of the model, including the last one, which must answer without another search. */
  readonly maxSteps: number;
  /** A temporarily refused call is retried while its waits add up to no more than this. */
  readonly maxWaitMs: number;
  readonly maxOutputTokens: number;
  readonly maxHistoryTokens: number;
  readonly totalMs: number;
  /** The longest silence before the first part of a response, and between two parts. */
  readonly stallMs: number;
}

export const defaultModelLimits: ModelLimits = {
  maxSteps: 4,
  maxWaitMs: 10_000,
  maxOutputTokens: 1_200,
  maxHistoryTokens: 2_000,
  totalMs: 120_000,
  stallMs: 30_000,
};

/** The environment; only `DOCENT_MODEL…`, `DOCENT_EMBEDDING_MODEL` and `MASKING` are read. */
export type ModelEnv = Readonly<Record<string, string | undefined>>;

/**
 * The model that answers: `DOCENT_MODEL_URL`, `DOCENT_MODEL`, `DOCENT_MODEL_KEY`. undefined: none. Fails with
 * DocsServerError: config_wrong.
 */
export function readModelSettings(env: ModelEnv): ModelSettings | undefined {
  const { DOCENT_MODEL_URL: url = '', DOCENT_MODEL: model = '', DOCENT_EMBEDDING_MODEL: embedding = '' } = env;
  if (model !== '') return settingsOf(model, env);
  if (url === '' || embedding !== '') return undefined;
  throw new DocsServerError('config_wrong', 'DOCENT_MODEL must name the model at DOCENT_MODEL_URL.');
}

/**
 * The embedding model: `DOCENT_EMBEDDING_MODEL`, at the same address with the same key. undefined: none. Fails with
 * DocsServerError: config_wrong.
 */
export function readEmbeddingSettings(env: ModelEnv): ModelSettings | undefined {
  const { DOCENT_EMBEDDING_MODEL: model = '' } = env;
  return model === '' ? undefined : settingsOf(model, env);
}

function settingsOf(model: string, env: ModelEnv): ModelSettings {
  const { DOCENT_MODEL_URL: url = '', DOCENT_MODEL_KEY: key = '', MASKING: masking = '' } = env;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    const expected = 'the address of an endpoint that speaks OpenAI’s protocol, for instance http://127.0.0.1:11434/v1';
    throw new DocsServerError('config_wrong', `DOCENT_MODEL_URL must be ${expected}.`);
  }
  if (!['', 'on', 'off'].includes(masking)) throw new DocsServerError('config_wrong', 'MASKING must be on or off.');
  return { url: url.replace(/\/+$/, ''), model, ...(key !== '' && { key }), ...(masking === 'off' && { masking }) };
}
