/** How commands and presses are acknowledged whose answer is in a public message, in time and late. */
import { ChannelType, InteractionType, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import type { PrivateReply } from '../../../../../../src/bot/core/model/deployment.ts';
import { say } from '../../../../../../src/bot/core/model/plain-text.ts';
import {
  createPrivateAnswers,
  type PrivateAnswers,
} from '../../../../../../src/bot/platforms/discord/inbound/interactions/private-answers.ts';
import type { CommandEvent } from '../../../../../../src/bot/platforms/discord/native-events.ts';
import { english } from '../../../../../../src/bot/wording/wording.ts';
import { createManualClock } from '../../../../../fakes/clock.ts';
import { quietHandlers } from '../../../../../fakes/handlers.ts';

const inPublic: PrivateReply = { ...say('Requested.'), isInPublic: true };
const { ViewChannel, SendMessages } = PermissionFlagsBits;

function event(type: InteractionType, mayPost: boolean): CommandEvent {
  return {
    id: '1457659890892800000',
    application_id: '9',
    type,
    token: 'secret',
    guild_id: '1',
    channel: { id: '4', type: ChannelType.GuildText, name: 'docs-help' },
    app_permissions: String(mayPost ? ViewChannel | SendMessages : ViewChannel),
  };
}

/** What is sent to Discord, in order: the kind of response, with a star if only one person sees it. */
async function sentFor(
  act: Extract<keyof PrivateAnswers, 'answerPrivately' | 'replaceWith'>,
  given: CommandEvent,
  isLate: boolean,
): Promise<readonly string[]> {
  const clock = createManualClock();
  const sent: string[] = [];
  const answers = createPrivateAnswers({
    handlers: { ...quietHandlers, question: async () => 'accepted' as const },
    clock,
    responses: {
      async respond(_, type, data) {
        sent.push(`response ${type}${data && 'flags' in data ? '*' : ''}`);
      },
      async callBack(_, type) {
        sent.push(`response ${type}`);
        return undefined;
      },
      async followUp() {
        sent.push('follow-up');
      },
      async editResponse(_, { markdown }) {
        sent.push(`edit: ${markdown}`);
      },
      async removeResponse() {
        sent.push('removed');
      },
      toPrivateMessage: () => ({}),
    },
  });
  const reply = Promise.withResolvers<PrivateReply>();
  const done = answers[act](given, reply.promise, english);
  if (isLate) await clock.advance(2_000);
  reply.resolve(inPublic);
  await clock.until(done);
  return sent;
}

const { ApplicationCommand, MessageComponent } = InteractionType;

it.each([
  ['a command', 'answerPrivately', ApplicationCommand, true, false, ['response 5*', 'removed']],
  ['a late answer to a command', 'answerPrivately', ApplicationCommand, true, true, ['response 5*', 'removed']],
  ['a command where we may not post', 'answerPrivately', ApplicationCommand, false, false, ['response 5']],
  ['a late answer there', 'answerPrivately', ApplicationCommand, false, true, ['response 5*', 'edit: Requested.']],
  ['a press that is like a command', 'answerPrivately', MessageComponent, true, false, ['response 6']],
  ['a press that answers a question', 'replaceWith', MessageComponent, true, false, ['response 6', 'removed']],
  ['a late answer to such a press', 'replaceWith', MessageComponent, true, true, ['response 6', 'removed']],
] as const)('nothing is left beside a public message after %s', async (_, act, type, mayPost, isLate, expected) => {
  expect(await sentFor(act, event(type, mayPost), isLate)).toEqual(expected);
});
