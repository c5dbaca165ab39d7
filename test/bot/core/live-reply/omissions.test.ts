/** What is left out of a reply that moderation refuses. */
import { describe, expect, it } from 'vitest';
import { Omissions } from '../../../../src/bot/core/live-reply/omissions.ts';
import type { Body } from '../../../../src/bot/core/model/body.ts';
import { emptyReply, settle } from '../../../../src/bot/core/model/reply.ts';
import { english } from '../../../../src/bot/wording/wording.ts';

const said = english.say('moderated');

function bodyOf(markdown: string): Body {
  return { markdown, from: 0, to: markdown.length, sources: [], notices: [] };
}

/** A layout that can shorten a body so many times. */
function omissions(times = Number.POSITIVE_INFINITY): Omissions {
  let left = times;
  return new Omissions({
    shorten() {
      left -= 1;
      return left >= 0;
    },
  });
}

describe('a post that moderation refuses', () => {
  it('loses its links first, is halved next, and loses its words when it cannot be shorter', () => {
    const [linked, left] = [bodyOf('See https://a.example.'), omissions(1)];
    expect(left.refusedPost(0, linked)).toBe(true);
    expect(left.without([linked])).toEqual([{ ...linked, unlinked: true }]);
    expect(left.refusedPost(0, linked)).toBe(true);
    expect(left.without([linked])).toEqual([linked]);
    expect(left.refusedPost(0, bodyOf('See'))).toBe(true);
    expect(left.isWithoutWords(0)).toBe(true);
    expect(left.without([bodyOf('See')])).toMatchObject([{ markdown: '', notices: [said] }]);
    expect(left.refusedPost(0, bodyOf(''))).toBe(false);
  });

  it('is halved a limited number of times', () => {
    const left = omissions();
    let refused = 0;
    while (!left.isWithoutWords(0) && refused < 100) {
      left.refusedPost(0, bodyOf('words'));
      refused += 1;
    }
    expect(refused).toBe(13);
  });
});

it('an edit that moderation refuses shows no links, and stays as it is if that does not help', () => {
  const [linked, left] = [bodyOf('See [it](https://a.example).'), omissions()];
  expect(left.refusedEdit(0, linked)).toBe(true);
  expect(left.without([linked])).toEqual([{ ...linked, unlinked: true }]);
  expect(left.refusedEdit(0, linked)).toBe(false);
  expect(left.refusedEdit(1, bodyOf('words'))).toBe(false);
});

it('a settled reply says first that something was refused, and one that grows does not', () => {
  const left = omissions();
  const reply = { ...emptyReply, text: 'words' };
  const settled = settle(reply, 'Another notice.');
  expect(left.tell(settled)).toBe(settled);
  left.refusedPost(0, bodyOf('words'));
  expect(left.tell(reply)).toBe(reply);
  expect(left.tell(settled).notices).toEqual([said, 'Another notice.']);
  expect(left.tell(settled)).toBe(left.tell(settled));
});
