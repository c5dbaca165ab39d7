/** The page with a whole report asks for the rights of its reader when it is opened. */
import { expect, it } from 'vitest';
import { openWholeReport, wholeReportMs } from '../../../../src/bot/core/reports/whole-report.ts';
import { createManualClock } from '../../../fakes/clock.ts';
import { createFakePlatform } from '../../../fakes/platform.ts';
import { asked } from '../insight/asked.ts';
import { monthBegins, monthEnds } from '../insight/month.ts';

const thread = { platform: 'slack', installation: 'T1', channel: 'G1', thread: '1.0' };
const request = { thread, requester: 'slack:T1:U1', identities: ['slack:U1'] };
const failed = [
  asked({ text: 'in public', state: 'failed', askedAt: monthBegins }),
  asked({ turn: 't2', text: 'in private', state: 'failed', askedAt: monthBegins, onlyIn: thread }),
];

/** What is written of questions that failed. `isIn`: whether the reader is in the private channel. */
async function opened({ allow = ['slack:U1'], isIn = true, now = monthEnds }): Promise<readonly string[] | undefined> {
  const platform = createFakePlatform({ name: 'slack', clock: createManualClock() });
  Object.assign(platform.profiles, { membershipOf: async () => ({ kind: 'member' }) });
  Object.assign(platform.people, { mayRead: async () => isIn });
  const report = await openWholeReport({ request, since: monthBegins, until: monthEnds }, now, {
    allow,
    platforms: [platform],
    routing: { privateChannels: false },
    store: { askedSince: async () => failed, platformsApart: async () => [] },
  });
  return report?.unhelped.map(({ question }) => question);
}

it('the whole report can be opened for ten minutes', async () => {
  expect(await opened({ now: monthEnds + wholeReportMs })).toEqual(['in private', 'in public']);
  expect(await opened({ now: monthEnds + wholeReportMs + 1 })).toBeUndefined();
});

it('the whole report cannot be opened by a person who has left the list of readers since', async () => {
  expect(await opened({ allow: ['slack:U2'] })).toBeUndefined();
});

it('the whole report shows words of a private channel only if its reader is in it when the page is opened', async () => {
  expect(await opened({ isIn: false })).toEqual(['in public']);
});
