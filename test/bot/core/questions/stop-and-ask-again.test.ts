/** Who may stop an answer or ask again, and which edits ask again. */
import { expect, it } from 'vitest';
import type { TurnFacts } from '../../../../src/bot/core/ports/store.ts';
import {
  isAskedAgain,
  mayAskAgain,
  refusePress,
  toEdited,
} from '../../../../src/bot/core/questions/stop-and-ask-again.ts';

const answered: TurnFacts = {
  id: 't1',
  asker: 'fake:A',
  text: 'How?',
  askedAt: 1_000,
  lastAskedAt: 1_000,
  isOpen: false,
  isAsked: true,
  timesAgain: 0,
  isDeleted: false,
};
const running = { ...answered, isOpen: true };
const edit = { text: 'How, by npm?', asker: 'fake:A' };

it.each([
  ['stop', running, true, undefined],
  ['again', answered, true, undefined],
  ['stop', running, false, 'not_yours'],
  ['again', answered, false, 'not_yours'],
  ['stop', answered, true, 'not_running'],
  ['again', running, true, 'running'],
  ['again', { ...answered, timesAgain: 5 }, true, 'too_often'],
  ['again', undefined, false, 'gone'],
] as const)('a press of %s is accepted or refused', (kind, turn, mayPress, refusal) => {
  expect(refusePress(kind, turn, mayPress)).toBe(refusal);
});

it('a question is asked again if its asker edits the text within five minutes', () => {
  expect(isAskedAgain(answered, edit, 301_000)).toBe(true);
  expect(isAskedAgain(running, edit, 2_000)).toBe(true);
  expect(isAskedAgain(answered, edit, 301_001)).toBe(false);
  expect(isAskedAgain(answered, { ...edit, text: 'How?' }, 2_000)).toBe(false);
  expect(isAskedAgain(answered, { ...edit, text: '' }, 2_000)).toBe(false);
  expect(isAskedAgain(answered, { ...edit, asker: 'fake:B' }, 2_000)).toBe(false);
  expect(isAskedAgain({ ...answered, isAsked: false }, edit, 2_000)).toBe(false);
  expect(isAskedAgain({ ...answered, isDeleted: true }, edit, 2_000)).toBe(false);
});

it('a question is asked again if its files change, but not if only their addresses do', () => {
  const log = { name: 'a.log', url: 'https://files.example/a?sign=1' };
  const turn = { ...answered, files: [log] };
  const unchanged = { ...edit, text: 'How?' };
  expect(isAskedAgain(turn, { ...unchanged, files: [{ ...log, url: 'https://files.example/a?sign=2' }] }, 2_000)).toBe(
    false,
  );
  expect(isAskedAgain(turn, unchanged, 2_000)).toBe(true);
  expect(isAskedAgain({ ...turn, joined: [{ id: 'j1', text: 'with docker' }] }, unchanged, 2_000)).toBe(false);
});

it('an edited question keeps the quick messages joined to it, and is empty without its own text', () => {
  const joined = [
    { id: 'j1', text: 'with docker' },
    { id: 'j2', text: 'on arm?' },
  ];
  expect(toEdited({ text: 'Why?' }, 'How?')).toBe('How?');
  expect(toEdited({ text: 'Why?\n\nwith docker\n\non arm?', joined }, 'How?')).toBe('How?\n\nwith docker\n\non arm?');
  expect(toEdited({ text: 'Why?\n\nwith docker\n\non arm?', joined }, ' ')).toBe('');
});

it('editing or deleting a joined message leaves the rest of the question unchanged', () => {
  const joined = [
    { id: 'j1', text: 'with docker' },
    { id: 'j2', text: 'on arm?' },
  ];
  const turn = { text: 'How?\n\nwith docker\n\non arm?', joined };
  expect(toEdited({ ...turn, foundBy: 'j1' }, 'with podman')).toBe('How?\n\nwith podman\n\non arm?');
  expect(toEdited({ ...turn, foundBy: 'j1' }, '')).toBe('How?\n\non arm?');
  expect(toEdited({ ...turn, foundBy: 'j2' }, '')).toBe('How?\n\nwith docker');
  const alone = [{ id: 'j1', text: '' }];
  expect(toEdited({ text: 'How?', joined: alone, foundBy: 'j1' }, 'with docker?')).toBe('How?\n\nwith docker?');
});

it('a reply that would be the same, or that will be continued anyway, cannot be asked for again', () => {
  expect(mayAskAgain(0)).toBe(true);
  expect(mayAskAgain(0, 'timed_out')).toBe(true);
  expect(mayAskAgain(0, 'interrupted')).toBe(false);
  expect(mayAskAgain(5)).toBe(false);
});
