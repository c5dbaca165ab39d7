/**
 * Which encoding a service is asked for. `auto` finds out with a request that contains no question, which services reject at
 * no cost: v2 where the service has it, else v1.
 */
import { createAnswerReader } from '../../kit/wire/answer-reader.ts';
import { type ApiVersion, messagePath } from '../../kit/wire/api.ts';
import { type Http, HttpFailure } from './http.ts';

export interface Versions {
  /** The version in use; undefined until it is found. */
  readonly known: ApiVersion | undefined;
  /** The version in use; asks the service if it is not known. Fails with HttpFailure, as a question would. */
  find(signal: AbortSignal): Promise<ApiVersion>;
  /** Asks the service again, whatever is known. Fails with HttpFailure. */
  check(signal: AbortSignal): Promise<ApiVersion>;
  /** A question failed in a way for which the version may be the cause: the next one asks the service. */
  doubt(): void;
}

const candidates: Readonly<Record<ApiVersion | 'auto', readonly ApiVersion[]>> = {
  auto: ['v2', 'v1'],
  v1: ['v1'],
  v2: ['v2'],
};

/** `domain` need not be encoded. */
export function createVersions(http: Http, domain: string, wanted: ApiVersion | 'auto'): Versions {
  const fixed = wanted === 'auto' ? undefined : wanted;
  let known = fixed;

  /** undefined: the service has this version; else why not, or that its response is not an answer. */
  async function probe(version: ApiVersion, signal: AbortSignal): Promise<HttpFailure | 'other' | undefined> {
    try {
      const response = await http.send({ method: 'POST', path: messagePath(version, domain), body: {}, signal });
      response.leave();
      return createAnswerReader(response.header).encoding === 'none' ? 'other' : undefined;
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (mayLackPath(error)) return error;
      if (error.code === 'rejected') return undefined;
      throw error;
    }
  }

  async function check(signal: AbortSignal): Promise<ApiVersion> {
    const failures: HttpFailure[] = [];
    for (const version of candidates[wanted]) {
      const found = await probe(version, signal);
      if (found === undefined) {
        known = version;
        return version;
      }
      if (found !== 'other') failures.push(found);
    }
    const failure = failures.find(({ code }) => code === 'unauthorized') ?? failures[0];
    if (failure) throw failure;
    return fixed ?? 'v1';
  }

  return {
    get known() {
      return known;
    },
    check,
    find: async (signal) => known ?? check(signal),
    doubt() {
      known = fixed;
    },
  };
}

/** Gateways also refuse the key (401, 403) or redirect where they have no such path. */
export function mayLackPath({ status = 0 }: HttpFailure): boolean {
  return (status >= 300 && status < 400) || [401, 403, 404, 405, 409, 410, 415, 501].includes(status);
}
