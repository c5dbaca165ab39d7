/** What the simulated platforms of `docent try` read: messages from the bot, and from people who try it out. */
import { toSurface } from '../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { renderMarkdown } from '../../../src/sandbox/view/discord/markdown.ts';
import { renderContent } from '../../../src/sandbox/view/slack/blocks.ts';
import { asLongAsParsed } from './bot-readers.ts';
import { type Readers, upTo } from './reader.ts';

const discordNames = { person: (id: string) => id, role: () => 'a', place: () => 'a', everyonePings: true };
const slackNames = { users: new Map(), channels: new Map(), groups: new Map() };

/** Limited to the length of a message on the simulated platforms. */
export const sandboxReaders: Readers = {
  ...upTo(4_000, { 'sandbox discord': (text) => renderMarkdown(text, discordNames) }),
  ...upTo(12_000, {
    // As the bot posts it.
    'sandbox slack': (text) =>
      renderContent({ text: '', blocks: [{ type: 'markdown', text: toSurface(asLongAsParsed(text)) }] }, slackNames),
  }),
  ...upTo(40_000, { 'sandbox slack text': (text) => renderContent({ text, blocks: [] }, slackNames) }),
};
