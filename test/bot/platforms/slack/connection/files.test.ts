import { expect, it } from 'vitest';
import { isSlackUrl } from '../../../../../src/bot/platforms/slack/connection/files.ts';

it.each([
  ['https://files.slack.com/files-pri/T1-F1/download/a.txt', true],
  ['http://files.slack.com/files-pri/T1-F1/download/a.txt', false],
  ['https://files.slack.com:8443/a.txt', false],
  ['https://files.slack.com@evil.example/a.txt', false],
  ['https://user@files.slack.com/a.txt', false],
  ['https://files.slack.com.evil.example/a.txt', false],
  ['https://evil.slack.com/a.txt', false],
  ['file:///etc/passwd', false],
])("sends the bot token only to Slack's own file host: %s (%s)", (url, isAllowed) => {
  expect(isSlackUrl(url, undefined)).toBe(isAllowed);
  expect(isSlackUrl(url, 'http://127.0.0.1:1/api/')).toBe(false);
});
