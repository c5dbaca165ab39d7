/** The fixed sentences of answers, in the languages that Docent speaks. Pure. */
import { writtenDay } from '../../kit/base/wall-clock.ts';
import type { TalkKind } from '../../kit/matching/small-talk-phrases.ts';

/** A misspelt word of a question, and the word of the docs that it was read as. */
export interface ReadAs {
  readonly asked: string;
  readonly read: string;
}

export interface Wording {
  /** The answers to what asks nothing of the docs; `greeting`: also to a message of which no word tells. */
  readonly smallTalk: Readonly<Record<TalkKind, string>>;
  /** A refusal. `terms`: what was asked about. */
  readonly notFoundAbout: (terms: readonly string[]) => string;
  /** The same where the question has no term that tells. */
  readonly notFound: string;
  /** The same for a follow-up. */
  readonly noMore: string;
  readonly nearestPages: string;
  /** Before the title of the section that an answer quotes. */
  readonly fromDocs: string;
  readonly seeAlso: string;
  /** A link to what is not shown of a section. */
  readonly more: string;
  /** Before an answer, or a refusal, in place of that of a model which failed. */
  readonly withoutModel: string;
  /** Below an answer that the team kept on a day, `2026-05-03`. */
  readonly fromTeam: (day: string) => string;
  /** Below an answer of a model that cites no page. */
  readonly uncited: string;
  /** Behind a sentence of a model that no page which it cites supports. */
  readonly unsupported: string;
  /** Pictures were attached. */
  readonly picturesUnseen: string;
  /** Misspelt words of the question, and the words of the docs that they were read as. */
  readonly readAs: (words: readonly ReadAs[]) => string;
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
  smallTalk: {
    greeting: 'What would you like to know? I answer from these docs.',
    thanks: 'You are welcome. Ask me again whenever you like.',
    acknowledged: 'All right. Ask me again whenever you like.',
    about: 'I am a bot: I answer questions from these docs, with links to their pages.',
    privacy:
      'What you write is kept for as long as the people who run me have set, so that I understand follow-ups. Ask them how long, and who can read it.',
    person: 'I am a bot and cannot pass you on. Ask the people who run me.',
    offTopic: 'I only answer questions about these docs.',
  },
  fromDocs: 'From the docs:',
  more: 'More on this page',
  docsAreIn: (names) => `The docs are in ${listed(names, 'en')}.`,
  seeAlso: 'See also:',
  fromTeam: (day) => `From the team, ${writtenDay(day, 'en')}.`,
  withoutModel: 'The language model did not answer; this is from a search of the docs alone.',
  uncited: 'No page was cited for this.',
  unsupported: 'not found on the page it names',
  picturesUnseen: 'I did not look at all attached pictures.',
  readAs: (words) =>
    `I read ${listed(
      words.map(({ asked, read }) => `“${asked}” as “${read}”`),
      'en',
    )}.`,
  otherLanguage: (name) => `The docs say this only in ${name}.`,
};

/** The languages that Docent speaks. */
export const spokenLanguages = ['en', 'de', 'es', 'fr', 'ja', 'pt'] as const;

const wordings: Readonly<Record<string, Wording>> = {
  en: english,
  de: {
    notFoundAbout: (terms) => `Ich habe keine Seite über ${terms.map((term) => `„${term}“`).join(', ')} gefunden.`,
    notFound: 'Ich habe keine Seite darüber gefunden.',
    noMore: 'Mehr steht dazu nicht in der Dokumentation.',
    nearestPages: 'Die nächsten Seiten:',
    smallTalk: {
      greeting: 'Was möchtest du wissen? Ich antworte aus dieser Dokumentation.',
      thanks: 'Gern geschehen. Frag jederzeit wieder.',
      acknowledged: 'Alles klar. Frag jederzeit wieder.',
      about: 'Ich bin ein Bot: Ich beantworte Fragen aus dieser Dokumentation, mit Links auf die Seiten.',
      privacy:
        'Was du schreibst, wird so lange aufbewahrt, wie es meine Betreiber eingestellt haben, damit ich Rückfragen verstehe. Frag sie, wie lange das ist und wer es lesen kann.',
      person: 'Ich bin ein Bot und kann dich nicht weiterleiten. Wende dich an meine Betreiber.',
      offTopic: 'Ich beantworte nur Fragen zu dieser Dokumentation.',
    },
    fromDocs: 'Aus der Dokumentation:',
    more: 'Mehr auf dieser Seite',
    docsAreIn: (names) =>
      `Die Dokumentation ist in ${names.length === 1 ? 'dieser Sprache' : 'diesen Sprachen'}: ${listed(names, 'de')}.`,
    seeAlso: 'Siehe auch:',
    fromTeam: (day) => `Vom Team, ${writtenDay(day, 'de')}.`,
    withoutModel: 'Das Sprachmodell hat nicht geantwortet; dies stammt nur aus einer Suche in der Dokumentation.',
    uncited: 'Dafür wurde keine Seite genannt.',
    unsupported: 'auf der genannten Seite nicht gefunden',
    picturesUnseen: 'Nicht alle angehängten Bilder habe ich angesehen.',
    readAs: (words) =>
      `Ich habe ${listed(
        words.map(({ asked, read }) => `„${asked}“ als „${read}“`),
        'de',
      )} gelesen.`,
    otherLanguage: (name) => `Dazu gibt es die Dokumentation nur in dieser Sprache: ${name}.`,
  },
  es: {
    notFoundAbout: (terms) => `No encontré ninguna página sobre ${terms.map((term) => `«${term}»`).join(', ')}.`,
    notFound: 'No encontré ninguna página sobre esto.',
    noMore: 'La documentación no dice más sobre esto.',
    nearestPages: 'Las páginas más cercanas:',
    smallTalk: {
      greeting: '¿Qué te gustaría saber? Respondo a partir de esta documentación.',
      thanks: 'De nada. Pregúntame cuando quieras.',
      acknowledged: 'De acuerdo. Pregúntame cuando quieras.',
      about: 'Soy un bot: respondo preguntas a partir de esta documentación, con enlaces a sus páginas.',
      privacy:
        'Lo que escribes se guarda durante el tiempo que han fijado quienes me gestionan, para que yo entienda las preguntas siguientes. Pregúntales cuánto es y quién puede leerlo.',
      person: 'Soy un bot y no puedo pasarte con nadie. Pregunta a quienes me gestionan.',
      offTopic: 'Solo respondo preguntas sobre esta documentación.',
    },
    fromDocs: 'De la documentación:',
    more: 'Más en esta página',
    docsAreIn: (names) =>
      `La documentación está en ${names.length === 1 ? 'este idioma' : 'estos idiomas'}: ${listed(names, 'es')}.`,
    seeAlso: 'Ver también:',
    fromTeam: (day) => `Del equipo, ${writtenDay(day, 'es')}.`,
    withoutModel: 'El modelo de lenguaje no respondió; esto procede solo de una búsqueda en la documentación.',
    uncited: 'No se citó ninguna página para esto.',
    unsupported: 'no se encontró en la página citada',
    picturesUnseen: 'No he mirado todas las imágenes adjuntas.',
    readAs: (words) =>
      `He leído ${listed(
        words.map(({ asked, read }) => `«${asked}» como «${read}»`),
        'es',
      )}.`,
    otherLanguage: (name) => `La documentación sobre esto solo existe en este idioma: ${name}.`,
  },
  fr: {
    notFoundAbout: (terms) => `Je n’ai trouvé aucune page sur ${terms.map((term) => `« ${term} »`).join(', ')}.`,
    notFound: 'Je n’ai trouvé aucune page à ce sujet.',
    noMore: 'La documentation n’en dit pas plus.',
    nearestPages: 'Les pages les plus proches :',
    smallTalk: {
      greeting: 'Que voulez-vous savoir ? Je réponds à partir de cette documentation.',
      thanks: 'De rien. N’hésitez pas à me poser d’autres questions.',
      acknowledged: 'D’accord. N’hésitez pas à me poser d’autres questions.',
      about:
        'Je suis un bot : je réponds aux questions à partir de cette documentation, avec des liens vers ses pages.',
      privacy:
        'Ce que vous écrivez est conservé aussi longtemps que l’ont fixé les personnes qui m’exploitent, afin que je comprenne la suite. Demandez-leur combien de temps, et qui peut le lire.',
      person: 'Je suis un bot et ne peux pas vous mettre en relation. Adressez-vous aux personnes qui m’exploitent.',
      offTopic: 'Je ne réponds qu’aux questions sur cette documentation.',
    },
    fromDocs: 'Dans la documentation :',
    more: 'La suite sur cette page',
    docsAreIn: (names) =>
      `La documentation est dans ${names.length === 1 ? 'cette langue' : 'ces langues'} : ${listed(names, 'fr')}.`,
    seeAlso: 'Voir aussi :',
    fromTeam: (day) => `De l’équipe, le ${writtenDay(day, 'fr')}.`,
    withoutModel: 'Le modèle de langage n’a pas répondu ; ceci vient seulement d’une recherche dans la documentation.',
    uncited: 'Aucune page n’a été citée pour cela.',
    unsupported: 'introuvable sur la page citée',
    picturesUnseen: 'Je n’ai pas regardé toutes les images jointes.',
    readAs: (words) =>
      `J’ai lu ${listed(
        words.map(({ asked, read }) => `« ${asked} » comme « ${read} »`),
        'fr',
      )}.`,
    otherLanguage: (name) => `La documentation à ce sujet n’existe que dans cette langue : ${name}.`,
  },
  ja: {
    notFoundAbout: (terms) => `${terms.map((term) => `「${term}」`).join('')}に関するページは見つかりませんでした。`,
    notFound: '該当するページは見つかりませんでした。',
    noMore: 'ドキュメントにはこれ以上の記載がありません。',
    nearestPages: '最も近いページ:',
    smallTalk: {
      greeting: '何を知りたいですか？このドキュメントからお答えします。',
      thanks: 'どういたしまして。いつでもまたご質問ください。',
      acknowledged: 'わかりました。いつでもまたご質問ください。',
      about: '私はボットです。このドキュメントをもとに、ページへのリンクを添えて質問にお答えします。',
      privacy:
        '書き込まれた内容は、続きの質問を理解するため、運営者が設定した期間保存されます。期間や閲覧できる人については、運営者にお尋ねください。',
      person: '私はボットなので、担当者におつなぎすることはできません。運営者にお尋ねください。',
      offTopic: 'このドキュメントに関する質問にのみお答えします。',
    },
    fromDocs: 'ドキュメントより:',
    more: 'このページの続き',
    docsAreIn: (names) => `ドキュメントの言語は${listed(names, 'ja')}です。`,
    seeAlso: '関連ページ:',
    fromTeam: (day) => `チームからの回答です（${writtenDay(day, 'ja')}）。`,
    withoutModel: '言語モデルから回答がありませんでした。これはドキュメントの検索のみによる内容です。',
    uncited: 'この回答で引用されたページはありません。',
    unsupported: '引用されたページに見つかりません',
    picturesUnseen: '添付画像の一部またはすべてを確認していません。',
    readAs: (words) =>
      `${listed(
        words.map(({ asked, read }) => `「${asked}」を「${read}」`),
        'ja',
      )}と読みました。`,
    otherLanguage: (name) => `この内容のドキュメントは次の言語のみです: ${name}。`,
  },
  pt: {
    notFoundAbout: (terms) => `Não encontrei nenhuma página sobre ${terms.map((term) => `“${term}”`).join(', ')}.`,
    notFound: 'Não encontrei nenhuma página sobre isso.',
    noMore: 'A documentação não diz mais sobre isso.',
    nearestPages: 'As páginas mais próximas:',
    smallTalk: {
      greeting: 'O que você gostaria de saber? Respondo a partir desta documentação.',
      thanks: 'De nada. Pergunte quando quiser.',
      acknowledged: 'Certo. Pergunte quando quiser.',
      about: 'Sou um bot: respondo a perguntas a partir desta documentação, com links para as páginas.',
      privacy:
        'O que você escreve é guardado pelo tempo definido por quem me administra, para que eu entenda as perguntas seguintes. Pergunte a eles quanto tempo é e quem pode ler.',
      person: 'Sou um bot e não posso encaminhar você. Fale com quem me administra.',
      offTopic: 'Só respondo a perguntas sobre esta documentação.',
    },
    fromDocs: 'Da documentação:',
    more: 'Mais nesta página',
    docsAreIn: (names) =>
      `A documentação está ${names.length === 1 ? 'neste idioma' : 'nestes idiomas'}: ${listed(names, 'pt')}.`,
    seeAlso: 'Veja também:',
    fromTeam: (day) => `Da equipe, ${writtenDay(day, 'pt')}.`,
    withoutModel: 'O modelo de linguagem não respondeu; isto vem apenas de uma pesquisa na documentação.',
    uncited: 'Nenhuma página foi citada para isto.',
    unsupported: 'não encontrado na página citada',
    picturesUnseen: 'Não olhei todas as imagens anexadas.',
    readAs: (words) =>
      `Li ${listed(
        words.map(({ asked, read }) => `“${asked}” como “${read}”`),
        'pt',
      )}.`,
    otherLanguage: (name) => `A documentação sobre isso só existe neste idioma: ${name}.`,
  },
};

/** English for a language that Docent does not speak, which what is said of the language of the docs then names. */
export function wordingIn(language = 'en'): Wording {
  return wordings[language] ?? englishTo(language);
}

function englishTo(language: string): Wording {
  const [name, own] = ['en', language].map((shownIn) => nameIn(shownIn, language));
  const asked = `You asked in ${name === own ? name : `${name} (${own})`}, which I do not speak.`;
  return {
    ...english,
    otherLanguage: (docs) => `${asked} ${english.otherLanguage(docs)}`,
    docsAreIn: (docs) => `${asked} ${english.docsAreIn(docs)}`,
  };
}

function listed(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** The name of `language` in the language `asked`, or in English if Docent does not speak that. */
export function languageName(language: string, asked: string): string {
  return nameIn(asked in wordings ? asked : 'en', language);
}

function nameIn(shownIn: string, language: string): string {
  try {
    return new Intl.DisplayNames([shownIn], { type: 'language' }).of(language.replace('_', '-')) ?? language;
  } catch {
    // Front matter may say anything.
    return language;
  }
}
