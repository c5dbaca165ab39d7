/** Says below an answer that pictures were not looked at, because no model sees them or they could not be read. */
import type { AnswerEvent } from '../../kit/wire/answer-event.ts';
import { languageOfRequest } from '../search/ranking/editions.ts';
import type { Responder } from './responder.ts';
import { wordingIn } from './wording.ts';

/** `sees`: whether pictures that could be read are looked at. */
export function withUnseenPictures(respond: Responder, sees: boolean): Responder {
  return (asked, reading, signal) => {
    const isSeen = asked.unreadPictures === undefined && (sees || !asked.pictures);
    return isSeen ? respond(asked, reading, signal) : noted(respond(asked, reading, signal), noteFor(asked));
  };
}

function noteFor(asked: Parameters<Responder>[0]): string {
  return `\n\n_${wordingIn(languageOfRequest(asked)).picturesUnseen}_`;
}

async function* noted(events: AsyncIterable<AnswerEvent>, note: string): AsyncGenerator<AnswerEvent> {
  let block = -1;
  let isNoted = false;
  for await (const event of events) {
    if (event.type === 'text') {
      block = Math.max(block, event.block);
      // The answer that replaces one of a failed model has its own note.
      isNoted ||= event.text === note;
    }
    const isComplete = event.type === 'outcome' || event.type === 'finish';
    if (isComplete && block >= 0 && !isNoted) {
      isNoted = true;
      yield { type: 'text', block, text: note };
    }
    yield event;
  }
  if (block >= 0 && !isNoted) yield { type: 'text', block, text: note };
}
