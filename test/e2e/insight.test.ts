/**
 * Questions and feedback on both platforms as the commands print them; and presses that are too late or open no form.
 */
import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/bot/store/store.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { export_ } from '../../src/cli/data/export.ts';
import { report } from '../../src/cli/data/report.ts';
import { evaluate } from '../../src/cli/eval.ts';
import { openDatabase } from '../../src/kit/sql/database.ts';
import { readFeedback } from '../bot/store/feedback-records.ts';
import { openTerminal } from '../cli/terminal.ts';
import { until } from '../sandbox/slack/until.ts';
import { docsFolder } from '../service/folder.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, type Room, rooms, startBot } from './room.ts';
import { openWorld, type World } from './world.ts';

type Platform = 'slack' | 'discord';

async function answered(
  platform: Platform,
  options?: Parameters<typeof openWorld>[1],
): Promise<{ readonly world: World; readonly room: Room }> {
  const sources = [{ path: '/guides/keys#rotate', title: 'Keys' }];
  const world = await openWorld(() => ({ pieces: pieces('Run it.'), sources }), options);
  await startBot(world);
  const room = await rooms[platform](world, 'How do I rotate the key of @Ada Byron?');
  await until(() => ended(world).length === 1);
  return { world, room };
}

async function printed(command: typeof export_, args: readonly string[], piped?: string): Promise<string> {
  const { io, out } = openTerminal({}, piped);
  expect(await command.run(args, io)).toBe(0);
  return out();
}

describe.each(['slack', 'discord'] as const)('questions and feedback on %s', (platform) => {
  it('are printed by docent report and docent export while the bot is running, and name nobody', async () => {
    const { world, room } = await answered(platform);
    await room.press('linus', 'Helpful');
    await until(() => room.told('linus').length === 1);
    const from = ['--database', world.database];
    const [question = '{}'] = (await printed(export_, ['questions', ...from])).split('\n');
    const [feedback = '{}'] = (await printed(export_, ['feedback', ...from])).split('\n');
    const [line = '{}'] = (await printed(export_, ['eval', ...from])).split('\n');
    const text = 'How do I rotate the key of @…?';
    const link = expect.stringMatching(/^https?:/);
    const asked = { platform, question: text, pages: ['/guides/keys'], link };
    expect(JSON.parse(question)).toMatchObject({ ...asked, asked: 'mention', outcome: 'answered', helpful: 1 });
    expect(JSON.parse(feedback)).toMatchObject({ ...asked, mark: 'helpful', via: 'button' });
    expect(JSON.parse(line)).toMatchObject({ question: text, pages: ['/guides/keys'] });
    const page = await printed(report, ['--format', 'html', ...from]);
    expect(page).toContain('marked helpful</dt><dd>1 (100 %)');
    expect(page).toMatch(/first words after<\/dt><dd>[\d.]+ s \(median\)/);
    const docs = docsFolder({
      'guides/keys.md': '# Keys\n\n## Rotate\n\nTo rotate the key of a person, run `keys rotate`.\n',
      'start.md': '# Start\n\nInstall the product first.\n',
    });
    const measured = await printed(evaluate, ['-', '--docs', docs], await printed(export_, ['eval', ...from]));
    expect(measured).toContain('1 question (1 answerable, 0 not) on 2 pages');
    expect(measured).toMatch(/right page first +r1 +100\.0 %/);
    expect([question, feedback, line, page].join()).not.toMatch(/Byron|grace|linus/i);
    harmless(world);
  });

  it('are deleted after the retention period, and a press then shows one sentence that says so', async () => {
    const { world, room } = await answered(platform);
    const store = createStore(await openDatabase(world.database));
    await store.removeExpired({ before: Date.now() + 60_000, now: Date.now() });
    await store.close();
    await room.press('linus', 'Helpful');
    await until(() => room.told('linus').length === 1);
    await room.press('grace', 'Not helpful');
    await until(() => room.told('grace').length === 1);
    expect([...room.told('linus'), ...room.told('grace')]).toEqual(Array(2).fill(english.say('press.gone')));
    expect(room.hasForm('grace')).toBe(false);
    expect(await printed(export_, ['questions', '--database', world.database])).toBe('');
    harmless(world);
  });
});

it('a form that Discord does not open leaves the mark', async () => {
  const { world, room } = await answered('discord', { discord: { appTimeoutMs: 1_000 } });
  world.discord.faults.failNext('POST /interactions/:id/:id/callback', { code: 10062 }, 2);
  // Discord shows the person who pressed that the interaction failed.
  const pressed = room.press('linus', 'Not helpful').then(
    () => 'shown',
    () => 'failed',
  );
  await until(async () => (await readFeedback(world.database)).length === 1);
  expect(await readFeedback(world.database)).toMatchObject([{ mark: 'not_helpful' }]);
  expect(await pressed).toBe('failed');
  expect(room.hasForm('linus')).toBe(false);
});
