/** The definition of a Web API method: its rate limit tier, scope, arguments and action. */

import type { JsonObject } from '../../../json.ts';
import { type Arguments, type ArgumentTypes, parseArguments } from '../../world/validation.ts';

/** `posting`: about one a second in a channel, several hundred a minute in all. `free`: several hundred a minute. */
export type Tier = 'tier1' | 'tier2' | 'tier3' | 'tier4' | 'posting' | 'free';

/** What a method may ask of the call that it serves. */
export interface CallContext {
  /** Fails with `missing_scope` when the token lacks it. */
  requireScope(scope: string): void;
  /** Records a doubtful call: Slack lets it pass, and Docent must not make it. */
  noteDoubtful(detail: string): void;
}

/** `none`: it is called without one. */
export type TokenKind = 'bot' | 'app' | 'config' | 'none';

export interface Method {
  readonly tier: Tier;
  readonly scope: string | undefined;
  /** Which token it is called with. */
  readonly token: TokenKind;
  readonly types: ArgumentTypes;
  run(sent: JsonObject, call: CallContext): JsonObject;
}

export type Methods = Readonly<Record<string, Method>>;

interface MethodDefinition<T extends ArgumentTypes> {
  readonly tier: Tier;
  readonly scope?: string;
  /** Missing: the bot's. */
  readonly token?: TokenKind;
  /** The arguments that it knows. */
  readonly types: T;
  run(args: Arguments<T>, call: CallContext): JsonObject;
}

export function method<T extends ArgumentTypes>(definition: MethodDefinition<T>): Method {
  const { tier, scope, token = 'bot', types } = definition;
  return { tier, scope, token, types, run: (sent, call) => definition.run(parseArguments(types, sent), call) };
}
