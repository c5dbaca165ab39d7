/** The tokens, other than links, that Slack would act on in text on its Markdown surface, as the sandbox reads it. */
import { tokensIn } from '../../../../../src/sandbox/slack/world/live-tokens.ts';

export function bareTokens(text: string): readonly string[] {
  return tokensIn({ text, dialect: 'markdown', auto: false }).flatMap((token) =>
    /^<(?:[@#!]|(?:https?|mailto|slack):)/i.test(token.token) ? [token.token] : [],
  );
}
