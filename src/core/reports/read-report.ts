/** Reads what a report is about. All fail with StoreError. */
import { inSlices } from '../../base/time-slices.ts';
import { type Report, writeReport } from '../insight/report.ts';
import type { AskedQuestion } from '../model/asked-question.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Store } from '../ports/store.ts';

/** The newest; more would keep the process from its work. */
const maxQuestions = 20_000;

export interface ReadReport {
  readonly report: Report;
  /** What it is made of. */
  readonly asked: readonly AskedQuestion[];
}

/** From `since` on and before `until`. `within`: of its platform nothing that was asked in other workspaces. */
export async function readReport(
  since: number,
  until: number,
  store: Pick<Store, 'askedSince'>,
  within?: ThreadRef,
): Promise<ReadReport> {
  const all = await store.askedSince(since, maxQuestions, within);
  const asked = all.filter(({ askedAt }) => askedAt < until);
  return { asked, report: await inSlices(writeReport(asked, since, until)) };
}
