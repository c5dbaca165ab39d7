import { expect, it } from 'vitest';
import { backAt } from '../../../../src/bot/core/feedback/hand-over.ts';

const hours = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '17:00',
  timeZone: 'Europe/Berlin',
} as const;

it.each([
  ['on a working day before hours', '2026-11-23T07:59:00Z', '2026-11-23T08:00:00.000Z'],
  ['in the evening', '2026-11-23T16:00:00Z', '2026-11-24T08:00:00.000Z'],
  ['on a Friday evening', '2026-11-20T18:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['just after local midnight, which is the day before in UTC', '2026-11-22T23:30:00Z', '2026-11-23T08:00:00.000Z'],
  ['over the weekend on which the clocks change', '2026-03-27T18:00:00Z', '2026-03-30T07:00:00.000Z'],
])('%s people are back when the next working hours begin', (_, now, back) => {
  expect(new Date(backAt(hours, Date.parse(now)) ?? 0).toISOString()).toBe(back);
});

it.each(['2026-11-23T08:00:00Z', '2026-11-23T15:59:00Z', '2026-07-01T07:00:00Z'])(
  'at %s people are available',
  (now) => {
    expect(backAt(hours, Date.parse(now))).toBeUndefined();
  },
);

it('with hours on one weekday only, people are back a week later', () => {
  const mondays = { ...hours, days: ['mon'] } as const;
  expect(new Date(backAt(mondays, Date.parse('2026-11-23T17:00:00Z')) ?? 0).toISOString()).toBe(
    '2026-11-30T08:00:00.000Z',
  );
});
