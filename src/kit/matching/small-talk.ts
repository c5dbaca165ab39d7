/**
 * Whether a message asks nothing of the docs: a greeting, thanks, a question about the bot itself, or a request that no docs
 * answer. It is, only if every word of it belongs to that: one word more, and it is a question like any other, because
 * answering "hi" with a search is better than answering a question with "hi". Pure; reads at most `maxChars`.
 */
import { isSameLanguage } from '../base/language-tags.ts';
import { type TalkKind, type TalkPatterns, talkKinds, talkPatterns } from './small-talk-phrases.ts';

export interface SmallTalk {
  readonly kind: TalkKind;
  /** A tag such as `de`. */
  readonly language: string;
  /** The message, as headings are compared with it. */
  readonly said: string;
  /** What it is about, such as `weather`. */
  readonly subjects: readonly string[];
}

/** Longer messages say more than small talk. */
const maxChars = 200;

/** undefined: it is a question. `language`: that of the conversation, which is tried first. */
export function smallTalkIn(message: string, language: string | undefined): SmallTalk | undefined {
  if (message.length > maxChars || /`|https?:/.test(message)) return undefined;
  const said = normalised(message);
  if (isSum(message)) return { kind: 'offTopic', language: language ?? 'en', said, subjects: ['calculator'] };
  if (said.trim() === '') return undefined;
  const known = [...compiled.keys()];
  const own = known.find((tag) => language !== undefined && isSameLanguage(language, tag));
  for (const tag of new Set([...(own === undefined ? [] : [own]), ...known])) {
    const found = compiled.get(tag)?.(said);
    if (found) return { ...found, language: tag, said };
  }
  return undefined;
}

/**
 * To be called at startup: V8 compiles a pattern when it is used first, and again, to machine code, when it is used next, which
 * takes 50 ms for all.
 */
export function warmUpSmallTalk(): void {
  for (const _ of ['bytecode', 'machine code']) smallTalkIn('Which page says how to begin?', undefined);
}

/** Words in lower case between single spaces, one of which is at either end. */
export function normalised(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .match(/[\p{L}\p{N}\p{M}ー]+(?:['-][\p{L}\p{N}]+)*/gu);
  return ` ${(words ?? []).join(' ')} `;
}

/** Numbers with operators between them, asked for in words or not: "2 + 2", "what is 15% of 80?", "convert 3 miles to km". */
function isSum(message: string): boolean {
  const text = message.normalize('NFKC').toLowerCase().slice(0, maxChars);
  return sum.test(text) || conversion.test(text);
}

const number = '\\(?[\\d][\\d.,]*%?\\)?';
const operator =
  '(?: ?[+*×x÷^] ?| [-/−] | (?:plus|minus|times|divided by|geteilt durch|mal|of|von|por|más|mais|fois|de) )';
const sum = new RegExp(
  `^ ?(?:(?:what'?s|what is|how much is|calculate|compute|solve|was ist|wie viel ist|cuánto es|quanto é|combien font|combien fait) )?(?:${number}(?:${operator}${number})+|(?:the )?square root of ${number}) ?[=?. ]*$`,
);
const unit =
  '(?:miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|feet|foot|ft|inch(?:es)?|cm|yards?|pounds?|lbs?|kg|kilos?|ounces?|oz|grams?|celsius|fahrenheit|°[cf]|usd|eur|dollars?|euros?|gallons?|lit(?:er|re)s?|cups?)';
const conversion = new RegExp(
  `^(?:convert|how many|how much is|what is|what's)? ?(?:${unit}(?: are| is)?(?: there)? in )?(?:an? |\\d[\\d.,]* ?)${unit}(?: (?:to|in|into) ${unit})?[?. ]*$`,
);

type Recognised = Pick<SmallTalk, 'kind' | 'subjects'>;
type Recognise = (said: string) => Recognised | undefined;

const compiled: ReadonlyMap<string, Recognise> = new Map(
  Object.entries(talkPatterns).map(([language, patterns]) => [language, compile(patterns)]),
);

function compile({ small, closed, offTopic, isUnspaced = false }: TalkPatterns): Recognise {
  const words = (alternatives: string, flags = 'u'): RegExp =>
    new RegExp(isUnspaced ? `(?:${alternatives})` : `(?<= )(?:${alternatives})(?= )`, flags);
  const begins = new RegExp(
    isUnspaced ? `^ (?:${offTopic.join('|')})` : `^ (?:(?:${small}) )*(?:${offTopic.join('|')})(?:(?<= )|(?= ))`,
    'u',
  );
  const kinds = talkKinds.flatMap((kind) =>
    kind === 'offTopic'
      ? []
      : closed[kind].map(({ said, beside }) => ({
          kind,
          said: said.map((one) => words(one, 'gu')),
          beside: words(beside === undefined ? small : `${small}|${beside}`, 'gu'),
        })),
  );
  return (message) => {
    const request = begins.exec(message);
    if (request) return { kind: 'offTopic', subjects: request.slice(1).filter((one) => one !== undefined) };
    for (const { kind, said, beside } of kinds) {
      if (!said.every((one) => message.search(one) >= 0)) continue;
      const rest = said.reduce((text, one) => text.replace(one, ''), message).replace(beside, '');
      if (rest.trim() === '') return { kind, subjects: [] };
    }
    return undefined;
  };
}
