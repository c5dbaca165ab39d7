import { expect, it } from 'vitest';
import { toPerson } from '../../../../../src/bot/platforms/slack/connection/person.ts';

it('identifies a person by the most reliable workspace in the event, otherwise by our installation', () => {
  expect(toPerson('U1', 'E1', 'T2', 'T1')).toBe('slack:T2:U1');
  expect(toPerson('U1', 'E1', undefined, null, '', 'T1')).toBe('slack:T1:U1');
  expect(toPerson('U1', 'E1')).toBe('slack:E1:U1');
});
