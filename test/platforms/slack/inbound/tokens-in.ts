/** What Slack would act on in text for its Markdown surface, as the simulated Slack reads it; links left out. */
import { tokensIn } from '../../../../src/sandbox/slack/world/live-tokens.ts';

export function bareTokens(text: string): readonly string[] {
  return tokensIn({ text, dialect: 'markdown', auto: false }).flatMap((token) =>
    /^<(?:[@#!]|(?:https?|mailto|slack):)/i.test(token.token) ? [token.token] : [],
  );
}
