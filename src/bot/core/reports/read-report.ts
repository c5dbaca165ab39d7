/** Reads the questions of a report and writes the report. Fails with StoreError. */
import { inSlices } from '../../../kit/base/time-slices.ts';
import { type Report, writeReport } from '../insight/report.ts';
import { type AskedQuestion, newestOf } from '../model/asked-question.ts';
import type { SeenFrom } from '../ports/reask-store.ts';
import type { Store } from '../ports/store.ts';

/** Only the newest are read, since more would keep the process from its work. */
const maxQuestions = 20_000;

export interface ReadReport {
  readonly report: Report;
  /** The questions that it is based on. */
  readonly asked: readonly AskedQuestion[];
}

/**
 * From `since` up to but excluding `until`. `seen`: limits the report to what may be read there. `toReadable`: leaves out the
 * words of private channels that the reader may not read.
 */
export async function readReport(
  since: number,
  until: number,
  store: Pick<Store, 'askedSince'>,
  seen: SeenFrom,
  toReadable: (asked: readonly AskedQuestion[]) => readonly AskedQuestion[] | Promise<readonly AskedQuestion[]>,
): Promise<ReadReport> {
  const { asked: newest, ...cut } = newestOf(await store.askedSince(since, maxQuestions + 1, seen), maxQuestions);
  const asked = await toReadable(newest.filter(({ askedAt }) => askedAt < until));
  return { asked, report: { ...(await inSlices(writeReport(asked, since, until))), ...cut } };
}
