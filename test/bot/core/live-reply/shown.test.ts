/** What messages are certain to show when texts change and actions are lost or refused. */
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../src/bot/core/live-reply/next-action.ts';
import {
  certainUpTo,
  endsCleanly,
  freezeUpTo,
  possiblyShown,
  relativeTo,
} from '../../../../src/bot/core/live-reply/shown.ts';
import type { Shown } from '../../../../src/bot/core/model/conversation.ts';

const text = 'One two three four five six';

function message(from: number, to: number, more: Partial<Shown> = {}): Shown {
  return { message: `m${from}`, from, to, digest: 'known', ...more };
}

function editTo(from: number, to: number): Action {
  const body = { markdown: text.slice(from, to), from, to, sources: [], notices: [] };
  return { kind: 'edit', index: 0, body };
}

describe('an action whose response is lost', () => {
  it('leaves certain only what both bodies show', () => {
    expect(possiblyShown(editTo(0, 18), message(0, 8))).toMatchObject([{ to: 18, least: 8 }]);
    expect(possiblyShown(editTo(0, 8), message(0, 18))).toMatchObject([{ to: 18, least: 8 }]);
  });

  it('leaves a message that may have been removed', () => {
    const second = message(8, 18);
    expect(possiblyShown({ kind: 'remove', index: 1 }, second)).toEqual([{ ...second, removing: true }]);
  });
});

describe('a newer text', () => {
  const shown = [message(0, 8), message(8, 18)];

  it('leaves everything certain if it is longer, or not yet as long', () => {
    expect(relativeTo(`${text} seven`, { shown, text })).toEqual({ shown, text: `${text} seven` });
    expect(relativeTo('One t', { shown, text })).toEqual({ shown, text });
  });

  it('leaves nothing certain about messages that show a different text', () => {
    const newer = 'One two three 4';
    expect(relativeTo(newer, { shown, text })).toEqual({
      shown: [message(0, 8), message(8, 18, { least: 8 })],
      text: newer,
    });
  });

  it('is repeated from the first frozen message that shows a different text', () => {
    const frozen = [message(0, 8, { frozen: true }), message(8, 14, { frozen: true }), message(14, 18)];
    const ends = certainUpTo(10, frozen).map(({ to, least }) => [to, least]);
    expect(ends).toEqual([
      [8, undefined],
      [8, undefined],
      [18, 14],
    ]);
  });
});

describe('a frozen message', () => {
  it('is followed by the rest from the beginning of a word', () => {
    expect(freezeUpTo(0, { shown: [message(0, 10)], text })).toEqual([message(0, 8, { frozen: true })]);
  });

  it('keeps words that the next message also shows', () => {
    const shown = [message(0, 14), message(8, 18)];
    expect(freezeUpTo(0, { shown, text })).toEqual([message(0, 14, { frozen: true }), message(8, 18)]);
    expect(freezeUpTo(1, { shown, text }).at(-1)).toEqual(message(8, 19, { frozen: true }));
  });

  it('is repeated from where it is uncertain, even if the next message shows what follows', () => {
    const shown = [message(0, 14, { digest: '', least: 8 }), message(14, 18)];
    expect(freezeUpTo(1, { shown, text }).at(-1)).toMatchObject({ to: 8, frozen: true });
  });

  it('ends cleanly if nothing is repeated or uncertain', () => {
    expect(endsCleanly(0, [message(0, 8)])).toBe(true);
    expect(endsCleanly(0, [message(0, 8), message(8, 18)])).toBe(true);
    expect(endsCleanly(0, [message(0, 14), message(8, 18)])).toBe(false);
    expect(endsCleanly(0, [message(0, 8, { digest: '' })])).toBe(false);
    expect(endsCleanly(0, [message(0, 8, { least: 0 })])).toBe(false);
    // A stream that an earlier process began and that was never ended.
    expect(endsCleanly(0, [message(0, 8, { digest: '', least: 8 })])).toBe(false);
    expect(endsCleanly(0, [message(0, 0, { digest: '' })])).toBe(false);
    expect(endsCleanly(0, [message(0, 0)])).toBe(false);
    // “The answer was cut off here” would stay in the middle of the answer.
    expect(endsCleanly(0, [message(0, 8, { hasNotices: true })])).toBe(false);
    expect(endsCleanly(1, [message(0, 14, { frozen: true }), message(8, 18)])).toBe(false);
    expect(endsCleanly(1, [message(0, 8, { frozen: true }), message(8, 18)])).toBe(true);
  });
});
