/** The panel of the simulated Slack on the console's page. */
import { afterEach, expect, it } from 'vitest';
import { createSlackSandbox, type SlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import { createSlackPanel } from '../../../../src/sandbox/view/slack/panel.ts';

let slack: SlackSandbox | undefined;

afterEach(() => slack?.stop());

it('the Slack panel offers Stop below an answer while it is streamed, and then shows that it was stopped', async () => {
  slack = await createSlackSandbox();
  const panel = createSlackPanel(slack);
  const [channel, user] = ['C0DOCSHELP', 'U0ADA00001'];
  const { ts: root } = await slack.say({ channel, user, text: 'How?' });
  await fetch(`${slack.apiUrl}chat.startStream`, {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      channel,
      thread_ts: root,
      recipient_user_id: user,
      recipient_team_id: slack.teamId,
      chunks: [{ type: 'markdown_text', text: 'Set' }],
    }),
  });
  const newest = () => panel.view().messages.at(-1);
  expect(newest()?.body.at(-1)).toMatchObject({ kind: 'buttons', buttons: [{ id: 'slack:stop', text: 'Stop' }] });
  await panel.perform({ kind: 'press', user, message: newest()?.id ?? '', button: 'slack:stop' });
  expect(newest()?.body.some((each) => each.kind === 'buttons')).toBe(false);
  expect(newest()?.body.at(-1)).toEqual({ kind: 'small', children: [{ kind: 'text', text: 'Stopped' }] });
  expect(slack.messages(channel, root).at(-1)?.streaming).toBe('stopped');
});

it('a person forwards, pastes a table and posts as a form from the page of Slack', async () => {
  slack = await createSlackSandbox();
  const panel = createSlackPanel(slack);
  const [room, user] = ['C0DOCSHELP', 'U0ADA00001'];
  const newest = () => panel.view().messages.at(-1);
  await panel.perform({ kind: 'write', user, room, text: 'Which plan?\nPlan\tSeats\nBusiness\t50' });
  const original = newest();
  expect(JSON.stringify(original?.body)).toMatch(/Which plan\?.*"kind":"table".*Business/);
  await panel.perform({ kind: 'write', user, room, text: '', forwards: original?.id ?? '' });
  expect(newest()?.body.at(-1)).toMatchObject({ kind: 'card' });
  expect(JSON.stringify(newest()?.body)).toMatch(/Ada Byron.*Which plan\?/);
  await panel.perform({ kind: 'write', user, room, text: 'How?\nA\tB\nC\tD', asApp: true });
  expect(newest()).toMatchObject({ postedAs: 'Support form' });
  expect(JSON.stringify(newest()?.body)).toMatch(/New request.*How\?.*"kind":"table"/);
});
