/** Untrusted text is read in linear time: a quadratic reader would take minutes here. */
import { expect, it } from 'vitest';
import { insertNames, mentions, readText, usersIn } from '../../../../src/bot/platforms/slack/inbound/inbound-text.ts';
import { questionIn, readMessage } from '../../../../src/bot/platforms/slack/inbound/message-reader.ts';
import { toSurface } from '../../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { mark, renderMarkdown } from '../../../../src/bot/platforms/slack/outbound/mrkdwn.ts';
import { renderQuestion } from '../../../../src/bot/platforms/slack/outbound/render.ts';
import { expectLinear } from '../../../fakes/linear.ts';

const runs = [' ', '\t', ' \t', '<', '<@', '<@U1|', '\\', '`a', '*', '_*', '@', '&lt;', '|', '[', '>'];

it.each(runs)('reads a message of repeated %j in linear time', (unit) => {
  const text = `a${unit.repeat(400_000)}b`;
  expect(mentions(text, 'U1')).toBe(false);
  expect(usersIn(text)).toEqual([]);
  expect(insertNames(readText(text, 'U1'), new Map())).toHaveLength(
    insertNames(readText(text, 'U2'), new Map()).length,
  );
  expect(renderQuestion('Ada', text).length).toBeLessThan(4_000);
  expect(mark('_', text).length).toBe(text.length + 2);
});

it.each([' ', '\n', ' \n', '> ', '<@U1|', '|', ': '])(
  'reads the parts of a message of repeated %j in linear time',
  (unit) => {
    return expectLinear(40_000, (times) => {
      const text = `a${unit.repeat(times)}b`;
      const said = { type: 'mrkdwn', text };
      const blocks = [
        { type: 'section', text: said },
        { type: 'table', rows: [[{ type: 'raw_text', text }]] },
      ];
      const attachments = [
        { is_share: true, author_name: text, text },
        { from_url: text, title: text, text },
      ];
      expect(questionIn(readMessage({ text, blocks, attachments }, 'U1'))).not.toBe('');
    });
  },
);

it.each([' ', '\\', '\\ '])('renders an answer of repeated %j in linear time', (unit) => {
  return expectLinear(40_000, (times) => {
    const text = `a${unit.repeat(times)}b`;
    expect(renderMarkdown(text).endsWith('b')).toBe(true);
    expect(toSurface(text).endsWith('b')).toBe(true);
  });
});
