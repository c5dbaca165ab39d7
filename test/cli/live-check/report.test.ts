import { expect, it } from 'vitest';
import { withoutNames } from '../../../src/cli/live-check/report.ts';
import { sharesIn } from '../../../src/cli/live-check/slack-checks.ts';
import { settingFor } from '../../../src/cli/live-check/streaming-setting.ts';
import { expectLinear } from '../../fakes/linear.ts';

it('replaces ids, addresses and names by letters, the same by the same', () => {
  const text =
    'C0DOCSHELP at 1795891517.565000 by @ada in #docs-help (123456789012345678), again C0DOCSHELP: https://x.slack.com/a';
  expect(withoutNames(text)).toBe('(A) at (B) by (C) in (D) ((E)), again (A): (F)');
  expect(withoutNames('SLACK_STREAMING takes 10000 bytes (missing_scope)')).toBe(
    'SLACK_STREAMING takes 10000 bytes (missing_scope)',
  );
});

it('replaces names in linear time', async () => {
  for (const part of ['C', 'C1 ', '#a', 'https://', '1'])
    await expectLinear(400_000, (size) => withoutNames(part.repeat(size / part.length)));
});

it('finds where a message shares others, by names of fields only', () => {
  const inner = { is_share: true, attachments: [{ is_msg_unfurl: true, text: 'secret' }] };
  const outer = {
    text: 'x',
    attachments: [{ is_share: true, U0ADA00001: inner, message_blocks: [{ message: inner }] }],
  };
  expect(sharesIn(outer)).toEqual([
    'attachments',
    'attachments.message_blocks.message',
    'attachments.message_blocks.message.attachments',
  ]);
});

it.each([
  [['read', 'seen'], {}, 'channels:auto,direct:auto'],
  [['hidden', 'seen'], { direct: 'edit' }, 'channels:auto,direct:edit'],
  [['read', 'hidden'], { channels: 'native' }, 'channels:edit,direct:auto'],
  [['refused'], { channels: 'auto' }, 'channels:edit,direct:auto'],
  [['read', 'seen'], { channels: 'native' }, undefined],
  [['hidden'], {}, undefined],
  [['read'], {}, undefined],
  [['read'], { channels: 'auto' }, undefined],
  [['read', 'seen'], { channels: 'off' }, undefined],
  [[], { channels: 'auto' }, undefined],
] as const)('where others see %j of a stream and %j is set, calls for %s', (seen, modes, setting) => {
  expect(settingFor(seen, modes)).toBe(setting);
});
