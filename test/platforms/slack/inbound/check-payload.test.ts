import { describe, expect, it } from 'vitest';
import { checkDelivery } from '../../../../src/platforms/slack/inbound/check-payload.ts';

const event = { type: 'message', channel: 'C1', user: 'U1', text: 'How?', ts: '1.0' };
const delivery = { event_id: 'Ev1', team_id: 'T1', authorizations: [{ team_id: 'T1' }], event };

describe('a Slack event', () => {
  it('is taken as it is when it has the shape that it is read by', () => {
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
    ['of no type', { ...delivery, event: { ...event, type: 7 } }],
    ['with a text that is not text', { ...delivery, event: { ...event, text: { a: 1 } } }],
    ['with a user that is not text', { ...delivery, event: { ...event, user: ['U1'] } }],
    ['with an edit of another shape', { ...delivery, event: { ...event, edited: { ts: 1 } } }],
    ['with a message inside it of another shape', { ...delivery, event: { ...event, message: { ts: 1 } } }],
    ['with authorizations of another shape', { ...delivery, authorizations: ['T1'] }],
  ])('%s is malformed', (_, body) => {
    expect(checkDelivery(body)).toBeUndefined();
  });
});
