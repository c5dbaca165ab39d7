/** What an answer says about pictures that nobody looked at. */
import { expect, it } from 'vitest';
import type { AnswerEvent } from '../../../src/kit/wire/answer-event.ts';
import type { AnswerRequest } from '../../../src/service/answers/responder.ts';
import { withUnseenPictures } from '../../../src/service/answers/unseen-pictures.ts';
import type { Reading } from '../../../src/service/search/ranking/corpus.ts';

const pictures = [{ name: 'a.png', mediaType: 'image/png', base64: 'iVBORw0KGgo=' }];
const asked: AnswerRequest = { question: 'Why does it fail?', history: [], before: [], limit: 5 };
const note = '_I did not look at all attached pictures._';

async function textOf(request: Partial<AnswerRequest>, sees: boolean, ...events: readonly AnswerEvent[]) {
  async function* respond(): AsyncGenerator<AnswerEvent> {
    yield* events;
  }
  const said: AnswerEvent[] = [];
  const responder = withUnseenPictures(respond, sees);
  for await (const event of responder({ ...asked, ...request }, {} as Reading, new AbortController().signal))
    said.push(event);
  return {
    types: said.map(({ type }) => type),
    text: said.map((event) => ('text' in event ? event.text : '')).join(''),
  };
}

const words: AnswerEvent = { type: 'text', block: 0, text: 'Because.' };

it('an answer says so below it, before it finishes, if pictures were not looked at', async () => {
  expect(await textOf({ pictures }, false, words)).toMatchObject({ text: `Because.\n\n${note}` });
  expect(await textOf({ unreadPictures: 1 }, true, words)).toMatchObject({ text: `Because.\n\n${note}` });
  expect(await textOf({ pictures }, false, words, { type: 'finish', reason: 'length' })).toMatchObject({
    types: ['text', 'text', 'finish'],
  });
});

it('an answer says so once, even if it replaces that of a model that failed', async () => {
  async function* respond(): AsyncGenerator<AnswerEvent> {
    yield words;
  }
  const responder = withUnseenPictures(withUnseenPictures(respond, false), true);
  const said: AnswerEvent[] = [];
  const request = { ...asked, pictures, unreadPictures: 1 };
  for await (const event of responder(request, {} as Reading, new AbortController().signal)) said.push(event);
  expect(said).toEqual([words, { type: 'text', block: 0, text: `\n\n${note}` }]);
});

it('an answer says nothing of pictures that were looked at, or that nobody sent', async () => {
  expect(await textOf({ pictures }, true, words)).toMatchObject({ text: 'Because.' });
  expect(await textOf({}, false, words)).toMatchObject({ text: 'Because.' });
  expect(await textOf({ pictures }, false)).toMatchObject({ text: '' });
});
