/**
 * Asks a documentation service to delete a person's data. Ours can; hosted ones have no such operation and keep the
 * data.
 */
import { text } from 'node:stream/consumers';
import { parseJson } from '../../kit/base/json.ts';
import { forgetPath, forgottenSchema } from '../../kit/wire/api.ts';
import { type Http, HttpFailure } from './http.ts';

/** `unsupported`: the service has no such operation. `failed`: it was unreachable, or refused. */
export type ForgetResult = { readonly threads: number } | 'unsupported' | 'failed';

const limitMs = 5_000;

/** Takes at most 5 s. Never fails. */
export async function forgetAt(http: Http, domain: string, fp: string): Promise<ForgetResult> {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await http.send({ method: 'POST', path: forgetPath(domain), body: { fp }, signal });
    // Some services respond to any URL with a page.
    const forgotten = forgottenSchema.safeParse(parseJson(await text(response.body)));
    return forgotten.success ? { threads: forgotten.data.threads } : 'unsupported';
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return error.status === 404 || error.status === 405 ? 'unsupported' : 'failed';
  }
}
