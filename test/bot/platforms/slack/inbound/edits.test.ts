/** Which changes of a message in Slack count as edits by its author. */
import { expect, it } from 'vitest';
import type { Question } from '../../../../../src/bot/core/model/conversation.ts';
import type { Message } from '../../../../../src/bot/platforms/slack/inbound/events.ts';
import { type Listeners, takeEvent } from '../../../../../src/bot/platforms/slack/inbound/listen.ts';

const us = '<@U0DOCENT>';
const before: Message = {
  type: 'message',
  user: 'U1',
  channel: 'C1',
  ts: '1767600000.000100',
  text: `${us} Which plan?`,
};
const edited = { ts: '1767600030.000000' };
const table = (cell: string) => [{ blocks: [{ type: 'table', rows: [[{ type: 'raw_text', text: cell }]] }] }];
const preview = [{ from_url: 'https://docs.example', title: 'Plans', text: 'All of them' }];

async function editsOf(message: Partial<Message>, previous: Partial<Message> = {}): Promise<readonly Question[]> {
  const edits: Question[] = [];
  const listeners = {
    logger: { debug: () => undefined },
    self: () => ({ userId: 'U0DOCENT', botId: 'B0DOCENT' }),
    onMessageIn: () => undefined,
    handlers: () => ({ edited: async (question: Question) => void edits.push(question) }),
  };
  const event = {
    type: 'message',
    subtype: 'message_changed',
    channel: 'C1',
    channel_type: 'channel',
    message: { ...before, ...message },
    previous_message: { ...before, ...previous },
  };
  await takeEvent({ event_id: 'E1', team_id: 'T1', event }, listeners as unknown as Listeners);
  return edits;
}

it('an edit of the text, of a table or of files is an edit', async () => {
  expect(await editsOf({ edited, text: `${us} Which one?` })).toMatchObject([{ text: 'Which one?' }]);
  const [inTable] = await editsOf({ edited, attachments: table('Business') }, { attachments: table('Starter') });
  expect(inTable?.text).toContain('Business');
  const files = [{ name: 'a.log' }, { name: 'b.log' }];
  expect(await editsOf({ edited, files: files.slice(1) }, { files })).toMatchObject([{ files: [{ name: 'b.log' }] }]);
});

it('a change of Slack’s own, such as the preview of a link, is none', async () => {
  expect(await editsOf({ attachments: preview })).toEqual([]);
  expect(await editsOf({ edited, attachments: preview }, { edited })).toEqual([]);
  expect(await editsOf({ edited })).toEqual([]);
});
