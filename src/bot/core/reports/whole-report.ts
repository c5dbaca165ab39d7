/**
 * The whole report of a chat report, for a page that its reader opens within ten minutes. Rights are checked again when it is
 * opened: the list of readers, the person's membership, and the private channels that they may read.
 */
import type { Report } from '../insight/report.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import type { DeploymentRequest } from '../model/conversation.ts';
import { checkAllowed } from '../people/allow-list.ts';
import { type ReaderOptions, readableBy } from '../people/readable-words.ts';
import { seenFrom } from '../people/seen-from.ts';
import type { Platform } from '../ports/platform.ts';
import type { Store } from '../ports/store.ts';
import { readReport } from './read-report.ts';

export const wholeReportMs = 10 * 60_000;

/** Who asked for which report. */
export interface ReportTicket {
  readonly request: Pick<DeploymentRequest, 'thread' | 'requester' | 'identities' | 'kind'>;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

export interface WholeReportOptions {
  /** Who may read reports: `slack:U…`, `slack:S…`, `discord:<id>`. */
  readonly allow: readonly string[];
  readonly platforms: readonly Platform[];
  readonly routing: ReaderOptions['routing'];
  readonly store: Pick<Store, 'askedSince' | 'platformsApart'>;
}

/** undefined: the ten minutes are over, or the person may not read it any more. Fails with StoreError. */
export async function openWholeReport(
  { request, since, until }: ReportTicket,
  now: number,
  { allow, platforms, routing, store }: WholeReportOptions,
): Promise<Report | undefined> {
  const platform = platforms.find(({ name }) => name === request.thread.platform);
  if (!platform || now - until > wholeReportMs) return undefined;
  const found = await checkAllowed({ ...request, id: '', requestedAt: until }, allow, platform);
  if (!found.allowed) return undefined;
  const seen = await seenFrom(request.thread, { platforms, store });
  const toReadable = (asked: readonly AskedQuestion[]) => readableBy(asked, request.requester, { routing, platforms });
  return (await readReport(since, until, store, seen, toReadable)).report;
}
