/** “Open issue” below a topic of a report, through the real SDKs on both platforms, with a simulated GitHub API. */
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { openDatabase } from '../../src/store/sql/database.ts';
import { english } from '../../src/wording/wording.ts';
import { type GithubStandIn, repository, startGithub, token } from '../github/stand-in.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, rooms } from './room.ts';
import { openWorld, type World } from './world.ts';

type Platform = 'slack' | 'discord';

interface Stage {
  readonly world: World;
  readonly github: GithubStandIn;
  /** Starts a new process. */
  start(): ReturnType<World['startBot']>;
  /** What only Grace was shown, newest last. */
  shown(): readonly { readonly id: string; readonly text: string }[];
  /** Grace requests the report and waits for it. */
  report(): Promise<string>;
  /** Presses a button below the report, and waits for the response. */
  press(report: string): Promise<string>;
  /** The same, without waiting. */
  pressOnly(report: string): Promise<unknown>;
}

async function open(platform: Platform, change: (world: World) => Partial<Config> = () => ({})): Promise<Stage> {
  const [world, github] = await Promise.all([
    openWorld(() => ({ pieces: pieces('See there.'), sources: [{ path: '/guides/keys', title: 'Keys' }] })),
    startGithub(),
  ]);
  const isSlack = platform === 'slack';
  const channel = isSlack ? world.slackChannel('docs-help') : world.discordChannel('docs-help');
  const user = isSlack ? world.slackUser('grace') : world.discordUser('grace');
  const start = () =>
    world.startBot({
      reportAllow: [`${platform}:${user}`],
      github: { repository, token, apiUrl: github.apiUrl },
      ...change(world),
    });
  const shown = () =>
    isSlack
      ? world.slack
          .allMessages(channel)
          .flatMap(({ ts, text, visibleTo }) => (visibleTo === user ? [{ id: ts, text }] : []))
      : world.discord
          .messages(channel)
          .flatMap(({ id, content, visibleTo }) => (visibleTo === user ? [{ id, text: content }] : []));
  const next = async (act: () => Promise<unknown>): Promise<string> => {
    const before = shown().length;
    await act();
    await until(() => (shown().at(before)?.text ?? '') !== '');
    return shown().at(before)?.id ?? '';
  };
  const pressOnly = (report: string): Promise<unknown> => {
    const button = english.say('button.openIssue', { number: 1 });
    return isSlack
      ? world.slack.press({ channel, user, ts: report, button })
      : world.discord.press({ channel, user, message: report, button });
  };
  await start();
  for (const question of ['How do I rotate @Ada Byron’s API key?', 'rotate api keys, how? `@team` #1']) {
    const before = ended(world).length;
    await rooms[platform](world, question);
    await until(() => ended(world).length > before);
  }
  return {
    world,
    github,
    start,
    shown,
    report: () =>
      next(() =>
        isSlack
          ? world.slack.command({ command: '/docs-report', text: '1d', channel, user })
          : world.discord.command({ name: 'docs-report', options: { since: '1d' }, channel, user }),
      ),
    pressOnly,
    async press(report) {
      const id = await next(() => pressOnly(report));
      return plainly(shown().find((one) => one.id === id)?.text ?? '');
    },
  };
}

/** Strips the platforms' markup. */
function plainly(text: string): string {
  return text.replaceAll(/[<>\\]/g, '');
}

const first = `https://github.test/${repository}/issues/1`;

describe.each(['slack', 'discord'] as const)('an issue about a topic, on %s', (platform) => {
  it('is filed once, with the questions but without people, even if the button is pressed again and after a restart', async () => {
    const { world, github, report, press, shown } = await open(platform);
    const message = await report();
    const text = shown().find(({ id }) => id === message)?.text;
    expect(await press(message)).toBe(english.say('issue.opened', { link: first }));
    expect(github.requests).toEqual([`POST /repos/${repository}/issues`]);
    const [{ title = '', body = '' } = {}] = github.filed;
    expect(title).toMatch(/^Docs: .*rotate/i);
    expect(body).toMatch(/asked this 2 times \(\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\)/);
    expect(body).toContain('- `How do I rotate @… API key?`');
    expect(body).toContain('- `/guides/keys`');
    expect(body).not.toMatch(/Ada|Byron|grace|slack|discord|U0|https?:/);
    expect(await press(message)).toBe(english.say('issue.known', { link: first }));
    expect(await press(await report())).toBe(english.say('issue.known', { link: first }));
    expect(github.filed).toHaveLength(1);
    expect(shown().find(({ id }) => id === message)?.text).toBe(text);
    harmless(world);
  });

  it.each([
    [401, {}, 'unauthorized'],
    [403, {}, 'forbidden'],
    [404, {}, 'not_found'],
    [410, {}, 'disabled'],
    [422, {}, 'rejected'],
    [429, {}, 'rate_limited'],
    [502, {}, 'unavailable'],
  ] as const)(
    'that GitHub refuses (%i) is reported with the reason, and can be filed later',
    async (status, headers, code) => {
      const { world, github, report, press } = await open(platform);
      const message = await report();
      github.refuseNext(status, headers);
      expect(await press(message)).toBe(english.say(`issueRefused.${code}`).replaceAll(/[<>\\]/g, ''));
      expect(github.filed).toEqual([]);
      expect(await press(message)).toBe(english.say('issue.opened', { link: first }));
      expect(JSON.stringify(world.log.lines)).not.toContain(token);
      harmless(world);
    },
  );

  it('is filed once when two people press at the same time', async () => {
    const { github, report, shown, pressOnly } = await open(platform);
    const message = await report();
    const before = shown().length;
    await Promise.all([pressOnly(message), pressOnly(message)]);
    await until(
      () =>
        shown()
          .slice(before)
          .filter(({ text }) => text !== '').length === 2,
    );
    expect(github.filed).toHaveLength(1);
    const said = shown()
      .slice(before)
      .map(({ text }) => plainly(text));
    expect(said).toContain(english.say('issue.opened', { link: first }));
    const others = [english.say('issue.busy'), english.say('issue.known', { link: first })];
    expect(others).toContain(said.find((text) => text !== english.say('issue.opened', { link: first })));
  });

  it('whose response is lost is found again, and not filed twice', async () => {
    const { github, report, press } = await open(platform);
    const message = await report();
    github.loseNext();
    expect(await press(message)).toBe(english.say('issueRefused.unavailable'));
    expect(await press(message)).toBe(english.say('issue.known', { link: first }));
    expect(github.filed).toHaveLength(1);
  });

  it('is not filed about questions that were deleted', async () => {
    const { world, github, report, press } = await open(platform);
    const message = await report();
    const database = await openDatabase(world.database);
    await database.sql.updateTable('turns').set({ asker: 'removed', text: '' }).execute();
    await database.close();
    expect(await press(message)).toBe(english.say('issue.gone'));
    expect(github.requests).toEqual([]);
  });
});
