/** The setup steps for Discord: check the token, turn on the intent, invite the bot, and choose a server. */
import { v } from '../../bot/config/variables.ts';
import {
  type Application,
  type DiscordAccess,
  readApplication,
  serversOf,
  switchOnContent,
} from '../../bot/platforms/discord/setup/app-setup.ts';
import { inviteAddress } from '../../bot/platforms/discord/setup/invite.ts';
import { checkFor } from './checked.ts';
import type { Dialog } from './dialog.ts';
import type { SlackSteps, Values } from './slack-steps.ts';

type Env = SlackSteps['env'];

const portal = 'https://discord.com/developers/applications';

/** `env` holds the settings that exist already. */
export async function setUpDiscord(dialog: Dialog, access: DiscordAccess, env: Env): Promise<Values> {
  dialog.show('Create the application', [`Open ${portal} and press New Application, then Bot, Reset Token.`]);
  const { token, application } = await askToken(dialog, access);
  await askContent(dialog, token, application, access);
  dialog.show('Invite it', [
    'Open the page below and choose your server; it requests only the permissions that Docent needs.',
  ]);
  dialog.print(inviteAddress(application.id));
  return { DISCORD_TOKEN: token, ...(await askServer(dialog, token, access, env)) };
}

/** Asks until Discord accepts the token. */
async function askToken(dialog: Dialog, access: DiscordAccess): Promise<{ token: string; application: Application }> {
  for (;;) {
    const token = await dialog.askSecret('The bot token', checkFor(v.discordToken));
    const read = await readApplication(token, access);
    if (read.ok) {
      dialog.say(`Discord accepts it: ${read.value.name} (${read.value.id})`);
      return { token, application: read.value };
    }
    dialog.warn(`Discord ${read.reason}; paste the token to try again, or press Ctrl+C to stop.`);
  }
}

async function askContent(
  dialog: Dialog,
  token: string,
  application: Application,
  access: DiscordAccess,
): Promise<void> {
  if (application.hasContent) return dialog.say('Message Content Intent is on');
  const isWanted = await dialog.confirm(
    'Turn on Message Content Intent? Without it Docent can only read mentions, direct messages and commands.',
  );
  if (!isWanted) return;
  const switched = await switchOnContent(token, application, access);
  if (switched.ok) return dialog.say('Message Content Intent is on');
  dialog.warn(`Discord ${switched.reason}: turn it on at ${portal}/${application.id}/bot.`);
}

/** Commands registered for one server appear immediately; commands for all servers need no choice. */
async function askServer(dialog: Dialog, token: string, access: DiscordAccess, env: Env): Promise<Values> {
  for (;;) {
    if (!(await dialog.confirm('Is it in your server now?'))) return {};
    const servers = await serversOf(token, access);
    if (!servers.ok) {
      dialog.warn(`Discord ${servers.reason}.`);
      continue;
    }
    if (servers.value.length === 0) {
      dialog.warn('Discord reports that it is not in any server yet.');
      continue;
    }
    const choices = Object.fromEntries(
      servers.value.slice(0, 20).map(({ id, name }) => [id, `Only in ${name}, where they appear immediately`]),
    );
    const chosen = await dialog.choose('Where should /docs, /deploy and /docs-report appear?', {
      all: 'In every server that it is in',
      ...choices,
    });
    if (chosen !== 'all') return { DISCORD_GUILD_ID: chosen };
    return env.DISCORD_GUILD_ID ? { DISCORD_GUILD_ID: '' } : {};
  }
}
