import { describe, expect, it } from 'vitest';
import type { Growing } from '../../src/core/ports.ts';
import { emptyReply } from '../../src/core/reply.ts';
import { createReplyLayout } from '../../src/core/reply-layout.ts';
import { createManualClock } from '../fakes/clock.ts';
import { createFakePlatform } from '../fakes/platform.ts';

const reply = { ...emptyReply, text: 'One sentence. And one more. And the rest of it.' };

describe('where a message of a reply ends although more would fit', () => {
  it('stays where it was said first', () => {
    const growing: Partial<Growing> = {};
    const layout = createReplyLayout(
      Object.assign(createFakePlatform({ clock: createManualClock(), maxChars: 400 }), { growing: growing as Growing }), // only whether there is one is asked
      [],
    );
    layout.endAt(0, 13);
    layout.endAt(0, 27);
    expect(layout.bodies(reply).map(({ markdown }) => markdown.trim())).toEqual([
      'One sentence.',
      'And one more. And the rest of it.',
    ]);
  });
});
