import { expect, it } from 'vitest';
import { isOfDiscord } from '../../../../../src/bot/platforms/discord/connection/files.ts';

it.each([
  ['https://cdn.discordapp.com/attachments/1/2/a.txt?ex=1', true],
  ['http://cdn.discordapp.com/attachments/1/2/a.txt', false],
  ['https://media.discordapp.net/attachments/1/2/a.txt', false],
  ['https://cdn.discordapp.com.evil.example/a.txt', false],
  ['https://169.254.169.254/latest', false],
])("files are read only from Discord's own host: %s", (url, isAllowed) => {
  expect(isOfDiscord(url, undefined)).toBe(isAllowed);
  expect(isOfDiscord(url, 'http://127.0.0.1:1/api')).toBe(false);
});
