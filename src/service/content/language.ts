/** The language of a text, by its script and its most frequent words. Pure. */

/** Words that are frequent in one of these languages and rare in the others. */
const frequentWords: Readonly<Record<string, string>> = {
  en: 'the is are how what which when where why who do does can to of and with for my you your this that it not from have should will in by if i we a an as at be on or our us me my no so any has was am its get got',
  de: 'der die das ist sind wie was welche wann wo warum ich kann man und mit für ein eine einen einem nicht auf den dem des zu von im wird werden mein meine wir sie auch beim zum oder es',
  fr: 'le la les est sont comment quel quelle quand où pourquoi je peut on et avec pour un une des du ne pas dans sur que qui mon ma mes vous nous ce cette puis',
  es: 'el la los las es son cómo como qué cuál cuándo dónde quién por puedo se y con para un una del no en mi mis que lo al este esta hay',
  pt: 'o a os as é são como qual quando onde quem por posso se e com para um uma do da dos das não em no na meu minha que ao este esta há',
  it: 'il lo la gli le è sono come cosa quale quando dove perché posso si e con per un una del della non in nel mio mia che di questo questa',
  nl: 'de het een is zijn hoe wat welke wanneer waar waarom ik kan en met voor niet op van te mijn dat deze wordt worden naar',
  pl: 'jest są jak co który kiedy gdzie dlaczego mogę się i z dla nie na w do mój moje że to czy przez',
  tr: 'bir ve bu nasıl ne hangi nerede neden için ile mi mı değil var yok olarak daha gibi',
  sv: 'och är hur vad vilken när var varför jag kan en ett med för inte på av till min mitt att det som',
};

const byWord = new Map<string, string[]>();
for (const [language, words] of Object.entries(frequentWords)) {
  for (const word of words.split(' ')) byWord.set(word, [...(byWord.get(word) ?? []), language]);
}

/** The frequent words of a language, which say nothing of what was asked about; empty for a language that is not listed. */
export function frequentWordsOf(language: string | undefined): readonly string[] {
  return frequentWords[language ?? 'en']?.split(' ') ?? [];
}

/** Scripts of one language, or nearly so. Kana comes before Han, which Japanese also uses. */
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/[іїєґ]/giu, 'uk'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
];

/** The beginning shows it. */
const maxChars = 2_000;
/** Among names in Latin letters and code, this share in another script is a sentence in it. */
const leastShare = 0.15;
/** A part of the letters that Japanese and Ukrainian text has at least. */
const leastOwn = 0.05;

/**
 * A tag such as `de`; undefined if the text is too short to tell, or in a language that is not known here. `least`: how many
 * frequent words tell it, where one that several languages share counts less.
 */
export function languageOf(text: string, least = leastScore): string | undefined {
  const read = text.slice(0, maxChars);
  return byScript(read) ?? byFrequentWords(read, least);
}

function byScript(text: string): string | undefined {
  if (/^[\0-\u024f]*$/.test(text)) return undefined;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const other = text.match(/(?!\p{Script=Latin})\p{L}/gu)?.length ?? 0;
  if (other === 0 || other < letters * leastShare) return undefined;
  return scripts.find(([script]) => (text.match(script)?.length ?? 0) > other * leastOwn)?.[1];
}

/** A word that several languages share counts less. Two equally likely languages are none. */
function byFrequentWords(text: string, least: number): string | undefined {
  const scores = new Map<string, number>();
  for (const found of text.toLowerCase().match(word) ?? []) {
    const languages = byWord.get(found) ?? [];
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < least || first[1] < (second?.[1] ?? 0) * clearly) return undefined;
  return first[0];
}

/** Letters beside digits or underscores are parts of ids and code. */
const word = /(?<![\p{L}\p{N}_])\p{L}+(?![\p{L}\p{N}_])/gu;

const leastScore = 1;
const clearly = 1.3;
