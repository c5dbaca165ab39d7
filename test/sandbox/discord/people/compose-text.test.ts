/** Text typed into the message box. */
import { expect, test } from 'vitest';
import { createDiscordSandbox } from '../../../../src/sandbox/discord/sandbox.ts';
import { channelId, userId } from '../raw.ts';

test('known names of people, roles and channels become mentions outside code', async () => {
  const discord = await createDiscordSandbox();
  try {
    const role = discord.roles.find((one) => one.name === 'Maintainer')?.id;
    expect(discord.composeText('@docent ask @maintainer in #docs-help, @nobody `@ada` me@ada.example')).toBe(
      `<@${discord.botUserId}> ask <@&${role}> in <#${channelId(discord, 'docs-help')}>, @nobody \`@ada\` me@ada.example`,
    );
    expect(discord.composeText('@Ada @everyone')).toBe(`<@${userId(discord, 'ada')}> @everyone`);
  } finally {
    await discord.stop();
  }
});
