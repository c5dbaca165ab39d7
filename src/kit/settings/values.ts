/** The formats of settings that several houses have: keys, addresses, numbers, lists. Each schema parses a text. */
import { z } from 'zod';

export const key = z.string().regex(/^[\x21-\x7e]+$/);
/** It is sent to an assistant or another service, so a platform token pasted into the wrong field is refused. */
export const serviceKey = key.refine((text) => platformToken(text) === undefined);
/** A name or address to listen on; IPv6 may be in brackets, as in a URL. */
export const listenHost = z
  .string()
  .regex(/^(?:[\w.:-]+|\[[\w.:]+\])$/)
  .transform((text) => text.replace(/^\[|\]$/g, ''));
export const listenPort = wholeNumber(0, 65_535);

const slackTokens: readonly (readonly [form: RegExp, name: string])[] = [
  [
    /^xoxe\.xoxb-/,
    'a bot token that expires, of an app with token rotation, which works where Docent is installed at /slack/install',
  ],
  [/^xoxe(\.xoxp)?-/, 'SLACK_CONFIG_TOKEN'],
  [/^xoxb-/, 'SLACK_BOT_TOKEN'],
  [/^xapp-/, 'SLACK_APP_TOKEN'],
  [/^xox[a-z][-.]/, 'another kind of Slack token'],
];

/** The name of the Slack or Discord token that a text looks like; signing secrets have no recognisable form. */
export function platformToken(text: string): string | undefined {
  return slackTokens.find(([form]) => form.test(text))?.[1] ?? (isDiscordToken(text) ? 'DISCORD_TOKEN' : undefined);
}

/** A bot token begins with the bot's id in base64, unlike other three-part words such as host names and JWTs. */
function isDiscordToken(text: string): boolean {
  const [, id = ''] = /^([\w-]{20,30})\.[\w-]{5,}\.[\w-]{20,}$/.exec(text) ?? [];
  return /^\d{15,20}$/.test(Buffer.from(id, 'base64url').toString());
}

export function wholeNumber(min: number, max: number): z.ZodType<number, string> {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
}

/** Without user, query or fragment, since paths are appended to it. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.username === '' && url.password === '' && !/[?#]/.test(text);
}

export function toList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
