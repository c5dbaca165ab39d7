/** Failures of a model: what the AI library throws, as one of a few codes. Pure. */
import { APICallError } from 'ai';

/** Why a model did not answer. Contains no text of the question, the pages or the answer. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: 'refused_key' | 'rate_limited' | 'unavailable' | 'timed_out' | 'malformed' | 'empty';
  /** HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(code: ModelError['code'], status?: number) {
    super(`model: ${code}`);
    this.code = code;
    this.status = status;
  }
}

/** Drops the message of the original error, which may quote the question or the pages. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (APICallError.isInstance(error)) return new ModelError(codeOf(error.statusCode), error.statusCode);
  // The error of failed retries holds the last failure.
  if (error instanceof Error && 'lastError' in error) return toModelError(error.lastError);
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return new ModelError('timed_out');
  }
  return new ModelError('malformed');
}

function codeOf(status: number | undefined): ModelError['code'] {
  if (status === 401 || status === 403) return 'refused_key';
  if (status === 429) return 'rate_limited';
  return status !== undefined && status < 400 ? 'malformed' : 'unavailable';
}
