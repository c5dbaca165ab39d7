/** Which messages that nobody addressed to Docent are taken as questions. */
import { describe, expect, it } from 'vitest';
import { isQuestion } from '../../../src/core/manners/classify-message.ts';
import { developmentMessages, type LabelledMessage, readMessages } from '../../fit/labelled-messages.ts';

function isRight({ isQuestion: expected, place, text }: LabelledMessage): boolean {
  return isQuestion({ text, isToSomebody: false, isFollowUp: place === 'thread' }) === expected;
}

function share(messages: readonly LabelledMessage[]): number {
  return messages.filter(isRight).length / messages.length;
}

describe('the message classifier', () => {
  const messages = developmentMessages();

  /** Written by somebody who had not seen the rules. */
  const heldOut = readMessages('held-out').filter(({ language }) => language === 'en');

  it('is right about 85 of a hundred English messages that it was not fitted on, and errs towards silence', () => {
    expect(share(heldOut)).toBeGreaterThanOrEqual(0.85);
    const chatter = heldOut.filter((each) => !each.isQuestion);
    expect(share(chatter)).toBeGreaterThanOrEqual(0.9);
    expect(share(chatter)).toBeGreaterThan(share(heldOut.filter((each) => each.isQuestion)));
  });

  it('is right about 95 of a hundred English development messages', () => {
    expect(share(messages.filter(({ language }) => language === 'en'))).toBeGreaterThanOrEqual(0.95);
  });

  it.each(['de', 'es', 'fr', 'ja', 'pt'])('is right more often than silence would be in %s', (language) => {
    const own = messages.filter((each) => each.language === language);
    const silence = own.filter((each) => !each.isQuestion).length / own.length;
    expect(share(own)).toBeGreaterThanOrEqual(silence);
  });

  it('takes nothing that is said to somebody else as a question', () => {
    const questions = messages.filter((each) => each.isQuestion);
    for (const { text } of questions) expect(isQuestion({ text, isToSomebody: true, isFollowUp: false })).toBe(false);
  });

  it('takes nothing without words as a question', () => {
    for (const text of ['', ' ', '???', '👍', '```\ncode\n```'])
      expect(isQuestion({ text, isToSomebody: false, isFollowUp: false })).toBe(false);
  });
});
