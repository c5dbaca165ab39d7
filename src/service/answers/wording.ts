/** The fixed sentences of answers without a language model, in the languages that Docent speaks. Pure. */

export interface Wording {
  /** How a refusal begins. */
  readonly docsDoNotSay: string;
  /** The same for a follow-up. */
  readonly noMore: string;
  readonly nearestPages: string;
  /** The answer to "hi", "thanks" and other messages that ask for nothing. */
  readonly nothingAsked: string;
  /** Heads an answer that may not answer the question. */
  readonly closest: string;
  readonly seeAlso: string;
  /** Pictures were attached. */
  readonly picturesUnseen: string;
  /** `name`: of the language that the quoted pages are in. */
  readonly otherLanguage: (name: string) => string;
}

/** How every refusal in English begins, including a language model's. */
export const docsDoNotSay = 'The docs do not say';

const english: Wording = {
  docsDoNotSay: `${docsDoNotSay}.`,
  noMore: 'The docs say no more of it.',
  nearestPages: 'The nearest pages:',
  nothingAsked: 'What would you like to know? I answer from these docs.',
  closest: 'Closest I found:',
  seeAlso: 'See also:',
  picturesUnseen: 'I did not look at all attached pictures.',
  otherLanguage: (name) => `The docs say this only in ${name}.`,
};

const wordings: Readonly<Record<string, Wording>> = {
  en: english,
  de: {
    docsDoNotSay: 'Dazu steht nichts in der Dokumentation.',
    noMore: 'Mehr steht dazu nicht in der Dokumentation.',
    nearestPages: 'Die nächsten Seiten:',
    nothingAsked: 'Was möchtest du wissen? Ich antworte aus dieser Dokumentation.',
    closest: 'Am nächsten kommt:',
    seeAlso: 'Siehe auch:',
    picturesUnseen: 'Nicht alle angehängten Bilder habe ich angesehen.',
    otherLanguage: (name) => `Dazu gibt es die Dokumentation nur in dieser Sprache: ${name}.`,
  },
  es: {
    docsDoNotSay: 'La documentación no lo dice.',
    noMore: 'La documentación no dice más sobre esto.',
    nearestPages: 'Las páginas más cercanas:',
    nothingAsked: '¿Qué te gustaría saber? Respondo a partir de esta documentación.',
    closest: 'Lo más cercano que encontré:',
    seeAlso: 'Ver también:',
    picturesUnseen: 'No he mirado todas las imágenes adjuntas.',
    otherLanguage: (name) => `La documentación sobre esto solo existe en este idioma: ${name}.`,
  },
  fr: {
    docsDoNotSay: 'La documentation ne le dit pas.',
    noMore: 'La documentation n’en dit pas plus.',
    nearestPages: 'Les pages les plus proches :',
    nothingAsked: 'Que voulez-vous savoir ? Je réponds à partir de cette documentation.',
    closest: 'Ce que j’ai trouvé de plus proche :',
    seeAlso: 'Voir aussi :',
    picturesUnseen: 'Je n’ai pas regardé toutes les images jointes.',
    otherLanguage: (name) => `La documentation à ce sujet n’existe que dans cette langue : ${name}.`,
  },
  ja: {
    docsDoNotSay: 'ドキュメントには記載がありません。',
    noMore: 'ドキュメントにはこれ以上の記載がありません。',
    nearestPages: '最も近いページ:',
    nothingAsked: '何を知りたいですか？このドキュメントからお答えします。',
    closest: '最も近い内容:',
    seeAlso: '関連ページ:',
    picturesUnseen: '添付画像の一部またはすべてを確認していません。',
    otherLanguage: (name) => `この内容のドキュメントは次の言語のみです: ${name}。`,
  },
  pt: {
    docsDoNotSay: 'A documentação não diz.',
    noMore: 'A documentação não diz mais sobre isso.',
    nearestPages: 'As páginas mais próximas:',
    nothingAsked: 'O que você gostaria de saber? Respondo a partir desta documentação.',
    closest: 'O mais próximo que encontrei:',
    seeAlso: 'Veja também:',
    picturesUnseen: 'Não olhei todas as imagens anexadas.',
    otherLanguage: (name) => `A documentação sobre isso só existe neste idioma: ${name}.`,
  },
};

/** English for a language that Docent does not speak. */
export function wordingIn(language: string | undefined): Wording {
  return wordings[language ?? 'en'] ?? english;
}

/** The name of `language` in the language `asked`. */
export function languageName(language: string, asked: string): string {
  try {
    return new Intl.DisplayNames([asked], { type: 'language' }).of(language.replace('_', '-')) ?? language;
  } catch {
    // Front matter may say anything.
    return language;
  }
}
