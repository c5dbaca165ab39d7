/** Posts in a Discord forum: which ones are answered, and which tag they get. */
import { expect, it } from 'vitest';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { routingOf } from './routing-file.ts';
import { openWorld, type World } from './world.ts';

const sources = [{ path: '/guides/keys', title: 'Keys' }];

/** Posts titled "Without pages" get an answer that cites none. */
function open(): Promise<World> {
  return openWorld(({ messages }) => ({
    pieces: pieces('Here.'),
    ...(!messages.at(-1)?.content.startsWith('Without pages') && { sources }),
  }));
}

function ruleFor(world: World, settings: string) {
  return routingOf(world, `discord: { channels: { ${world.discordChannel('questions')}: { ${settings} } } }`);
}

function tagNamed(world: World, name: string): string {
  const tags = world.discord.channels.flatMap((each) => each.tags);
  return tags.find((tag) => tag.name === name)?.id ?? '';
}

async function post(world: World, title: string, tags: readonly string[], text = 'The door does not open.') {
  const forum = world.discordChannel('questions');
  const ids = tags.map((name) => tagNamed(world, name));
  const { threadId } = await world.discord.post({ forum, user: world.discordUser('ada'), title, text, tags: ids });
  return threadId;
}

const questions = (world: World): readonly (string | undefined)[] =>
  world.service.asked.map(({ messages }) => messages.at(-1)?.content);

function told(world: World): readonly string[] {
  return world.log.lines.flatMap(({ phrase, fields }) =>
    phrase === 'an operator must act' && 'detail' in fields ? [String(fields.detail)] : [],
  );
}

const ended = (world: World): number => world.log.lines.filter(({ phrase }) => phrase === 'turn ended').length;

it('posts are answered if they have one of the tags that the rule names, or if they mention Docent', async () => {
  const world = await open();
  await world.startBot({ routing: ruleFor(world, `tags: [How-To, "${tagNamed(world, 'bug')}"]`) });
  const without = await post(world, 'Untagged', []);
  await post(world, 'By name', ['how-to']);
  await until(() => ended(world) === 1);
  await post(world, 'By id', ['bug']);
  await until(() => ended(world) === 2);
  await post(world, 'Mentioned', [], `<@${world.discord.botUserId}> the door does not open.`);
  await until(() => ended(world) === 3);
  expect(questions(world)).toEqual([
    'By name\n\nThe door does not open.',
    'By id\n\nThe door does not open.',
    'Mentioned\n\nthe door does not open.',
  ]);
  expect(world.discordShows(without)).toEqual([]);
  const ignored = world.log.lines.filter(({ phrase, fields }) => phrase === 'message ignored' && 'reason' in fields);
  expect(ignored.map(({ fields }) => 'reason' in fields && fields.reason)).toContain('no_tag');
});

it('all posts are answered if no rule names tags', async () => {
  const world = await open();
  await world.startBot();
  await post(world, 'Untagged', []);
  await until(() => ended(world) === 1);
  expect(questions(world)).toEqual(['Untagged\n\nThe door does not open.']);
});

it('an answered post gets the tag of the rule in addition to its own, but not if its answer cites no page', async () => {
  const world = await open();
  world.discord.setPermission(world.discordChannel('questions'), 'manageThreads', true);
  await world.startBot({ routing: ruleFor(world, 'answeredTag: Answered') });
  const answered = await post(world, 'With pages', ['bug']);
  const open_ = () => world.discord.thread(answered)?.tags;
  await until(() => open_()?.length === 2);
  expect(open_()).toEqual([tagNamed(world, 'bug'), tagNamed(world, 'answered')]);
  const unsourced = await post(world, 'Without pages', []);
  await until(() => ended(world) === 2);
  const { discord } = world;
  await discord.say({ channel: answered, user: world.discordUser('ada'), text: 'How do I close it?' });
  await until(() => ended(world) === 3);
  expect(discord.thread(unsourced)?.tags).toEqual([]);
  expect(discord.thread(answered)?.tags).toHaveLength(2);
  expect(discord.violations).toEqual([]);
  expect(told(world)).toEqual([]);
});

it('a post that is marked as solved also gets the tag', async () => {
  const world = await open();
  world.discord.setPermission(world.discordChannel('questions'), 'manageThreads', true);
  await world.startBot({ routing: ruleFor(world, 'answeredTag: Answered') });
  const unsourced = await post(world, 'Without pages', []);
  await until(() => ended(world) === 1);
  const { discord } = world;
  const text = `<@${discord.botUserId}> solved`;
  await discord.say({ channel: unsourced, user: world.discordUser('ada'), text });
  await until(() => discord.thread(unsourced)?.tags.length === 1);
  expect(discord.violations).toEqual([]);
});

it.each([
  { rule: 'answeredTag: answered', names: /Manage Threads.*#questions/ },
  { rule: 'answeredTag: solved', names: /no tag “solved” in #questions.*answeredTag in docent\.yaml/ },
])(
  'a tag that cannot be set ($rule) does not prevent the answer, and the operators are told why once',
  async ({ rule, names }) => {
    const world = await open();
    await world.startBot({ routing: ruleFor(world, rule) });
    for (const count of [1, 2]) {
      const thread = await post(world, `Number ${count}`, []);
      await until(() => world.discordShows(thread).join().includes('Here.'));
      await until(() => told(world).length > 0 && ended(world) === count);
      expect(world.discord.thread(thread)?.tags).toEqual([]);
    }
    expect(told(world)).toEqual([expect.stringMatching(names)]);
  },
);
