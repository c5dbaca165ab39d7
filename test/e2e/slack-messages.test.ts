/**
 * Messages as people send them in Slack: forwards, tables, forms of workflows, cards of apps, mentions without a word. Through
 * Bolt, in the shapes of Slack's documentation.
 */
import { describe, expect, it } from 'vitest';
import { askShortcut } from '../../src/bot/platforms/slack/inbound/shortcuts.ts';
import { readAsked } from '../../src/bot/store/reports/asked-questions.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { systemClock } from '../../src/kit/base/clock.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { openWorld, type World } from './world.ts';

const question = 'How do I rotate the signing key?';

type Opened = World & { readonly channel: string; readonly us: string };

async function openAnswering(slack = {}): Promise<Opened> {
  const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }), { slack });
  await world.startBot();
  return { ...world, channel: world.slackChannel('docs-help'), us: `<@${world.slack.botUserId}>` };
}

function ended(world: World, count: number): Promise<void> {
  return until(() => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length === count);
}

function ignored(world: World, reason: string): Promise<void> {
  const isIt = ({ phrase, fields }: World['log']['lines'][number]) =>
    phrase === 'message ignored' && 'reason' in fields && fields.reason === reason;
  return until(() => world.log.lines.some(isIt));
}

/** The questions as the assistant received them. */
function asked({ service }: World): readonly (string | undefined)[] {
  return service.asked.map(({ messages }) => messages.at(-1)?.content);
}

/** What the bot's database holds of the questions. */
async function storedIn(world: World): Promise<string> {
  const database = await openDatabase(world.database);
  try {
    return JSON.stringify(await database.sql.selectFrom('turns').select(['text', 'answer', 'about']).execute());
  } finally {
    await database.close();
  }
}

function dm({ slack }: World, user: string): string {
  return slack.channels.find(({ kind, name }) => kind === 'im' && name === user)?.id ?? '';
}

function harmless({ slack }: World): void {
  expect([slack.violations, slack.pings()]).toEqual([[], []]);
}

describe('a forward in Slack', () => {
  it('without a comment is the question, in direct messages and with a mention (slack-forward-dm)', async () => {
    const world = await openAnswering();
    const { slack, channel, us } = world;
    const from = { channel, ...(await slack.say({ channel, user: world.slackUser('grace'), text: question })) };
    await slack.forward({ channel: dm(world, 'ada'), user: world.slackUser('ada'), text: '', from });
    await ended(world, 1);
    await slack.forward({ channel, user: world.slackUser('ada'), text: us, from });
    await ended(world, 2);
    expect(asked(world)).toEqual([question, question]);
    harmless(world);
  });

  it('goes along with the words of its comment, as its author’s (slack-forward-mention)', async () => {
    const world = await openAnswering();
    const { slack, channel, us } = world;
    const tables = [[['Plan'], ['Business']]];
    const sent = await slack.say({ channel, user: world.slackUser('grace'), text: question, tables });
    const from = { channel, ...sent };
    await slack.forward({ channel, user: world.slackUser('ada'), text: `${us} can you answer this?`, from });
    await ended(world, 1);
    expect(asked(world)).toEqual([
      `can you answer this?\n\n> Grace Murray: ${question}\n> \n> | Plan |\n> | --- |\n> | Business |`,
    ]);
    harmless(world);
  });

  it('from a private channel stays out of what others read, and is forgotten with its author', async () => {
    const world = await openAnswering();
    const { slack, channel, us } = world;
    const [ada, grace] = [world.slackUser('ada'), world.slackUser('grace')];
    const secret = slack.channels.find(({ kind, members }) => kind === 'private' && members.includes(ada));
    if (!secret) throw new Error('no private channel');
    slack.changeChannel({ ...secret, members: [...new Set([...secret.members, ada, grace])] });
    const from = {
      channel: secret.id,
      ...(await slack.say({ channel: secret.id, user: grace, text: 'the aardvark' })),
    };
    await slack.forward({ channel, user: ada, text: `${us} what of this?`, from });
    await ended(world, 1);
    expect(asked(world)[0]).toContain('the aardvark');
    expect(JSON.stringify((await readAsked(world.database, 0)).asked)).not.toContain('aardvark');
    expect(await storedIn(world)).toContain('aardvark');
    await slack.command({ command: '/docs', text: 'forget-me', channel, user: grace });
    await until(() => world.log.lines.some(({ phrase }) => phrase === 'person forgotten'));
    expect(await storedIn(world)).not.toMatch(new RegExp(`aardvark|${grace}`));
  });
});

describe('a thread in Slack', () => {
  const form = [{ type: 'section', text: { type: 'mrkdwn', text: `New request from Cleo: *${question}*` } }];

  it('that a workflow began is read from its root (slack-thread-of-a-workflow)', async () => {
    const world = await openAnswering();
    const { slack, channel, us } = world;
    const { ts: thread } = await slack.postAsApp({ channel, name: 'Support form', text: 'New request', blocks: form });
    await slack.say({ channel, user: world.slackUser('ada'), thread, text: `${us} can you help here?` });
    await ended(world, 1);
    expect(asked(world)).toEqual(['can you help here?']);
    expect(world.service.asked[0]?.context?.map(({ value }) => value)).toEqual([
      `Support form: New request from Cleo: *${question}*`,
    ]);
    harmless(world);
  });

  it('answers the message above a mention without a word, and says whose it is (slack-bare-mention-in-thread)', async () => {
    const world = await openAnswering();
    const { slack, channel, us } = world;
    const { ts: thread } = await slack.say({ channel, user: world.slackUser('grace'), text: question });
    await slack.say({ channel, user: world.slackUser('ada'), thread, text: us });
    await ended(world, 1);
    expect(asked(world)).toEqual([question]);
    expect(world.slackShows(channel, thread).join()).toContain(english.say('answeringOf', { name: 'Grace Murray' }));
  });

  it('names what could not be read of the messages above', async () => {
    const world = await openAnswering();
    const { slack, channel, us } = world;
    const blocks = [...form, { type: 'call', call_id: 'R1' }];
    const { ts: thread } = await slack.postAsApp({ channel, name: 'Support form', blocks });
    await slack.say({ channel, user: world.slackUser('ada'), thread, text: `${us} can you help here?` });
    await ended(world, 1);
    expect(world.slackShows(channel, thread).join()).toContain(
      english.say('partsUnread', { kinds: english.say('part.call') }),
    );
    await slack.shortcut({ channel, user: world.slackUser('ada'), ts: thread, callbackId: askShortcut });
    await ended(world, 2);
    expect(
      world
        .slackShows(channel, thread)
        .join()
        .split(english.say('partsUnread', { kinds: english.say('part.call') })),
    ).toHaveLength(3);
  });
});

it('a card of an app is asked about from its menu (slack-ask-about-card)', async () => {
  const world = await openAnswering();
  const { slack, channel } = world;
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: `*${question}*` } }];
  const { ts } = await slack.postAsApp({ channel, name: 'Alerts', blocks });
  await slack.shortcut({ channel, user: world.slackUser('ada'), ts, callbackId: askShortcut });
  await ended(world, 1);
  expect(asked(world)).toEqual([`*${question}*`]);
  const log = [{ name: 'error.log', content: 'E_KEY_EXPIRED' }];
  const { ts: file } = await slack.say({ channel, user: world.slackUser('grace'), text: '', files: log });
  await slack.shortcut({ channel, user: world.slackUser('ada'), ts: file, callbackId: askShortcut });
  await ended(world, 2);
  expect(world.service.asked[1]?.context).toMatchObject([{ value: 'E_KEY_EXPIRED' }]);
});

it('a pasted table goes along with the question, and its edit is asked again (slack-pasted-table)', async () => {
  const world = await openAnswering();
  const { slack, channel, us } = world;
  const text = `${us} Which of these plans includes SSO?`;
  const tables = (plan: string) => [
    [
      ['Plan', 'Seats'],
      ['Starter', '5'],
      [plan, '50'],
    ],
  ];
  const place = { channel, user: world.slackUser('ada') };
  const { ts } = await slack.say({ ...place, text, tables: tables('Business') });
  await ended(world, 1);
  await slack.edit({ ...place, ts, text, tables: tables('Enterprise') });
  await ended(world, 2);
  const asTable = (plan: string) =>
    `Which of these plans includes SSO?\n\n| Plan | Seats |\n| --- | --- |\n| Starter | 5 |\n| ${plan} | 50 |`;
  expect(asked(world)).toEqual([asTable('Business'), asTable('Enterprise')]);
  harmless(world);
});

it('a message of a thousand parts is answered as far as it is read, and the answer says so first', async () => {
  const world = await openAnswering();
  const { slack, channel, us } = world;
  const tables = [Array.from({ length: 100 }, (_, row) => Array.from({ length: 20 }, () => `cell of row ${row}`))];
  const { ts } = await slack.say({ channel, user: world.slackUser('ada'), text: `${us} Which one?`, tables });
  await ended(world, 1);
  expect(asked(world)[0]).toHaveLength(10_000);
  expect(world.slackShows(channel, ts).join()).toContain(english.say('restUnread'));
  harmless(world);
});

it('what Slack itself writes in direct messages is not asked (slack-system-user)', async () => {
  const world = await openAnswering();
  const { slack } = world;
  const [ada] = slack.users.filter(({ name }) => name === 'ada');
  const direct = slack.channels.find(({ id }) => id === dm(world, 'ada'));
  if (!ada || !direct) throw new Error('no Ada');
  slack.changeUser({ ...ada, id: 'USLACK', name: 'slack' });
  slack.changeChannel({ ...direct, members: [...direct.members, 'USLACK'] });
  await slack.say({ channel: direct.id, user: 'USLACK', text: `<@${ada.id}> archived the channel <#C0ARCHIVED>` });
  await ignored(world, 'bot');
  expect(asked(world)).toEqual([]);
});

it('a mention added to a message of months ago is not answered (slack-old-mention-edited)', async () => {
  let agoMs = 100 * 24 * 3_600_000;
  const world = await openAnswering({ clock: { ...systemClock, now: () => Date.now() - agoMs } });
  const { slack, channel, us } = world;
  const place = { channel, user: world.slackUser('ada') };
  const { ts } = await slack.say({ ...place, text: question });
  agoMs = 0;
  await slack.edit({ ...place, ts, text: `${us} ${question}` });
  await ignored(world, 'edited');
  await slack.say({ ...place, text: `${us} And now?` });
  await ended(world, 1);
  expect(asked(world)).toEqual(['And now?']);
});
