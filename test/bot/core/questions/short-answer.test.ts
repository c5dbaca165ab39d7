/** Which messages are short answers to the assistant's questions. */
import { describe, expect, it } from 'vitest';
import { isShortAnswer } from '../../../../src/bot/core/questions/decide-question.ts';
import { authors, readMessages } from '../../../lab/fit/labelled-messages.ts';

describe('a message', () => {
  it.each([
    ...of(
      'yes | Yes please! | **yes** | sure, show me | no | Nope. | the second one | option B | B | 2 | 2. | v2.4 | both',
    ),
    ...of(
      'yes, with docker | please do | no, on Windows | Ja bitte | nein | die zweite | gerne | sí, por favor | ¡Claro!',
    ),
    ...of(
      "el segundo | oui | s'il te plaît | le premier | les deux | sim | não | o segundo | はい | お願いします | いいえ | 2番",
    ),
  ])('is a short answer if it says yes or no, or chooses: %s', (text) => {
    expect(isShortAnswer(text)).toBe(true);
  });

  it.each([
    ...of(
      'thanks | yes, thanks | no thanks | no worries | no problem | yes it did | yes, that worked | yes! working now | ok',
    ),
    ...of(
      'cool | nice | great | +1 | 100% | 10/10 | 14 of 14 imported | 👍 | lol | sure, will try | Yesterday it worked',
    ),
    ...of(
      'note that | a lot | I think so | No more questions | no errors | nah I’m good | please stop | Yeah, makes sense',
    ),
    ...of(
      'please have somebody call me | nein danke | ja, danke, hat geklappt | kein Problem | gracias | sí, gracias | merci',
    ),
    ...of('non, merci | obrigado | はい、ありがとう | yes and then I went to the office where everybody had it'),
    ...['', `yes ${'y'.repeat(300)}`],
  ])('is not a short answer if it thanks, says that all is well, or leaves a doubt: %s', (text) => {
    expect(isShortAnswer(text)).toBe(false);
  });

  it('that asks nothing in a thread is rarely taken for a short answer', () => {
    const said = [...authors, 'held-out' as const].flatMap((name) => readMessages(name));
    const chatter = said.filter(({ place, isQuestion }) => place === 'thread' && !isQuestion);
    const taken = chatter.filter(({ text }) => isShortAnswer(text));
    expect(taken.length / chatter.length).toBeLessThan(0.05);
  });
});

function of(messages: string): readonly string[] {
  return messages.split(' | ');
}
