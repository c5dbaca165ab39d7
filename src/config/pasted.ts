/** Which setting pasted words look like, for who pastes a token into the wrong field. Pure. */
import { type Variable, v } from './variables.ts';

export type PastedName =
  | 'SLACK_BOT_TOKEN'
  | 'SLACK_APP_TOKEN'
  | 'SLACK_SIGNING_SECRET'
  | 'SLACK_CONFIG_TOKEN'
  | 'DISCORD_TOKEN'
  | 'ASSISTANT_URL'
  | 'ASSISTANT_DOMAIN'
  | 'ASSISTANT_API_KEY';

const variables: Readonly<Record<PastedName, Variable<unknown>>> = {
  SLACK_BOT_TOKEN: v.slackBotToken,
  SLACK_APP_TOKEN: v.slackAppToken,
  SLACK_SIGNING_SECRET: v.slackSigningSecret,
  SLACK_CONFIG_TOKEN: v.slackConfigToken,
  DISCORD_TOKEN: v.discordToken,
  ASSISTANT_URL: v.assistantUrl,
  ASSISTANT_DOMAIN: v.assistantDomain,
  ASSISTANT_API_KEY: v.assistantApiKey,
};

export function variableOf(name: PastedName): Variable<unknown> {
  return variables[name];
}

/** Those whose values have a form of their own; the signing secret has none. */
const telling: readonly PastedName[] = ['SLACK_CONFIG_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'DISCORD_TOKEN'];

/** undefined: it may be anything. */
export function looksLike(words: string): PastedName | undefined {
  return telling.find((name) => variables[name].schema.safeParse(words).success);
}
