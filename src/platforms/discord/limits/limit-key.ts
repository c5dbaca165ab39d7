/** Which of Discord's limits a call counts into. */

export interface LimitKey {
  /** Method and route, without ids and secrets. */
  readonly kind: string;
  /** The channel, server or webhook, each of which has limits of its own ("major parameter"). */
  readonly major: string;
  /** Whether the call counts into the bot's global limit; those of interactions do not. */
  readonly isGlobal: boolean;
}

/** `auth` false: the address holds a token of its own, as those of interactions do. */
export function limitKeyOf(method: string, route: string, auth = true): LimitKey {
  const [path = ''] = route.split('?');
  const [, top = '', ...parts] = path.split('/');
  // For interactions the token, which follows the application or the interaction; otherwise the channel or server.
  const major = top === 'webhooks' || top === 'interactions' ? 1 : 0;
  const rest = parts.slice(major + 1).map((part) => (/^\d+$/.test(part) ? ':id' : part));
  return { kind: [method, top, ...rest].join('/'), major: parts[major] ?? '', isGlobal: auth };
}
