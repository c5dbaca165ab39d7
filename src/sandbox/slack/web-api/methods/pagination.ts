/** Paged lists. Cursors are opaque to apps: base64 of the next item's index. Source: apis/web-api/pagination, 2026-11-21. */

import type { JsonObject } from '../../../json.ts';
import { Refusal } from '../../world/validation.ts';

/** The arguments of a paged method. */
export const pagingTypes = { limit: 'number', cursor: 'string' } as const;

export interface Page<T> {
  readonly items: readonly T[];
  /** Empty on the last page. */
  readonly nextCursor: string;
}

export function pageOf<T>(items: readonly T[], limit: number, cursor: string | undefined): Page<T> {
  const from = cursor ? Number(Buffer.from(cursor, 'base64').toString()) : 0;
  if (!Number.isInteger(from) || from < 0) throw new Refusal('invalid_cursor');
  const to = from + limit;
  const nextCursor = to < items.length ? Buffer.from(String(to)).toString('base64') : '';
  return { items: items.slice(from, to), nextCursor };
}

/** The response with the page's items under `name`. */
export function toResponse(name: string, { items, nextCursor }: Page<JsonObject | string>): JsonObject {
  return { [name]: items, response_metadata: { next_cursor: nextCursor } };
}
