/** The definition of a Web API method: its rate limit tier, scope, arguments and action. */

import type { JsonObject } from '../../../json.ts';
import { type Arguments, type ArgumentTypes, parseArguments } from '../../world/validation.ts';

/** `posting`: about one per second and channel, several hundred a minute in total. `free`: several hundred a minute. */
export type Tier = 'tier1' | 'tier2' | 'tier3' | 'tier4' | 'posting' | 'free';

/** What a method can use of the call that it serves. */
export interface CallContext {
  /** Fails with `missing_scope` if the token lacks it. */
  requireScope(scope: string): void;
  /** Records a doubtful call: Slack accepts it, but Docent must not make it. */
  noteDoubtful(detail: string): void;
}

/** `none`: it is called without a token. */
export type TokenKind = 'bot' | 'app' | 'config' | 'none';

export interface Method {
  readonly tier: Tier;
  readonly scope: string | undefined;
  /** The kind of token that it requires. */
  readonly token: TokenKind;
  readonly types: ArgumentTypes;
  run(sent: JsonObject, call: CallContext): JsonObject;
}

export type Methods = Readonly<Record<string, Method>>;

interface MethodDefinition<T extends ArgumentTypes> {
  readonly tier: Tier;
  readonly scope?: string;
  /** Default: the bot's token. */
  readonly token?: TokenKind;
  /** The arguments that it accepts. */
  readonly types: T;
  run(args: Arguments<T>, call: CallContext): JsonObject;
}

export function method<T extends ArgumentTypes>(definition: MethodDefinition<T>): Method {
  const { tier, scope, token = 'bot', types } = definition;
  return { tier, scope, token, types, run: (sent, call) => definition.run(parseArguments(types, sent), call) };
}
