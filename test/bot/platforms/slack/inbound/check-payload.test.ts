import { describe, expect, it } from 'vitest';
import { checkDelivery } from '../../../../../src/bot/platforms/slack/inbound/listen.ts';

const event = { type: 'message', channel: 'C1', user: 'U1', text: 'How?', ts: '1.0' };
const delivery = { event_id: 'Ev1', team_id: 'T1', authorizations: [{ team_id: 'T1' }], event };

describe('a Slack event', () => {
  it('is returned unchanged when it is well-formed', () => {
    expect(checkDelivery(delivery)).toBe(delivery);
    const edited = {
      ...event,
      subtype: 'message_changed',
      message: { ...event, edited: { ts: '2.0' } },
      previous_message: event,
    };
    expect(checkDelivery({ ...delivery, event: edited })).toBeDefined();
    expect(checkDelivery({ ...delivery, team_id: null, authorizations: undefined })).toBeDefined();
  });

  it.each([
    ['null', null],
    ['a list', [delivery]],
    ['without an id', { ...delivery, event_id: undefined }],
    ['without an event', { ...delivery, event: null }],
    ['without a type', { ...delivery, event: { ...event, type: 7 } }],
    ['with text that is not a string', { ...delivery, event: { ...event, text: { a: 1 } } }],
    ['with a user that is not a string', { ...delivery, event: { ...event, user: ['U1'] } }],
    ['with a malformed edit', { ...delivery, event: { ...event, edited: { ts: 1 } } }],
    ['with a malformed nested message', { ...delivery, event: { ...event, message: { ts: 1 } } }],
    ['with malformed authorizations', { ...delivery, authorizations: ['T1'] }],
  ])('is rejected as malformed: %s', (_, body) => {
    expect(checkDelivery(body)).toBeUndefined();
  });
});
