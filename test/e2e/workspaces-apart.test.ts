/**
 * What three workspaces in one process have separately and never learn about each other: rules, budgets, calls,
 * reports.
 */
import { describe, expect, it } from 'vitest';
import { english } from '../../src/bot/wording/wording.ts';
import type { SlackSandbox } from '../../src/sandbox/slack/sandbox.ts';
import { postgres, sqliteOnDisk, type TestEngine } from '../kit/sql/engines.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ada, ask, docsHelp, grace, type Installed, openWorkspaces, shows } from './installed-workspaces.ts';
import { routingOf } from './routing-file.ts';

const general = 'C0GENERAL1';
const group = 'S0DEPLOY01';
const organisation = 'E0THIRD001';

/** All three have the app, with these rules. */
async function open(engine: TestEngine, rules: string): Promise<Installed> {
  const installed = await openWorkspaces(engine, (_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
  const { workspaces, install, world, app } = installed;
  for (const workspace of workspaces) await install(workspace);
  app.route(routingOf(world, rules));
  return installed;
}

function count({ world }: Installed, phrase: string): number {
  return world.log.lines.filter((line) => line.phrase === phrase).length;
}

/** What only this person was shown. */
function told(slack: SlackSandbox, user: string): readonly string[] {
  return slack.allMessages(docsHelp).flatMap((one) => (one.visibleTo === user ? [one.text] : []));
}

/** Waits for an answer, or for the reason why there is none. */
async function answered(slack: SlackSandbox, text: string): Promise<string> {
  const thread = await ask(slack, text);
  await until(() => shows(slack, docsHelp, thread).length === 1);
  return thread;
}

describe.each([sqliteOnDisk, postgres])('three workspaces on $name', (engine) => {
  it('have their own rules, and an organisation by its own id', async () => {
    const installed = await open(
      engine,
      `sites: { second: { domain: second }, third: { domain: third, filter: { version: v3 } } }
slack:
  workspaces:
    T0SECOND01: { site: second, language: de }
    ${organisation}: { site: third, mode: auto }`,
    );
    const { world, workspaces } = installed;
    const [first, second] = workspaces;
    for (const workspace of workspaces) await answered(workspace, 'How do I start?');
    expect(world.service.asked.map(({ domain, filter }) => ({ domain, filter }))).toEqual([
      { domain: 'docs' },
      { domain: 'second' },
      { domain: 'third', filter: { version: 'v3' } },
    ]);
    const unasked = { channel: docsHelp, user: grace, text: 'How do I stop the kettle?' };
    for (const workspace of workspaces) await workspace.say(unasked);
    await until(() => world.service.asked.length === 4 && first.unacked() + second.unacked() === 0);
    expect(world.service.asked.at(-1)).toMatchObject({ domain: 'third' });
    const ack = (await second.command({ channel: docsHelp, user: ada, command: '/docs', text: '' })).ack;
    expect(JSON.stringify(ack)).toMatch(/Frage/);
  });

  it('have their own budgets, about which the operators are told by workspace', async () => {
    const limits = 'limits: { siteMonth: off, workspaceMonth: 2 }';
    const own = 'slack: { workspaces: { T0SECOND01: { limits: { workspaceMonth: 1 } } } }';
    const installed = await open(engine, `${limits}\n${own}`);
    const [first, second] = installed.workspaces;
    const usedUp = english.say('reply.limit_month');
    await answered(second, 'one');
    const over = await answered(second, 'two');
    expect(shows(second, docsHelp, over)).toEqual([expect.stringContaining(usedUp)]);
    for (const text of ['one', 'two']) await answered(first, text);
    const end = await answered(first, 'three');
    expect(shows(first, docsHelp, end)).toEqual([expect.stringContaining(usedUp)]);
    expect(installed.world.service.asked).toHaveLength(3);
    const details = installed.world.log.lines
      .filter(({ phrase }) => phrase === 'an operator must act')
      .map(({ fields }) => String(Reflect.get(fields, 'detail')));
    expect(details).toEqual([
      expect.stringMatching(/^The workspace slack:T0SECOND01 has used .* its 1 questions/),
      expect.stringMatching(/^The workspace slack:T0DOCENT01 has used .* its 2 questions/),
    ]);
  });

  it('call their own people, and the others learn nothing of it', async () => {
    const rules = ['T0DOCENT01', 'T0SECOND01'].map((id) => `    ${id}: { handover: 'slack:${id}:${group}' }`);
    const routing = `slack:\n  workspaces:\n${rules.join('\n')}`;
    const installed = await open(engine, routing);
    const { world, workspaces } = installed;
    const [first, second, third] = workspaces;
    await installed.app.stop();
    const operators = ['T0DOCENT01', 'T0SECOND01'].map((id) => `slack:${id}:${general}`);
    await installed.start({ operators, routing: routingOf(world, routing) });
    const threads: string[] = [];
    for (const workspace of workspaces) threads.push(await answered(workspace, 'What about the secret plans?'));
    await second.say({ channel: docsHelp, user: ada, thread: threads[1] ?? '', text: `<@${second.botUserId}> human` });
    await until(() => shows(second, general).length === 1);
    expect(second.pings().map(({ token }) => token)).toContain(`<!subteam^${group}>`);
    expect(shows(second, general)[0]).toContain('secret plans');
    await third.say({ channel: docsHelp, user: ada, thread: threads[2] ?? '', text: `<@${third.botUserId}> human` });
    await until(() => shows(third, docsHelp, threads[2]).length === 2);
    for (const workspace of [first, third]) {
      expect(workspace.pings()).toEqual([]);
      expect(shows(workspace, general)).toEqual([]);
    }
    expect(shows(first, docsHelp, threads[0])).toHaveLength(1);
  });

  it('see only their own questions in reports', async () => {
    const installed = await open(engine, '');
    const { workspaces } = installed;
    await installed.app.stop();
    await installed.start({ reportAllow: workspaces.map(({ teamId }) => `slack:${teamId}:${grace}`) });
    const words = ['kettles', 'lighthouses', 'submarines'];
    for (const [index, workspace] of workspaces.entries())
      for (const before of ['How do I paint', 'Please, paint']) await answered(workspace, `${before} ${words[index]}?`);
    // A reply is complete before its turn ends.
    await until(() => count(installed, 'turn ended') === 6);
    for (const [index, workspace] of workspaces.entries()) {
      await workspace.command({ channel: docsHelp, user: grace, command: '/docs-report', text: '1d' });
      await until(() => (told(workspace, grace).at(-1) ?? '') !== '');
      const report = told(workspace, grace).join();
      expect(report).toContain(words[index]);
      for (const other of words.filter((word) => word !== words[index])) expect(report).not.toContain(other);
      for (const { teamId } of workspaces) if (teamId !== workspace.teamId) expect(report).not.toContain(teamId);
    }
  });
});
