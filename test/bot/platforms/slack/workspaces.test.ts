/** The adapter with several workspaces of one app, over Bolt and the simulated Slack. */
import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createSlackPlatform } from '../../../../src/bot/platforms/slack/adapter.ts';
import { createInstallationStore } from '../../../../src/bot/store/installations/installations.ts';
import { createSlackSandbox, type SlackSandbox } from '../../../../src/sandbox/slack/sandbox.ts';
import { createKeptLog } from '../../../fakes/logger.ts';
import { engines, openStore, type TestEngine } from '../../../kit/sql/engines.ts';
import { until } from '../../../sandbox/slack/until.ts';
import { body } from '../contract/world.ts';
import { createRecordingHandlers } from './recording-handlers.ts';
import { ada, docsHelp, grace } from './world.ts';

const teams = [
  { id: 'T0SECOND01', name: 'Second', domain: 'second' },
  { id: 'T0THIRD001', name: 'Third', domain: 'third', organization: 'E0THIRD001' },
];

/** The first workspace is known by its bot token; the others have installed the app. */
async function started() {
  const first = await createSlackSandbox();
  const [second, third] = await Promise.all(teams.map((team) => createSlackSandbox({ team, beside: first })));
  if (!second || !third) throw new Error('no workspaces');
  const { database } = await openStore(engines[0] as TestEngine);
  const installations = createInstallationStore(database, 'slack', [randomBytes(32).toString('base64')]);
  for (const [index, { id, organization = id }] of teams.entries()) {
    first.app.grants.give(teams[index] ?? { id, name: '', domain: '' }, `xoxb-${id}`);
    await installations.save({ id: organization, tokens: { token: `xoxb-${id}` } });
  }
  const { clientId, clientSecret, botToken, appToken, apiUrl } = first;
  const log = createKeptLog();
  const installing = { clientId, clientSecret, stateSecret: 'hard to guess indeed', installations };
  const platform = createSlackPlatform({ botToken, installing, appToken, apiUrl, logger: log });
  const handlers = createRecordingHandlers();
  const removed: string[] = [];
  const wiping = { during: async (): Promise<void> => undefined };
  const wipe = async (installation: string): Promise<void> => {
    await wiping.during();
    removed.push(installation);
  };
  await platform.start({ ...handlers, removed: wipe });
  onTestFinished(async () => {
    await platform.stop();
    await Promise.all([second.stop(), third.stop()]);
    await first.stop();
  });
  return { platform, handlers, removed, wiping, installations, log, workspaces: [first, second, third] as const };
}

async function mention(slack: SlackSandbox, text: string): Promise<string> {
  return (await slack.say({ channel: docsHelp, user: ada, text: `<@${slack.botUserId}> ${text}` })).ts;
}

it('posts a message in the workspace or organisation that its thread names', async () => {
  const { platform, handlers, workspaces } = await started();
  for (const slack of workspaces) await mention(slack, `from ${slack.teamId}`);
  await until(() => new Set(handlers.questions.map(({ text }) => text)).size === 3);
  const threads = workspaces.map((slack) => {
    const question = handlers.questions.find(({ text }) => text === `from ${slack.teamId}`);
    return question?.thread ?? { platform: 'slack', installation: '', channel: '', thread: '' };
  });
  expect(threads.map(({ installation }) => installation)).toEqual(['T0DOCENT01', 'T0SECOND01', 'E0THIRD001']);
  for (const [index, thread] of threads.entries()) await platform.post(thread, body(`answer ${index}`), `k${index}:0`);
  const shown = workspaces.map((slack) =>
    slack.allMessages(docsHelp).flatMap(({ user, text }) => (user === slack.botUserId ? [text] : [])),
  );
  expect(shown).toEqual([['answer 0'], ['answer 1'], ['answer 2']]);
  expect(threads.map((thread) => platform.threads?.linkTo(thread, '1.000001')?.split('/archives')[0])).toEqual([
    'https://example-docs.slack.com',
    'https://second.slack.com',
    'https://third.slack.com',
  ]);
  await expect(
    platform.post({ platform: 'slack', installation: 'T0NOBODY', channel: docsHelp, thread: '1.1' }, body('x'), 'k:0'),
  ).rejects.toMatchObject({ code: 'thread_gone' });
});

it('looks up people and groups in the workspace where a question is asked', async () => {
  const { platform, workspaces } = await started();
  const [, second] = workspaces;
  second.changeUser({ id: ada, name: 'adele', realName: 'Adele', role: 'member', colour: '000000' });
  const thread = (installation: string) => ({ platform: 'slack', installation, channel: docsHelp, thread: '' });
  expect(await platform.people?.nameOf(`slack:T0SECOND01:${ada}`, thread('T0SECOND01'))).toBe('Adele');
  expect(await platform.people?.nameOf(`slack:T0DOCENT01:${ada}`, thread('T0DOCENT01'))).toBe('Ada Byron');
  const request = (team: string, installation = team) => ({
    identities: [`slack:${grace}`, `slack:${team}:${grace}`],
    thread: thread(installation),
  });
  const group = 'slack:T0SECOND01:S0DEPLOY01';
  expect(await platform.people?.isMember(request('T0SECOND01'), group)).toBe(true);
  expect(await platform.people?.isMember(request('T0DOCENT01'), group)).toBe(false);
  expect(await platform.people?.isMember(request('T0THIRD001', 'E0THIRD001'), 'slack:T0THIRD001:S0DEPLOY01')).toBe(
    true,
  );
  await platform.notices?.tell(`slack:T0SECOND01:${docsHelp}`, 'for the second');
  expect(workspaces.map((slack) => slack.messages(docsHelp).map(({ text }) => text))).toEqual([
    [],
    ['for the second'],
    [],
  ]);
});

it('ignores a removal that arrives after the app was reinstalled', async () => {
  const { workspaces, installations, removed, log } = await started();
  const [, second, third] = workspaces;
  second.oauth.uninstall();
  third.oauth.revokeTokens();
  await until(() => removed.includes('T0SECOND01') && removed.includes('E0THIRD001'));
  await until(() => second.unacked() + third.unacked() === 0);
  expect(await installations.find('T0SECOND01')).toBeUndefined();
  const before = removed.length;
  second.app.grants.give(teams[0] ?? { id: '', name: '', domain: '' }, 'xoxb-again');
  await installations.save({ id: 'T0SECOND01', tokens: { token: 'xoxb-again' } });
  second.faults.redeliver();
  await until(() => log.lines.some(({ phrase }) => phrase === 'removal of an earlier installation ignored'));
  expect([removed.length, await installations.find('T0SECOND01')]).toMatchObject([
    before,
    { tokens: { token: 'xoxb-again' } },
  ]);
});

it('keeps the new token of a workspace that reinstalls the app while its answers are being removed', async () => {
  const { workspaces, installations, wiping, log } = await started();
  const [, second] = workspaces;
  wiping.during = async () => {
    second.app.grants.give(teams[0] ?? { id: '', name: '', domain: '' }, 'xoxb-again');
    await installations.save({ id: 'T0SECOND01', tokens: { token: 'xoxb-again' } });
  };
  second.oauth.uninstall();
  await until(() => second.unacked() === 0 && log.lines.some(({ phrase }) => phrase.includes('removal of an earlier')));
  expect(await installations.find('T0SECOND01')).toMatchObject({ tokens: { token: 'xoxb-again' } });
});

it('removes a workspace that uninstalls the app even when its token has expired and cannot be renewed', async () => {
  const { workspaces, installations, removed } = await started();
  const [, second] = workspaces;
  const tokens = { token: 'xoxe.xoxb-old', refreshToken: 'xoxe-spent', expiresAt: 1 };
  await installations.save({ id: 'T0SECOND01', tokens });
  second.oauth.revokeTokens();
  await until(() => removed.includes('T0SECOND01') && second.unacked() === 0);
  expect(await installations.find('T0SECOND01')).toBeUndefined();
});

it('acknowledges an event of a workspace whose token is rejected, and fails posts there as unavailable', async () => {
  const { platform, handlers, workspaces, installations, log } = await started();
  const [, second] = workspaces;
  await installations.save({ id: 'T0SECOND01', tokens: { token: 'xoxb-refused' } });
  await mention(second, 'anybody there?');
  const ignored = { phrase: 'event ignored: workspace token rejected' };
  await until(() => second.unacked() === 0 && log.lines.some(({ phrase }) => phrase === ignored.phrase));
  expect(handlers.questions).toEqual([]);
  const thread = { platform: 'slack', installation: 'T0SECOND01', channel: docsHelp, thread: '1.1' };
  await expect(platform.post(thread, body('x'), 'k:0')).rejects.toMatchObject({ code: 'unavailable' });
});
