/** Which models are used, and their limits. In: the environment. Out: settings, or an error that says what is wrong. Pure. */
import { maskSensitive } from '../../kit/masking/mask.ts';
import { type Env, Reader, type Variable } from '../../kit/settings/reader.ts';
import { DocsServerError } from '../errors.ts';
import { v, variableNames } from '../variables.ts';

/** Where the model is. */
export interface ModelSettings {
  /** The endpoint's base, up to and without `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  /** Local endpoints need no key. */
  readonly key?: string;
  /** People's text is sent without masking. */
  readonly masking?: 'off';
  /** The model sees pictures. */
  readonly pictures?: true;
  /** What happens to a sentence whose citations do not support it. Default: its links go. */
  readonly unsupported?: 'mark' | 'drop';
  /** How much it reads at once. Default: what most hosted models do. */
  readonly contextTokens?: number;
  /** Docs of at most this size are sent whole. Default: never. */
  readonly wholeDocsTokens?: number;
  /** For how many questions a month the docs are sent whole. Default: any number. */
  readonly wholeDocsQuestions?: number;
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
  /** How long the model may take to write searches; 0: it is not asked for any. */
  readonly queryMs: number;
  /** The longest silence before the first part of a response, and between two parts. */
  readonly stallMs: number;
}

export const defaultModelLimits: ModelLimits = {
  maxSteps: 4,
  maxWaitMs: 10_000,
  maxOutputTokens: 1_200,
  maxHistoryTokens: 2_000,
  totalMs: 120_000,
  queryMs: 6_000,
  stallMs: 30_000,
};

/**
 * The model that answers: `DOCENT_MODEL_URL`, `DOCENT_MODEL`, `DOCENT_MODEL_KEY`, `DOCENT_MODEL_PICTURES` … undefined: none. Fails with
 * DocsServerError: config_wrong.
 */
export function readModelSettings(env: Env): ModelSettings | undefined {
  const reader = new Reader(env, variableNames);
  const isMeant = reader.isSet(v.model) || (reader.isSet(v.modelUrl) && !reader.isSet(v.embeddingModel));
  if (!isMeant) return undefined;
  const sees = reader.get(v.modelPictures) === 'on';
  const sizes = {
    contextTokens: reader.get(v.modelContextTokens),
    wholeDocsTokens: reader.get(v.modelWholeDocsTokens),
    wholeDocsQuestions: reader.get(v.modelWholeDocsQuestions),
  };
  const unsupported = reader.get(v.modelUnsupported);
  const checks = unsupported === 'unlink' ? {} : { unsupported };
  return { ...settingsOf(reader, v.model), ...sizes, ...checks, ...(sees && { pictures: true as const }) };
}

/**
 * The embedding model: `DOCENT_EMBEDDING_MODEL`, at the same address with the same key. undefined: none. Fails with
 * DocsServerError: config_wrong.
 */
export function readEmbeddingSettings(env: Env): ModelSettings | undefined {
  const reader = new Reader(env, variableNames);
  return reader.isSet(v.embeddingModel) ? settingsOf(reader, v.embeddingModel) : undefined;
}

function settingsOf(reader: Reader, name: Variable<string>): ModelSettings {
  const model = reader.need(name);
  const url = reader.need(v.modelUrl);
  const key = reader.get(v.modelKey);
  const masking = reader.get(v.masking);
  const problems = reader.problems();
  if (model === undefined || url === undefined || problems.length > 0)
    throw new DocsServerError('config_wrong', problems.join('\n'));
  return { url, model, ...(key !== undefined && { key }), ...(masking === 'off' && { masking }) };
}
