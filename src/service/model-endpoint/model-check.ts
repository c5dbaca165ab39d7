/**
 * Asks the endpoint of a language model once, so that an operator learns what is wrong before a reader does. Effects: one or two
 * requests. What it reports holds no key, and no text of the endpoint.
 */
import { isObject, parseJson } from '../../kit/base/json.ts';
import type { ModelSettings } from './settings.ts';

/** `detail` completes a sentence that begins with the model's name. */
export interface ModelCheck {
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  /** The one step that fixes it. */
  readonly remedy?: string;
}

const maxWaitMs = 30_000;
/** Error pages of proxies may be long. */
const maxBodyChars = 100_000;

/** Never fails. `signal` ends it early. */
export async function checkModel(settings: ModelSettings, signal?: AbortSignal): Promise<ModelCheck> {
  const first = await request(settings, true, signal);
  if (first.status !== 400) return toCheck(first, settings);
  const second = await request(settings, false, signal);
  if (!isAnswer(second)) return toCheck(second, settings);
  return {
    state: 'warning',
    detail: 'answers, but its endpoint refuses tools: it answers from the first search only',
    remedy: 'Choose a model that supports tool calls, or one whose window holds your docs whole.',
  };
}

/** `status` is undefined where no response came. */
interface Response {
  readonly status: number | undefined;
  readonly body?: unknown;
}

async function request(
  { url, model, key }: ModelSettings,
  withTools: boolean,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const body = {
    model,
    messages: [{ role: 'user', content: 'Reply with OK.' }],
    max_tokens: 16,
    ...(withTools && { tools: [tool] }),
  };
  const limit = AbortSignal.timeout(maxWaitMs);
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return { status: response.status, body: parseJson((await response.text()).slice(0, maxBodyChars)) };
  } catch {
    return { status: undefined };
  }
}

const tool = {
  type: 'function',
  function: {
    name: 'search',
    description: 'Searches the documentation.',
    parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  },
} as const;

function isAnswer({ status, body }: Response): boolean {
  return status === 200 && isObject(body) && Array.isArray(body.choices) && body.choices.length > 0;
}

function toCheck(response: Response, { url, model }: ModelSettings): ModelCheck {
  const { status, body } = response;
  const host = URL.canParse(url) ? new URL(url).host : 'its address';
  if (isAnswer(response)) return { state: 'ok', detail: `answers at ${host}` };
  const failed = (detail: string, remedy: string): ModelCheck => ({ state: 'failed', detail, remedy });
  if (status === undefined)
    return failed(
      `cannot be reached: nothing answers at ${host}`,
      'Check DOCENT_MODEL_URL, and that the endpoint runs.',
    );
  if (status === 401 || status === 403)
    return failed(`is refused: ${host} does not accept the key (${status})`, 'Check DOCENT_MODEL_KEY.');
  // An endpoint explains itself in an object; a wrong address gets a page or nothing.
  const isExplained = isObject(body) && body.error !== undefined;
  if (status === 404 && isExplained)
    return failed(
      `is not known at ${host} (404)`,
      `Check DOCENT_MODEL (${model}): it must be named as the endpoint names it.`,
    );
  if (status === 404 || status === 405 || status === 200)
    return failed(
      `cannot be asked: ${host} has no chat endpoint there (${status})`,
      'Check DOCENT_MODEL_URL: it ends before /chat/completions, often in /v1.',
    );
  if (status === 429)
    return {
      state: 'warning',
      detail: `did not answer: ${host} is busy, or the account has no quota left (429)`,
      remedy: 'Check the limits and the balance of the account.',
    };
  if (status < 500)
    return failed(
      `is refused: ${host} does not accept the request (${status})`,
      'Check DOCENT_MODEL and DOCENT_MODEL_URL.',
    );
  return failed(`did not answer: ${host} has a failure (${status})`, 'Look at the log of the endpoint, and try again.');
}
