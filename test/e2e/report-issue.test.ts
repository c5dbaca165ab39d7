/** “Open issue” below a topic of a report, through the real SDKs on both platforms. */
import { describe, expect, it } from 'vitest';
import type { Config } from '../../src/bot/config/config.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, rooms } from './room.ts';
import { openWorld, type World } from './world.ts';

type Platform = 'slack' | 'discord';

interface Stage {
  readonly world: World;
  /** What only Grace was shown, newest last. */
  shown(): readonly { readonly id: string; readonly text: string }[];
  /** Grace requests the report and waits for it. */
  report(): Promise<string>;
  /** Presses a button below the report, and waits for the response. */
  press(report: string): Promise<string>;
}

const repository = 'https://github.test/acme/docs';

async function open(platform: Platform, questions: readonly string[], change: Partial<Config> = {}): Promise<Stage> {
  const sources = [{ path: '/guides/keys', title: 'Keys' }];
  const world = await openWorld(() => ({ pieces: pieces('See there.'), sources }));
  const isSlack = platform === 'slack';
  const channel = isSlack ? world.slackChannel('docs-help') : world.discordChannel('docs-help');
  const user = isSlack ? world.slackUser('grace') : world.discordUser('grace');
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
  await world.startBot({
    reportAllow: [`${platform}:${user}`],
    issueForm: `${repository}/issues/new?title={title}&body={body}`,
    ...change,
  });
  for (const question of questions) {
    const before = ended(world).length;
    await rooms[platform](world, question);
    await until(() => ended(world).length > before);
  }
  return {
    world,
    shown,
    report: () =>
      next(() =>
        isSlack
          ? world.slack.command({ command: '/docs-report', text: '1d', channel, user })
          : world.discord.command({ name: 'docs-report', options: { since: '1d' }, channel, user }),
      ),
    async press(report) {
      const button = english.say('button.openIssue', { number: 1 });
      const id = await next(() =>
        isSlack
          ? world.slack.press({ channel, user, ts: report, button })
          : world.discord.press({ channel, user, message: report, button }),
      );
      return shown().find((one) => one.id === id)?.text ?? '';
    },
  };
}

/** The form that a reply links to. */
function formIn(text: string): { readonly page: string; readonly title: string; readonly body: string } {
  const url = new URL((/https:[^>|)\s]+/.exec(text)?.[0] ?? '').replaceAll('&amp;', '&'));
  const { searchParams: values } = url;
  return { page: url.origin + url.pathname, title: values.get('title') ?? '', body: values.get('body') ?? '' };
}

const twoQuestions = [
  'How do I rotate @Ada Byron’s API key ghp_abcdefghijklmnopqrst?',
  'rotate api keys, how? `@team` #1',
];

describe.each(['slack', 'discord'] as const)('“Open issue” on %s', (platform) => {
  it('replies with a link to a filled-in form: the questions, without people and secrets', async () => {
    const { world, report, press, shown } = await open(platform, twoQuestions);
    const message = await report();
    const text = shown().find(({ id }) => id === message)?.text;
    const reply = await press(message);
    const { page, title, body } = formIn(reply);
    expect(reply).toContain(english.say('issue.link'));
    expect(page).toBe(`${repository}/issues/new`);
    expect(title).toMatch(/^Docs: .*rotate/i);
    expect(body).toMatch(/asked this 2 times \(\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\)/);
    expect(body).toContain('- `How do I rotate @… API key [secret]?`');
    expect(body).toContain('- `/guides/keys`');
    expect(title + body).not.toMatch(/Ada|Byron|grace|slack|discord|U0|https?:|ghp_/);
    expect(formIn(await press(await report())).body).toBe(body);
    expect(shown().find(({ id }) => id === message)?.text).toBe(text);
    harmless(world);
  });

  it('leaves out questions rather than send a link that does not fit', async () => {
    const long = 'how to rotate api keys に関する質問です、'.repeat(12);
    const { report, press } = await open(platform, [`Please ${long}`, `Well, ${long}`]);
    const { page, title } = formIn(await press(await report()));
    expect(page).toBe(`${repository}/issues/new`);
    expect(title).toMatch(/^Docs: .*rotate/i);
  });

  it('says so if the questions were deleted', async () => {
    const { world, report, press } = await open(platform, twoQuestions);
    const message = await report();
    const database = await openDatabase(world.database);
    await database.sql.updateTable('turns').set({ asker: 'removed', text: '' }).execute();
    await database.close();
    expect(await press(message)).toBe(english.say('issue.gone'));
  });
});
