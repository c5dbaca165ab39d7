/** Which of Discord's rate limits a call counts towards. */

export interface LimitKey {
  /** Method and route, without ids and tokens. */
  readonly kind: string;
  /** The channel, server or webhook: each has its own limits (Discord's "major parameter"). */
  readonly major: string;
  /** Whether the call counts towards the bot's global limit; interaction calls do not. */
  readonly isGlobal: boolean;
}

/** `auth` is false if the URL contains its own token, as for interactions. */
export function limitKeyOf(method: string, route: string, auth = true): LimitKey {
  const [path = ''] = route.split('?');
  const [, top = '', ...parts] = path.split('/');
  // For interactions, the token after the application's or interaction's id; otherwise the channel or server.
  const major = top === 'webhooks' || top === 'interactions' ? 1 : 0;
  const rest = parts.slice(major + 1).map((part) => (/^\d+$/.test(part) ? ':id' : part));
  return { kind: [method, top, ...rest].join('/'), major: parts[major] ?? '', isGlobal: auth };
}
