/** Recognises clear cases of questions and small talk in the interface languages other than English. */

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

export interface ForeignPhrases {
  readonly isQuestion: boolean;
  readonly isSmallTalk: boolean;
  readonly isToReader: boolean;
  /** Written without spaces between words. */
  readonly isUnspaced: boolean;
}

/** `text` is in lower case. All languages but Japanese are tried together, so a match does not identify the language. */
export function foreignPhrases(text: string): ForeignPhrases {
  const isUnspaced = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(text);
  const found = Object.entries(languages).filter(([name]) => (name === 'ja') === isUnspaced);
  return {
    isQuestion: found.some(([, { question }]) => question.test(text)),
    isSmallTalk: found.some(([, { smallTalk }]) => smallTalk.test(text)),
    isToReader: found.some(([, { toReader }]) => toReader.test(text)),
    isUnspaced,
  };
}
