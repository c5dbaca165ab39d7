/** `docent setup slack|discord`: a dialog that leads from an empty folder to a bot that is ready to start. */
import { readFile } from 'node:fs/promises';
import { isReadableByOthers, readEnvFile, writeEnvFile } from '../bot/config/env-file.ts';
import { systemClock } from '../kit/base/clock.ts';
import { silentLogger } from '../kit/base/logger.ts';
import type { Env } from '../kit/settings/reader.ts';
import { doctor } from './doctor.ts';
import { Cancelled, type Dialog, openDialog } from './setup-steps/dialog.ts';
import type { Values } from './setup-steps/slack-steps.ts';
import { asTyped } from './terminal/as-typed.ts';
import { type Command, type CommandIo, type ExitCode, readWords, UsageError } from './terminal/command.ts';

export const setup: Command = {
  summary: 'create a Slack app or a Discord bot step by step, and write .env',
  help: `docent setup slack
docent setup discord

Leads from an empty folder to a bot that is ready to start. It creates the Slack app
(with an app configuration token, or on a page on Slack), or turns on the Discord
intent and prints the invite link; checks each token you paste; asks for the assistant
if none is set; and finally writes .env, readable only by you, keeping its other
settings, and runs docent doctor. No setting is written before the end.
Exit codes: 0 done, 1 something is still wrong, 2 wrong usage.
`,
  async run(args, io) {
    const [platform, ...more] = readWords(args, {}, 1).positionals;
    if ((platform !== 'slack' && platform !== 'discord') || more.length > 0) {
      throw new UsageError('Which one? Use docent setup slack or docent setup discord.');
    }
    if (!io.isOutTerminal || !io.isInTerminal) {
      io.err(withoutTerminal[platform]);
      return 2;
    }
    const dialog = openDialog();
    try {
      return await lead(platform, dialog, io);
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      dialog.end('Stopped; no setting was written.');
      return 1;
    }
  },
};

async function lead(platform: 'slack' | 'discord', dialog: Dialog, io: CommandIo): Promise<ExitCode> {
  const env = await readEnvFile('.env', io.env);
  const name = platform === 'slack' ? 'Slack' : 'Discord';
  dialog.begin(`Docent in ${name}. No setting is written before the end; Ctrl+C stops.`);
  const values = { ...(await platformValues(platform, dialog, env)), ...(await assistantValues(dialog, env)) };
  if (!(await write(dialog, values))) return 1;
  for (const [name, value] of Object.entries(values))
    if ((io.env[name] ?? value) !== value)
      dialog.warn(`${name} is also set in the environment, which overrides .env: unset it there.`);
  dialog.end('Wrote .env. This is what docent doctor says:');
  const code = await doctor.run([], io);
  if (code === 0) io.out(asTyped(`\nStart it: docent start\n${firstQuestion[platform]}\n`, io.env));
  return code;
}

async function platformValues(platform: 'slack' | 'discord', dialog: Dialog, env: Env): Promise<Values> {
  if (platform === 'discord') {
    const { setUpDiscord } = await import('./setup-steps/discord-steps.ts');
    return setUpDiscord(dialog, { apiUrl: env.DISCORD_API_URL || undefined, clock: systemClock }, env);
  }
  const { setUpSlack } = await import('./setup-steps/slack-steps.ts');
  const manifest = await readFile(new URL('../../manifest.yml', import.meta.url), 'utf8');
  const access = {
    apiUrl: env.SLACK_API_URL || undefined,
    clock: systemClock,
    logger: silentLogger,
  };
  return setUpSlack(dialog, manifest, { access, env });
}

async function assistantValues(dialog: Dialog, env: Env): Promise<Values> {
  if (env.ASSISTANT_URL && env.ASSISTANT_DOMAIN && env.ASSISTANT_API_KEY) return {};
  const { setUpAssistant } = await import('./setup-steps/assistant-steps.ts');
  const { projectOf } = await import('./checked-projects.ts');
  return setUpAssistant(dialog, (folder) => projectOf({ folder }));
}

/** Retries until the file can be written or the user gives up, so that nothing typed is lost. */
async function write(dialog: Dialog, values: Values): Promise<boolean> {
  for (;;) {
    try {
      await writeEnvFile('.env', values);
      if (await isReadableByOthers('.env')) dialog.warn(notPrivate);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      dialog.warn(`.env cannot be written (${code}): make it and this folder writable (chmod u+w .env).`);
      if (!(await dialog.confirm('Try again?'))) return false;
    }
  }
}

const firstQuestion = {
  slack: 'Then write /invite @docent in a channel, and ask it: @docent How do I …?',
  discord: 'Then ask it in a channel: @Docent How do I …?',
} as const;

const notPrivate =
  'Other users can still read .env, because you do not own it or its file system has no permissions. Ask its owner to run chmod 600 .env.';

const withoutTerminal: Readonly<Record<'slack' | 'discord', string>> = {
  slack: `Setup asks questions, but this is not a terminal. To do it by hand:
  1. Create an app at https://api.slack.com/apps?new_app=1 from manifest.yml, and install it.
  2. Set SLACK_BOT_TOKEN (OAuth & Permissions) and SLACK_APP_TOKEN (Basic Information,
     App-Level Tokens, scope connections:write).
  3. Set ASSISTANT_URL, ASSISTANT_DOMAIN and ASSISTANT_API_KEY.
  4. Run docent doctor to check it all.
`,
  discord: `Setup asks questions, but this is not a terminal. To do it by hand:
  1. Create an application at https://discord.com/developers/applications; on its Bot page
     reset the token and turn on Message Content Intent.
  2. Invite it with the URL in docs/discord.md, and set DISCORD_TOKEN.
  3. Set ASSISTANT_URL, ASSISTANT_DOMAIN and ASSISTANT_API_KEY.
  4. Run docent doctor to check it all.
`,
};
