/** The fixed sentences of answers without a language model, in the languages that Docent speaks. Pure. */

export interface Wording {
  /** A refusal. `terms`: what was asked about. */
  readonly notFoundAbout: (terms: readonly string[]) => string;
  /** The same where the question has no term that tells. */
  readonly notFound: string;
  /** The same for a follow-up. */
  readonly noMore: string;
  readonly nearestPages: string;
  /** The answer to "hi", "thanks" and other messages that ask for nothing. */
  readonly nothingAsked: string;
  /** Before the title of the section that an answer quotes. */
  readonly fromDocs: string;
  readonly seeAlso: string;
  /** A link to what is not shown of a section. */
  readonly more: string;
  /** Pictures were attached. */
  readonly picturesUnseen: string;
  /** `name`: of the language that the quoted pages are in. */
  readonly otherLanguage: (name: string) => string;
  /** Before a refusal of a question in another language. `names`: of the languages of the docs. */
  readonly docsAreIn: (names: readonly string[]) => string;
}

const english: Wording = {
  notFoundAbout: (terms) => `I found no page about ${terms.map((term) => `“${term}”`).join(', ')}.`,
  notFound: 'I found no page about it.',
  noMore: 'The docs say no more of it.',
  nearestPages: 'The nearest pages:',
  nothingAsked: 'What would you like to know? I answer from these docs.',
  fromDocs: 'From the docs:',
  more: 'more of this',
  docsAreIn: (names) => `The docs are in ${listed(names, 'en')}.`,
  seeAlso: 'See also:',
  picturesUnseen: 'I did not look at all attached pictures.',
  otherLanguage: (name) => `The docs say this only in ${name}.`,
};

const wordings: Readonly<Record<string, Wording>> = {
  en: english,
  de: {
    notFoundAbout: (terms) => `Ich habe keine Seite über ${terms.map((term) => `„${term}“`).join(', ')} gefunden.`,
    notFound: 'Ich habe keine Seite darüber gefunden.',
    noMore: 'Mehr steht dazu nicht in der Dokumentation.',
    nearestPages: 'Die nächsten Seiten:',
    nothingAsked: 'Was möchtest du wissen? Ich antworte aus dieser Dokumentation.',
    fromDocs: 'Aus der Dokumentation:',
    more: 'mehr davon',
    docsAreIn: (names) =>
      `Die Dokumentation ist in ${names.length === 1 ? 'dieser Sprache' : 'diesen Sprachen'}: ${listed(names, 'de')}.`,
    seeAlso: 'Siehe auch:',
    picturesUnseen: 'Nicht alle angehängten Bilder habe ich angesehen.',
    otherLanguage: (name) => `Dazu gibt es die Dokumentation nur in dieser Sprache: ${name}.`,
  },
  es: {
    notFoundAbout: (terms) => `No encontré ninguna página sobre ${terms.map((term) => `«${term}»`).join(', ')}.`,
    notFound: 'No encontré ninguna página sobre esto.',
    noMore: 'La documentación no dice más sobre esto.',
    nearestPages: 'Las páginas más cercanas:',
    nothingAsked: '¿Qué te gustaría saber? Respondo a partir de esta documentación.',
    fromDocs: 'De la documentación:',
    more: 'más de esto',
    docsAreIn: (names) =>
      `La documentación está en ${names.length === 1 ? 'este idioma' : 'estos idiomas'}: ${listed(names, 'es')}.`,
    seeAlso: 'Ver también:',
    picturesUnseen: 'No he mirado todas las imágenes adjuntas.',
    otherLanguage: (name) => `La documentación sobre esto solo existe en este idioma: ${name}.`,
  },
  fr: {
    notFoundAbout: (terms) => `Je n’ai trouvé aucune page sur ${terms.map((term) => `« ${term} »`).join(', ')}.`,
    notFound: 'Je n’ai trouvé aucune page à ce sujet.',
    noMore: 'La documentation n’en dit pas plus.',
    nearestPages: 'Les pages les plus proches :',
    nothingAsked: 'Que voulez-vous savoir ? Je réponds à partir de cette documentation.',
    fromDocs: 'Dans la documentation :',
    more: 'la suite',
    docsAreIn: (names) =>
      `La documentation est dans ${names.length === 1 ? 'cette langue' : 'ces langues'} : ${listed(names, 'fr')}.`,
    seeAlso: 'Voir aussi :',
    picturesUnseen: 'Je n’ai pas regardé toutes les images jointes.',
    otherLanguage: (name) => `La documentation à ce sujet n’existe que dans cette langue : ${name}.`,
  },
  ja: {
    notFoundAbout: (terms) => `${terms.map((term) => `「${term}」`).join('')}に関するページは見つかりませんでした。`,
    notFound: '該当するページは見つかりませんでした。',
    noMore: 'ドキュメントにはこれ以上の記載がありません。',
    nearestPages: '最も近いページ:',
    nothingAsked: '何を知りたいですか？このドキュメントからお答えします。',
    fromDocs: 'ドキュメントより:',
    more: '続き',
    docsAreIn: (names) => `ドキュメントの言語は${listed(names, 'ja')}です。`,
    seeAlso: '関連ページ:',
    picturesUnseen: '添付画像の一部またはすべてを確認していません。',
    otherLanguage: (name) => `この内容のドキュメントは次の言語のみです: ${name}。`,
  },
  pt: {
    notFoundAbout: (terms) => `Não encontrei nenhuma página sobre ${terms.map((term) => `“${term}”`).join(', ')}.`,
    notFound: 'Não encontrei nenhuma página sobre isso.',
    noMore: 'A documentação não diz mais sobre isso.',
    nearestPages: 'As páginas mais próximas:',
    nothingAsked: 'O que você gostaria de saber? Respondo a partir desta documentação.',
    fromDocs: 'Da documentação:',
    more: 'mais disso',
    docsAreIn: (names) =>
      `A documentação está ${names.length === 1 ? 'neste idioma' : 'nestes idiomas'}: ${listed(names, 'pt')}.`,
    seeAlso: 'Veja também:',
    picturesUnseen: 'Não olhei todas as imagens anexadas.',
    otherLanguage: (name) => `A documentação sobre isso só existe neste idioma: ${name}.`,
  },
};

/** English for a language that Docent does not speak. */
export function wordingIn(language: string | undefined): Wording {
  return wordings[language ?? 'en'] ?? english;
}

function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** The name of `language` in the language `asked`, or in English if Docent does not speak that. */
export function languageName(language: string, asked: string): string {
  try {
    return (
      new Intl.DisplayNames([asked in wordings ? asked : 'en'], { type: 'language' }).of(language.replace('_', '-')) ??
      language
    );
  } catch {
    // Front matter may say anything.
    return language;
  }
}
