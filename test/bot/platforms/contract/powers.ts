/** The powers that a platform offers: what must never fail does not, and notices arrive once. */
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../src/bot/core/model/conversation.ts';
import { body, type StartWorld } from './world.ts';

export function powers(start: StartWorld): void {
  describe('a power', () => {
    it('that never fails has an answer for people, files and places that do not exist', async () => {
      const { world, platform } = await start();
      const thread = await world.thread();
      const nowhere = { ...thread, channel: '1', thread: '1' };
      const person = `${platform.name}:1`;
      const question = { id: `${platform.name}:1`, thread: nowhere, askedAt: 1_000 } as Question;
      const { people, profiles, files, threads, places } = platform;
      expect(await places.kindOf(nowhere)).toBeOneOf([undefined, 'public', 'private']);
      if (people) expect(await people.nameOf(person, nowhere)).toBeUndefined();
      if (profiles) {
        expect(await profiles.resolveNames('no names', nowhere)).toBe('no names');
        expect(await profiles.localeOf(person, nowhere)).toBeUndefined();
      }
      if (files) {
        const file = { id: '1', name: 'a.txt', bytes: 1 };
        expect(await files.describe(file, nowhere)).toEqual(file);
        expect(await files.read(file, 10, nowhere)).toBeUndefined();
      }
      if (threads) expect(await threads.earlierIn(nowhere, question)).toBeOneOf([[], 'unread']);
    });

    it('posts a note near a message once, however often it is asked to, and links to the message', async () => {
      const { world, platform } = await start();
      const thread = await world.thread();
      const message = await platform.post(thread, body('An answer.'), 'answer:0');
      const note = { thread, message, body: body('By the way.'), key: 'note:0', since: 0 };
      for (let times = 0; times < 2; times += 1) await platform.notices?.notify(note);
      const shown = await world.shows(thread);
      expect(shown.filter((text) => text.includes('By the way.'))).toHaveLength(platform.notices ? 1 : 0);
      if (platform.threads) expect(platform.threads.linkTo(thread, message)).toMatch(/^https?:/);
    });
  });
}
