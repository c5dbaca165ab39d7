/**
 * The words of a message as a bag of unigrams and bigrams, with its beginning and end marked, and each word once more by place:
 * a few words in a thread mean something else than in a channel.
 */

const maxChars = 2_000;

export function wordsOf(text: string, isFollowUp: boolean): ReadonlySet<string> {
  const tokens = tokensOf(text);
  const [first] = tokens;
  const last = tokens.at(-1);
  const words = new Set(tokens);
  for (const token of tokens) words.add(`${isFollowUp ? 'thread' : 'channel'}:${token}`);
  for (const [at, token] of tokens.slice(1).entries()) words.add(`${tokens[at]} ${token}`);
  if (first !== undefined) words.add(`^${first}`).add(`^${tokens.slice(0, 2).join(' ')}`);
  if (last !== undefined) words.add(`${last}$`);
  return words;
}

/** Lower case, with placeholders for code, addresses and numbers. */
function tokensOf(text: string): readonly string[] {
  const cleaned = text
    .slice(0, maxChars)
    .replace(/```[\s\S]*?(?:```|$)/g, ' codeblock ')
    .replace(/`[^`\n]*`/g, ' codespan ')
    .replace(/https?:\S+/g, ' address ')
    .replace(/[’‘]/g, "'")
    .replace(/\d+/g, ' 0 ')
    .toLowerCase();
  return cleaned.match(/[\p{L}\p{N}_']+|[?!.,:]/gu) ?? [];
}
