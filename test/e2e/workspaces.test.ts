/** Several workspaces with the same Slack app in one process: their data is separate, even with identical ids. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import type { SlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import { readFeedback } from '../bot/store/feedback-records.ts';
import { postgres, sqliteOnDisk } from '../kit/sql/engines.ts';
import { until } from '../sandbox/slack/until.ts';
import { type Asked, pieces } from './assistant-service.ts';
import { startDeployService } from './deploy-service.ts';
import { ada, ask, docsHelp, grace, openWorkspaces, shows, stored } from './installed-workspaces.ts';

const lastWords = ({ messages }: Asked): string => messages.at(-1)?.content ?? '';

describe.each([sqliteOnDisk, postgres])('three workspaces on $name', (engine) => {
  it('get answers and follow-ups each in its own place, and no token is stored in plain text', async () => {
    const installed = await openWorkspaces(engine, (asked) => ({ pieces: pieces(`On ${lastWords(asked)}`) }));
    const { workspaces, install, world } = installed;
    for (const workspace of workspaces) expect((await install(workspace)).status).toBe(200);
    const threads = await Promise.all(workspaces.map((workspace, index) => ask(workspace, `question ${index}`)));
    const isShown = (text: string) => (workspace: SlackSandbox, index: number) =>
      shows(workspace, docsHelp, threads[index]).some((shown) => shown.includes(`${text} ${index}`));
    await until(() => workspaces.every(isShown('On question')));
    await Promise.all(workspaces.map((workspace, index) => ask(workspace, `and then ${index}`, threads[index])));
    await until(() => workspaces.every(isShown('On and then')));
    for (const [index, workspace] of workspaces.entries()) {
      expect(shows(workspace, docsHelp, threads[index])).toEqual([`On question ${index}`, `On and then ${index}`]);
      expect(workspace.allMessages(docsHelp).filter(({ user }) => user === workspace.botUserId)).toHaveLength(2);
    }
    expect(new Set(world.service.asked.map(({ fp }) => fp)).size).toBe(3);
    const text = await stored(installed);
    const tokens = world.slack.app.grants.all;
    expect(tokens.length).toBeGreaterThanOrEqual(4);
    expect(tokens.filter((token) => text.includes(token))).toEqual([]);
  });

  it('can stop and mark answers independently', async () => {
    const installed = await openWorkspaces(engine, ({ messages }) =>
      messages.at(-1)?.content === 'Long?' ? { pieces: ['For ever'], ends: 'stalled' } : { pieces: ['All of it.'] },
    );
    const { workspaces, install, world } = installed;
    const [first, second] = workspaces;
    await install(first);
    await install(second);
    const [one, two] = [await ask(first, 'Short?'), await ask(second, 'Long?')];
    await until(() => shows(first, docsHelp, one).length > 0 && shows(second, docsHelp, two).length > 0);
    second.stopAnswer({ channel: docsHelp, user: ada, thread: two });
    const ended = () => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').map(({ fields }) => fields);
    await until(() => ended().length === 2);
    expect(new Set(ended().map((end) => Reflect.get(end, 'state')))).toEqual(new Set(['answered', 'stopped']));
    expect(shows(second, docsHelp, two).join()).toContain('Stopped here');
    expect(shows(first, docsHelp, one).join()).toBe('All of it.');
    const [answer] = first.messages(docsHelp, one).filter(({ user }) => user === first.botUserId);
    await first.press({ channel: docsHelp, user: grace, ts: answer?.ts ?? '', button: 'Helpful' });
    const marks = async () => readFeedback(installed.database);
    await until(async () => (await marks()).length === 1);
    expect(await marks()).toMatchObject([
      { person: expect.stringMatching(/^hash:/), answer: { thread: { installation: first.teamId } } },
    ]);
  });

  it('recognise a person of an organisation by their workspace when they press Stop, and forget them', async () => {
    const text = 'The first words of it, and then nothing.';
    const installed = await openWorkspaces(engine, () => ({ pieces: pieces(text), ends: 'stalled' }));
    const { workspaces, install, world } = installed;
    const [, , third] = workspaces;
    await install(third);
    const thread = await ask(third, 'Long?');
    await until(() => shows(third, docsHelp, thread).join('').endsWith('nothing.'));
    third.stopAnswer({ channel: docsHelp, user: grace, thread });
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'turn ended'));
    const database = await openDatabase(installed.database);
    const hash = database.hashPerson(`slack:${third.teamId}:${grace}`);
    await database.close();
    expect(await stored(installed)).toContain(hash);
    await third.command({ channel: docsHelp, user: grace, command: '/docs', text: 'forget-me' });
    await until(() => world.log.lines.filter(({ phrase }) => phrase === 'person forgotten').length === 2);
    expect(await stored(installed)).not.toContain(hash);
  });

  it('of an organisation forget a person in each of their workspaces there, and in no other', async () => {
    const installed = await openWorkspaces(engine, () => ({ pieces: ['Yes.'] }));
    const { workspaces, install, world } = installed;
    const [, second, third] = workspaces;
    for (const workspace of workspaces) await install(workspace);
    const person = third.users.find(({ id }) => id === ada);
    if (!person) throw new Error('nobody');
    third.changeUser({ ...person, teams: [second.teamId, third.teamId] });
    for (const [index, workspace] of workspaces.entries()) {
      const thread = await ask(workspace, `words ${index}`);
      await until(() => shows(workspace, docsHelp, thread).length === 1);
    }
    const forget = async () => {
      const { ack } = await third.command({ channel: docsHelp, user: ada, command: '/docs', text: 'forget-me' });
      return ack.text;
    };
    third.faults.failNext('users.info', { error: 'internal_error' });
    expect(await forget()).toBe(english.say('notTaken'));
    expect(await stored(installed)).not.toContain('words 2');
    expect(await stored(installed)).toContain('words 1');
    expect(await forget()).toBe(english.say('forgottenHere'));
    const text = await stored(installed);
    for (const gone of ['words 1', `slack:${second.teamId}:${ada}`, `slack:${third.teamId}:${ada}`])
      expect(text).not.toContain(gone);
    expect(text).toContain('words 0');
    expect(world.slack.violations).toEqual([]);
  });

  it('can deploy only if the list names them, and see no deployment of another one', async () => {
    const service = await startDeployService();
    onTestFinished(() => service.stop());
    service.status = { status: 'success' };
    const installed = await openWorkspaces(engine, () => ({ pieces: ['Yes.'] }));
    const { workspaces, install, world } = installed;
    const [first, second] = workspaces;
    for (const workspace of workspaces) await install(workspace);
    await installed.app.stop();
    const allow = [`slack:${first.teamId}:${grace}`, `slack:${second.teamId}:${ada}`];
    const project = { name: 'default', title: 'the docs', url: service.url, projectId: 'p', token: 't', allow };
    const statusPath = '/v1/status/{statusId}';
    const rules = { confirm: false, reask: false, timeoutMs: 60_000 };
    const announcements = { platform: 'slack', installation: first.teamId, channel: docsHelp, filter: 'all' } as const;
    const deploy = { projects: [{ ...project, statusPath }], ...rules, announcements };
    await installed.start({ deploy });
    const type = async (workspace: SlackSandbox, user: string, text: string): Promise<string> => {
      const { ack } = await workspace.command({ channel: docsHelp, user, command: '/deploy', text });
      return String(ack.text ?? '');
    };
    expect(await type(first, ada, '')).toMatch(/names neither you .* slack:T0DOCENT01:U0ADA00001/);
    await type(second, ada, '');
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'deployment ended'));
    expect(service.triggered).toBe(1);
    expect(await type(second, ada, 'history')).toContain('Ada Byron');
    await type(second, ada, 'lock secret release');
    const locked = await type(first, grace, '');
    expect(locked).toMatch(/locked from elsewhere since/);
    expect(locked + (await type(first, grace, 'unlock'))).not.toMatch(/ada|secret|T0SECOND01|U0ADA/i);
    for (const text of ['history', 'latest', 'status'])
      expect(await type(first, grace, text)).toBe(english.say('deploy.none', { project: 'the docs' }));
    const announced = shows(first, docsHelp);
    expect(announced).toEqual([expect.stringContaining('Deployed the docs')]);
    expect(announced.join()).not.toMatch(/ada|T0SECOND01|second\.slack|archives/i);
    expect(shows(second, docsHelp).length).toBeGreaterThan(0);
  });

  it('lose all their data when they remove the app, and the others lose none', async () => {
    const held = Promise.withResolvers<void>();
    const installed = await openWorkspaces(engine, (asked) => ({
      pieces: pieces(`On ${lastWords(asked)}`),
      ...(lastWords(asked) === 'waiting' && { after: held.promise }),
    }));
    const { workspaces, install, world } = installed;
    const [first, second, third] = workspaces;
    for (const workspace of workspaces) await install(workspace);
    const thread = await ask(second, 'secret plans');
    await until(() => shows(second, docsHelp, thread).length === 1);
    await ask(third, 'waiting');
    await until(() => world.service.asked.some((asked) => lastWords(asked) === 'waiting'));
    for (const workspace of [second, third]) workspace.oauth.uninstall();
    const removed = () => world.log.lines.filter(({ phrase }) => phrase === 'app removed from a workspace').length;
    await until(() => removed() >= 2 && second.unacked() + third.unacked() === 0);
    held.resolve();
    const text = await stored(installed);
    expect(text).not.toContain(third.teamId);
    expect(text).not.toMatch(/secret plans|T0SECOND01/);
    await ask(second, 'anybody there?');
    await until(() => second.unacked() === 0);
    expect(world.service.asked).toHaveLength(2);
    const again = await ask(first, 'still there');
    await until(() => shows(first, docsHelp, again).includes('On still there'));
    // Installed again, with no earlier data.
    await install(second);
    const anew = await ask(second, 'anew');
    await until(() => shows(second, docsHelp, anew).includes('On anew'));
  });

  it('whose token no key decrypts are named and skipped, and the others served', async () => {
    const installed = await openWorkspaces(engine, (asked) => ({ pieces: pieces(`On ${lastWords(asked)}`) }));
    const { workspaces, install, world, keys } = installed;
    const [first, second] = workspaces;
    await install(first);
    await installed.app.stop();
    keys.splice(0, 1, randomBytes(32).toString('base64'));
    await installed.start();
    await install(second);
    await ask(first, 'lost');
    const thread = await ask(second, 'found');
    await until(() => shows(second, docsHelp, thread).includes('On found') && first.unacked() === 0);
    expect(shows(first, docsHelp)).toEqual([]);
    const advice = world.log.lines.find(({ phrase }) => phrase === 'an operator must act')?.fields;
    expect(advice).toMatchObject({ detail: expect.stringMatching(/T0DOCENT01.*ENCRYPTION_KEY/) });
    expect((await installed.app.health()).slack).toMatchObject({
      state: 'ready',
      detail: expect.stringMatching(/^1 /),
    });
  });
});

describe('the pages that install the app', () => {
  it('end in one sentence, and accept each OAuth flow once, in the browser that began it', async () => {
    const { get, install, workspaces } = await openWorkspaces(sqliteOnDisk, () => ({ pieces: ['Yes.'] }));
    const [, second] = workspaces;
    expect((await install(second)).text).toContain('<p>Docent is installed in Second &amp; Sons; you can close');
    const began = await get('/slack/install');
    expect(began.status).toBe(302);
    const address = began.headers.get('location') ?? '';
    expect(address).toMatch(/^https:\/\/slack\.com\/oauth\/v2\/authorize\?scope=chat%3Awrite%2C/);
    const cookie = began.headers.get('set-cookie')?.split(';')[0];
    const back = `/slack/oauth_redirect${second.oauth.approve(address)}`;
    const [expired, cancelled] = [english.say('install.expired'), english.say('install.cancelled')];
    await expectPage(await get(back), 400, expired);
    expect((await get(back, cookie)).status).toBe(200);
    await expectPage(await get(back, cookie), 400, expired);
    await expectPage(await get('/slack/oauth_redirect?error=access_denied'), 200, cancelled);
    const other = await get('/slack/install');
    const state = new URL(other.headers.get('location') ?? '').searchParams.get('state');
    const otherCookie = other.headers.get('set-cookie')?.split(';')[0];
    const wrong = `/slack/oauth_redirect?code=wrong&state=${state}`;
    await expectPage(await get(wrong, otherCookie), 500, english.say('install.failed'));
  });
});

async function expectPage(page: Response, status: number, sentence: string): Promise<void> {
  expect(page.status).toBe(status);
  expect(await page.text()).toContain(`<p>${sentence}</p>`);
}
