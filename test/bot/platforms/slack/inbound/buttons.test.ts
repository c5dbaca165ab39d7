/** Button presses as questions, and how they are handled when the store is slow. */
import { expect, it } from 'vitest';
import { toAskedAbout } from '../../../../../src/bot/core/model/people.ts';
import { type ButtonPress, toQuestion } from '../../../../../src/bot/platforms/slack/inbound/buttons.ts';
import { toQuestion as toAskedQuestion } from '../../../../../src/bot/platforms/slack/inbound/shortcuts.ts';
import { english } from '../../../../../src/bot/wording/wording.ts';
import { StoreError } from '../../../../../src/kit/sql/store-errors.ts';
import { until } from '../../../../sandbox/slack/until.ts';
import { body } from '../../contract/world.ts';
import { createRecordingHandlers } from '../recording-handlers.ts';
import { grace, openSlackWorld } from '../world.ts';

/** As docs.slack.dev reference/interaction-payloads/block_actions-payload shows it, ids replaced. */
const press: ButtonPress = {
  team: { id: 'T1' },
  enterprise: null,
  is_enterprise_install: false,
  user: { id: 'U2', team_id: 'T9' },
  channel: { id: 'C1' },
  message: { ts: '1767600001.000200', thread_ts: '1767600000.000100' },
  response_url: 'https://hooks.slack.com/actions/T1/1/secret',
  trigger_id: '13345224609.738474920.8088930838d88f008e0',
  actions: [{ action_id: 'suggestion:1', value: 'And then?' }],
};

it('reads a press as a question in the answer’s thread by the person who pressed, whatever their team', () => {
  expect(toQuestion(press, 5)).toEqual({
    id: 'slack:T1:C1:1767600001.000200:suggestion:1',
    eventId: press.trigger_id,
    thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1767600000.000100' },
    asker: 'slack:T9:U2',
    addressed: 'mention',
    text: 'And then?',
    askedAt: 5,
    opens: '{"user":"U2"}',
  });
});

it('assigns a press to the organisation if that is the installation', () => {
  const question = toQuestion({ ...press, enterprise: { id: 'E1' }, is_enterprise_install: true }, 5);
  expect(question?.thread.installation).toBe('E1');
});

it.each([
  ['without a message', { message: undefined }],
  ['without a channel', { channel: undefined }],
  ['of a button without a question', { actions: [{ action_id: 'suggestion:1' }] }],
])('reads no question from a press %s', (_name, change) => {
  expect(toQuestion({ ...press, ...change } as ButtonPress, 5)).toBeUndefined();
});

it('shares the answer that the button names', () => {
  const share = (value: string) => toQuestion({ ...press, actions: [{ action_id: 'control:share', value }] }, 5);
  const id = toAskedAbout('slack:T1:C1:1767600000.000100', 'U1');
  expect(share(id)).toMatchObject({ id: `${id}:share`, shares: id });
  expect(share('slack:T1:Ev1')).toMatchObject({ id: 'slack:T1:Ev1:share', shares: 'slack:T1:Ev1' });
});

it.each([
  ['D1', 'directmessage', 'direct'],
  ['C1', 'mpdm-ada--bob-1', 'group'],
  ['C1', 'privategroup', 'private'],
  ['C1', 'general', undefined],
] as const)('reads the kind of place from the id and name of a channel (%s, %s)', (id, name, place) => {
  const share = [{ action_id: 'control:share', value: 'slack:T1:Ev1' }];
  for (const actions of [press.actions, share])
    expect(toQuestion({ ...press, actions, channel: { id, name } }, 5)?.place).toBe(place);
  const shortcut = { ...press, channel: { id, name }, message: { ts: '1767600001.000200', user: 'U1', text: 'How?' } };
  expect(toAskedQuestion(shortcut, 'UBOT', 5)?.place).toBe(place);
});

it('acknowledges a press in time while the store hangs, and shows a sentence if the store fails in the end', async () => {
  const world = await openSlackWorld();
  const { slack, platform } = world;
  const handlers = createRecordingHandlers();
  const { promise, reject } = Promise.withResolvers<void>();
  await platform.start({ ...handlers, question: () => promise.then(() => 'accepted') });
  const thread = await world.thread();
  const ts = await platform.post(thread, body('Like this.', { suggestions: ['And then?'] }), 'k:0');
  await slack.press({ channel: thread.channel, user: grace, ts, button: 'And then?' });
  reject(new StoreError('down'));
  await until(() => slack.allMessages(thread.channel).some(({ text }) => text === english.say('notTaken')));
  await platform.stop();
  await world.close();
});
