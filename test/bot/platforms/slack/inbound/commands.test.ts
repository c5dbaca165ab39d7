/** How slash commands are read. */
import { expect, it } from 'vitest';
import {
  type Command,
  readOpening,
  toDeploymentCommand,
  toQuestion,
} from '../../../../../src/bot/platforms/slack/inbound/commands.ts';

/** As docs.slack.dev interactivity/implementing-slash-commands shows it, ids replaced. */
const command: Command = {
  command: '/docs',
  text: 'how does <@U1> start?',
  team_id: 'T1',
  is_enterprise_install: 'false',
  channel_id: 'C1',
  user_id: 'U2',
  response_url: 'https://hooks.slack.com/commands/T1/1/secret',
  trigger_id: '13345224609.738474920.8088930838d88f008e0',
};
const now = 1_767_600_000_000;

it('reads /docs as a question whose thread is yet to be opened', () => {
  const question = toQuestion(command, 'U0BOT', now);
  expect(question).toMatchObject({
    id: `slack:T1:command:${command.trigger_id}`,
    thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: `command:${command.trigger_id}` },
    asker: 'slack:T1:U2',
    addressed: 'command',
    text: 'how does <@U1> start?',
    askedAt: now,
  });
  expect(question.thread.address).toBeUndefined();
  expect(readOpening(question.opens ?? '')).toEqual({ user: 'U2', mentions: true, responseUrl: command.response_url });
});

it.each([
  ['C1', 'mpdm-ada--bob-1', 'group'],
  ['C1', 'privategroup', 'private'],
  ['D1', 'directmessage', 'direct'],
  // A private channel may have this name, too.
  ['C1', 'docs-help', undefined],
])('recognises the kind of place by its id and name (%s, %s)', (channel_id, channel_name, place) => {
  expect(toQuestion({ ...command, channel_id, channel_name }, 'U0BOT', now).place).toBe(place);
});

it('reads /docs without text as an empty question', () => {
  const { text: _, ...bare } = command;
  expect(toQuestion(bare, 'U0BOT', now).text).toBe('');
});

it('reads /deploy as a request whose progress is shown in its channel', () => {
  expect(toDeploymentCommand({ ...command, command: '/deploy', text: ' lock why ' }, now)).toEqual({
    id: `slack:T1:command:${command.trigger_id}`,
    thread: { platform: 'slack', installation: 'T1', channel: 'C1', thread: '', address: command.response_url },
    requester: 'slack:T1:U2',
    identities: ['slack:U2', 'slack:T1:U2'],
    requestedAt: now,
    text: 'lock why',
  });
});

it.each(['true', true])('recognises an organisation-wide installation (%o)', (is_enterprise_install) => {
  const request = toDeploymentCommand({ ...command, enterprise_id: 'E1', is_enterprise_install }, now);
  expect([request.thread.installation, request.requester]).toEqual(['E1', 'slack:T1:U2']);
});
