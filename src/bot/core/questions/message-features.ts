/**
 * Named features of a chat message, each 0 or 1, from closed lists of phrases. English has its own features; in German,
 * Spanish, French, Japanese and Portuguese only clear cases are recognised. Takes linear time, and reads only the first 2,000
 * characters.
 */

const maxChars = 2_000;

/** The English features, matched against the cleaned text (see `clean`): only those that tell more than their words alone. */
const patterns = {
  /** Small talk. */
  thanks: /\b(thanks?|thank you|thx|ty|cheers|much appreciated|appreciate it|kudos)\b/,
  laughter: /\b(lol|lmao|rofl|haha+|xd|smh|wtf)\b/,
  praise:
    /\b(love (this|it|the)|great (work|job|question)|well done|awesome|amazing|the best|so (cool|good|nice)|impressive|congrats|congratulations|glad|disappointed|nice (bot|one|work))\b/,
  meToo:
    /(^|\b)(me too|same (here|problem|issue|question|error|thing)|\+1|i second|as you|you (both|all|two)|same as (you|above))/,
  resolved:
    /\b(never ?mind|nvm|solved|figured (it )?out|fixed (it|that)|(that|this|it) (worked|works now|helped|did it|fixed)|works? (now|great|fine|perfectly|again|like a charm)|found (it|the (problem|issue|bug|cause))|resolved|turns out|it was (a|my|the) )/,
  willTry:
    /\b((i'?ll|i will|gonna|going to|let me|will) (try|check|look|test|do|report|see|give it)|let us know|keep (us|you) posted)\b/,

  /** Questions. */
  questionMark: /[?？](\s|$|["')])/,
  howTo:
    /\bhow (do|does|did|can|could|to|would|should|is|are|come|long|many|much|often|big|large|far|fast|you all)\b|\b(way|ways|possible|steps|instructions|example|examples|docs|documentation|guide|tutorial) (to|for|of|on|about|that|how)\b/,
  opensWithWh:
    /(^|[.!?:,;\n]\s{0,20}|\b(so|but|and|also|or|question|ok|hey|hi|all|folks) )(what|what's|whats|which|where|where's|why|how|how's|when|whose|whom)\b/,
  opensWithWho: /(^|[.!?\n]\s{0,20})(who|who's|whos)\b/,
  opensWithAuxiliary:
    /(^|[.!?:,;\n]\s{0,20}|\b(so|but|and|also|or|question|ok|hey|hi|all|folks|there|everyone|morning) )(is|are|does|do|did|can|could|should|would|will|has|have|was|were|may|must|isn't|aren't|doesn't|don't|can't|shouldn't)\b/,
  aboutProduct:
    /\b(is|are) (there|it possible|this|that|it|the|these|those)\b|\b(does|do|can|could|should|will|would|must|has|did|why (is|are|does|do)) (it|this|that|the|i|we|my|our|one|your|these|webhooks|\w+s)\b|\bdo i (have|need)\b/,
  asksForHelp:
    /\b(help( me| with)?|any (idea|ideas|help|advice|pointers?|suggestions?|tips|way|docs|documentation|thoughts|example)|is there (a|any) way|looking for|search(ing)? for|wondering|curious|need (some )?(advice|help|to know)|need to|want to|would like|i'd like|advice on|(please|pls|can you|could you|could (some|any)(one|body)) (explain|show|tell|point|clarify)|explain|how would i|what am i (doing|missing)|doing wrong|a question (about|on|regarding)|not sure (how|what|where|why|if|whether|which)|don't (know|understand|see|get)|can'?t (find|figure|see|get|seem)|no idea (how|what|where|why))\b/,
  trouble:
    /\b(errors?|exceptions?|fail(s|ed|ing|ure)?|crash(es|ed|ing)?|broken|stuck|hang(s|ing)?|blank|empty page|timeouts?|timed out|refused|denied|forbidden|unauthorized|not found|undefined|null|invalid|mismatch|missing|ignored|(doesn|don|didn|won|isn|can)'?t (work|start|load|run|build|compile|connect|show|fire|open|deploy|install|save|update|get|find)|cannot|unable to|not (working|loading|starting|found|showing|updating|possible)|no longer|keeps? (on )?\w+ing|still (not|says|get|getting|see|fails?)|stopped|does nothing|never (runs?|fires?|works?|loads?|ends?)|4\d\d|5\d\d|econn\w+|enoent|segfault|conflict)\b/,
  ownTrouble:
    /\b(i'?m|i am|i|we|we're|my|our|me)\b[^.!?\n]{0,40}\b(get|getting|got|keep|keeps|see|seeing|trying|tried|try|stuck|struggling|unable|can'?t|cannot|cant|having|have (a|an|some) (problem|issue|error|question)|following|followed|need|fails?|failing|crash\w*|breaks?|broke|hangs?|blank|always|returns?|says|shows?|set|added|updated|upgraded|installed|use|using|want)\b/,

  /** Talking to and about people. */
  asksReader:
    /\b((did|have|are|were|do|can|could|would|will|which|what|where|why|when|how) (\w+ ){0,3}?you|your (config|version|code|logs?|setup|file|output|error|os|browser|question|problem|issue))\b|\b(can|could|would) you (share|post|open|try|paste|send|check|show us|file|create|provide|elaborate)\b|\bwhat (version|os|browser|error|node version|do you mean)\b|\b(that|this|it) (help|work for you|make sense|answer)\b/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type PatternName = keyof typeof patterns;

export interface MessageFeatures extends Readonly<Record<PatternName, number>> {
  readonly bias: number;
  /** In a thread that Docent answers in, where a few words are more often a question. */
  readonly isFollowUp: number;
  readonly followUpWithMark: number;
  /** At most two words; `short`: three to five. */
  readonly veryShort: number;
  readonly short: number;
  readonly linkOnly: number;
  /** In languages other than English: a question, small talk, something said to one reader. */
  readonly foreignQuestion: number;
  readonly foreignSmallTalk: number;
  readonly foreignToReader: number;
}

export function messageFeatures(text: string, isFollowUp: boolean): MessageFeatures {
  const raw = text.slice(0, maxChars);
  const cleaned = clean(raw);
  const words = cleaned.match(/[\p{L}\p{N}'_-]+/gu) ?? [];
  const found = Object.entries(patterns).map(([name, pattern]) => [name, pattern.test(cleaned) ? 1 : 0] as const);
  const foreign = foreignPhrases(cleaned);
  return {
    ...(Object.fromEntries(found) as Record<PatternName, number>),
    bias: 1,
    isFollowUp: isFollowUp ? 1 : 0,
    followUpWithMark: isFollowUp && patterns.questionMark.test(cleaned) ? 1 : 0,
    veryShort: words.length <= 2 && !foreign.isUnspaced ? 1 : 0,
    short: words.length > 2 && words.length <= 5 && !foreign.isUnspaced ? 1 : 0,
    linkOnly: /^https?:\S+$/.test(raw.trim()) ? 1 : 0,
    foreignQuestion: foreign.isQuestion ? 1 : 0,
    foreignSmallTalk: foreign.isSmallTalk ? 1 : 0,
    foreignToReader: foreign.isToReader ? 1 : 0,
  };
}

/** Lower case, without code, quotations and URLs, with plain apostrophes. */
function clean(raw: string): string {
  return raw
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^>.*$/gm, ' ')
    .replace(/`[^`\n]*`/g, ' x ')
    .replace(/https?:\S+/g, ' ')
    .replace(/[’‘]/g, "'")
    .toLowerCase()
    .trim();
}

interface Phrases {
  readonly question: RegExp;
  readonly smallTalk: RegExp;
  /** Said to one reader or about people, such as a counter-question. */
  readonly toReader: RegExp;
}

const languages: Readonly<Record<'de' | 'es' | 'fr' | 'ja' | 'pt', Phrases>> = {
  de: {
    question:
      /\b(wie (kann|richte|stelle|mache|bekomme|ändere|setze|füge|funktioniert|lange|viele)|wo (finde|kann|stelle|ist|sind|liegt)|was (ist|sind|bedeutet|muss|mache)|warum|wieso|welche[rs]?|gibt es|kann (man|ich)|muss ich|ist es möglich|weiß (jemand|wer)|hat (jemand|wer) (eine )?(idee|ahnung|erfahrung)|ich (bekomme|kriege|finde|versuche|möchte|brauche|kann)|funktioniert nicht|geht nicht|fehler)\b/u,
    smallTalk:
      /(^|\s)(danke|dankeschön|vielen dank|guten (morgen|tag|abend)|hallo zusammen|moin|super|alles klar|hat geklappt|läuft jetzt|gelöst|gern geschehen|schönes wochenende)(\s|[,.!]|$)/u,
    toReader:
      /\b(hast du|kannst du|bist du|verwendest du|benutzt du|nutzt du|welche version (hast|nutzt|verwendest)|kommt jemand|wer (kommt|ist dabei|hat lust)|treffen|wie geht)/u,
  },
  es: {
    question:
      /(cómo (puedo|se|hago|configuro|cambio|puedo)|dónde (puedo|está|encuentro|se)|qué (es|significa|debo|puede|hago|permisos)|por qué|cuál es|cuáles son|alguien sabe|se puede|puedo|es posible|hay (alguna|manera|forma)|me (sale|da|aparece)|no (funciona|puedo|encuentro|me deja)|error)/u,
    smallTalk:
      /(^|\s|¡)(gracias|muchas gracias|buen[oa]s (días|tardes|noches)|hola a todos|perfecto|genial|vale|funcionó|ya funciona|resuelto|de nada)(\s|[,.!]|$)/u,
    toReader:
      /(qué versión (usas|tienes)|has probado|probaste|puedes (compartir|enviar|probar)|cómo (están|estás|va)|alguien viene|quién (viene|se apunta)|reunión)/u,
  },
  fr: {
    question:
      /(comment (puis|faire|changer|configurer|on|je|ça marche|fonctionne|installer|activer|\w+er\b)|où (puis|se trouve|est|sont|trouver)|qu'est-ce que|pourquoi|quel(le)?s? (est|sont|version|permission)|quelqu'un sait|est-ce (que|qu')|est-il possible|peut-on|puis-je|y a-t-il|j'ai une erreur|je (n'arrive|ne peux|ne trouve|cherche|voudrais)|ne (marche|fonctionne) pas|que faire|erreur)/u,
    smallTalk:
      /(^|\s)(merci|bonjour (à tous|tout le monde)|bonsoir|salut|super|parfait|ça marche( !|!|$)|c'est bon|résolu|de rien|bon week-end)/u,
    toReader:
      /(tu (utilises|as|peux)|as-tu|avez-vous|vous (utilisez|avez)|peux-tu|pouvez-vous|ça va|comment (ça va|allez)|qui vient|quelqu'un vient|réunion)/u,
  },
  ja: {
    question:
      /(どうすれば|どうやって|どうしたら|方法|どこ(で|に)|なぜ|でき(ます|ません)か|ありますか|ですか|でしょうか|教えて|エラー|動きません|動かない|わかりません|うまくいきません|とは何)/u,
    smallTalk:
      /(ありがとう|おはよう|こんにちは|こんばんは|了解|お疲れ|よろしくお願いします。?$|助かりました|解決しました|元気ですか|承知)/u,
    toReader: /(試しましたか|使っていますか|お使いですか|共有して(もらえ|いただけ)|参加しますか|元気ですか)/u,
  },
  pt: {
    question:
      /(como (faço|posso|configuro|mudo|se|eu|alterar|configurar|instalar|\w+ar\b)|onde (fica|posso|encontro|está|eu)|o que (é|significa|devo|pode|faço)|por que|qual (é|a diferença)|quais são|alguém sabe|é possível|dá para|posso|tem como|existe (alguma|um)|estou (recebendo|tentando|com)|não (funciona|consigo|encontro)|erro)/u,
    smallTalk:
      /(^|\s)(obrigad[oa]|valeu|bom dia|boa (tarde|noite)|olá pessoal|perfeito|ótimo|funcionou|resolvido|de nada|beleza)(\s|[,.!]|$)/u,
    toReader:
      /(qual versão você|você (usa|já|tentou|pode)|tudo bem|já tentou|pode (compartilhar|enviar)|quem (vai|vem)|alguém vai|reunião)/u,
  },
};

interface ForeignPhrases {
  readonly isQuestion: boolean;
  readonly isSmallTalk: boolean;
  readonly isToReader: boolean;
  /** Written without spaces between words. */
  readonly isUnspaced: boolean;
}

/** `text` is in lower case. All languages but Japanese are tried together, so a match does not identify the language. */
function foreignPhrases(text: string): ForeignPhrases {
  const isUnspaced = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(text);
  const found = Object.entries(languages).filter(([name]) => (name === 'ja') === isUnspaced);
  return {
    isQuestion: found.some(([, { question }]) => question.test(text)),
    isSmallTalk: found.some(([, { smallTalk }]) => smallTalk.test(text)),
    isToReader: found.some(([, { toReader }]) => toReader.test(text)),
    isUnspaced,
  };
}
