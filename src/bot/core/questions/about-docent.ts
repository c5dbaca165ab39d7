/**
 * Questions about Docent itself, such as “who are you?”, which a classifier of questions about docs takes for chatter. In the
 * six languages; each alternative is a fixed text, so reading takes linear time. Pure.
 */

/** Longer messages are about something else as well. */
const maxChars = 80;

const greeting = '(?:(?:hi|hey|hello|hallo|hola|salut|bonjour|olá|oi|so|and|und|y|et|e)[ ,!]+)?';

const asked = [
  'who (?:are|r) (?:you|u)',
  'what are you',
  'who (?:made|built|wrote|runs) you',
  'what(?:’s| is) your name',
  'what can you do',
  'are you (?:a |an )?(?:bot|ai|human|person|real|robot|machine|model)(?: person| human)?',
  '(?:wer|was) (?:bist du|sind sie)',
  'was kannst du',
  'wie heißt du',
  'bist du (?:ein |eine )?(?:bot|ki|mensch|maschine)',
  '(?:quién|quien|qué|que) (?:eres|es usted)',
  'cómo te llamas',
  '(?:eres|es usted) (?:un |una )?(?:bot|ia|persona|robot|humano)',
  'qui (?:es-tu|êtes-vous|es tu|êtes vous)',
  'tu es qui',
  'comment (?:t’appelles-tu|vous appelez-vous)',
  '(?:es-tu|êtes-vous|tu es) (?:un |une )?(?:bot|ia|humain|robot|personne)',
  '(?:quem|o que) (?:é você|és|é vc)',
  'qual é (?:o )?seu nome',
  '(?:você é|és) (?:um |uma )?(?:bot|ia|robô|pessoa|humano)',
].join('|');

const aboutUs = new RegExp(`^¿?${greeting}¿?(?:${asked})(?: exactly| genau)?[ ?!.]*$`, 'u');
const aboutUsInJapanese = /^(?:あなた|君)は(?:誰|だれ|何者|ボット|人間|AI|ai)(?:です)?か?[？?。]*$/u;

export function asksAboutDocent(text: string): boolean {
  if (text.length > maxChars) return false;
  const line = text.trim().toLowerCase().replaceAll("'", '’');
  return aboutUs.test(line) || aboutUsInJapanese.test(line);
}
