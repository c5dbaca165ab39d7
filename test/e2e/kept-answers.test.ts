/** Answers that helpers keep, through the real SDKs on both platforms. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toFile } from '../../src/bot/kept-answers/answer-file.ts';
import { english } from '../../src/bot/wording/wording.ts';
import { until } from '../sandbox/slack/until.ts';
import { pieces } from './assistant-service.ts';
import { ended, harmless, rooms, startBot } from './room.ts';
import { openWorld } from './world.ts';

describe.each(['slack', 'discord'] as const)('on %s', (platform) => {
  it('a kept answer goes before the assistant, until it is withdrawn or somebody asks again', async () => {
    const world = await openWorld((_, index) => ({ pieces: pieces(`Answer ${index}.`) }));
    const folder = mkdtempSync(join(tmpdir(), 'docent-kept-'));
    const file = join(folder, 'rotate.md');
    const write = () =>
      writeFileSync(
        file,
        toFile({
          question: 'How do I rotate API keys?',
          text: 'Open **Settings**.',
          keptOn: '2026-05-03',
          consent: 'author',
          site: 'default',
          place: { platform, installation: 'elsewhere' },
          pages: [{ path: 'https://docs.example/keys', url: 'https://docs.example/keys', title: 'Keys' }],
          groups: [],
        }),
      );
    await startBot(world, { keptAnswers: folder });
    write();
    const room = await rooms[platform](world, 'how do we rotate the API key?');
    await until(() => ended(world).length === 1);
    expect(room.shows()[0]).toMatch(/^Open \*+Settings\*+\./);
    expect(room.shows()[0]).toContain('From the team, 3 May 2026.');
    expect(room.shows()[0]).toContain('https://docs.example/keys');
    expect(world.service.asked).toEqual([]);
    await room.press('grace', english.say('button.again'));
    await until(() => ended(world).length === 2);
    expect(room.shows()[0]).toMatch(/^Answer 0\./);
    expect(room.shows()[0]).not.toContain('From the team');
    rmSync(file);
    await room.say('grace', 'How do I rotate API keys?');
    await until(() => ended(world).length === 3);
    expect(room.shows()[1]).toMatch(/^Answer 1\./);
    harmless(world);
  });
});
