/**
 * What every operation of the service asks of a request first: the right key; and the one shape of its refusals.
 * In: a request. Out: nothing, or a refusal. Pure.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { ErrorBody } from '../wire/api.ts';
import { digest } from './threads.ts';

/** Statuses that the service refuses with. */
export type RefusalStatus = 400 | 401 | 404 | 413 | 415 | 500 | 503;

/** A refusal with a sentence for whoever wrote the client. */
export function refuse(context: Context, status: RefusalStatus, sentence: string): Response {
  const body: ErrorBody = { error: sentence };
  return context.json(body, status);
}

/** Whether the request carries this Bearer key. Takes the same time for every wrong key. */
export function hasKey(context: Context, key: string): boolean {
  const given = /^Bearer\s+(\S+)\s*$/i.exec(context.req.header('authorization') ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(key));
}
