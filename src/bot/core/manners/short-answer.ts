/**
 * Whether a message is a short answer to a question just asked: it starts with a yes, a no or a choice in one of the six
 * languages, and neither thanks nor says that all is well. In doubt it is not. Pure.
 */
import { messageFeatures } from './message-features.ts';

const maxWords = 6;
/** For Japanese, which is written without spaces. */
const maxUnspacedChars = 20;

/** How such an answer starts. */
const opening = new RegExp(
  `^(?:${[
    'yes|yeah|yep|yup|sure(?! thing)|please(?=(?: do| go ahead)?$)|no|nope|nah|both|neither|none|the (?:first|second|third|last|former|latter|other)|option \\w',
    'ja|jep|klar|gerne?|bitte|nein|nee|nö|beides?|kein(?:e[ns]?|er)|(?:das|die|den|der) (?:erste|zweite|dritte|letzte|andere)[ns]?',
    'sí|si|claro|por favor|amb[oa]s|ningun[oa]|(?:el|la) (?:primer[oa]|segund[oa]|tercer[oa]|últim[oa]|otr[oa])',
    'oui|ouais|volontiers|non|svp|stp|s’il (?:te|vous) plaît|les deux|aucune?|l’autre|(?:le|la) (?:premi(?:er|ère)|seconde?|deuxième|dernière?)',
    'sim|não|nenhuma?|(?:o|a) (?:primeir[oa]|segund[oa]|terceir[oa]|últim[oa]|outr[oa])|(?:os|as) (?:dois|duas)',
    'v?\\d+(?:\\.\\d+)*(?=\\)?$)|[a-d](?=\\)?$)',
  ].join('|')})(?![\\p{L}\\p{N}’])|^(?:はい|ええ|うん|ぜひ|お願い|いいえ|いや|両方|最初|[0-9０-９一二三]番)`,
  'u',
);

/** Messages that start like an answer but need no reply: “no worries”, “yes it did”. */
const needsNothing = new RegExp(
  `^(?:${[
    'no,? (?:worries|problem|need|rush|hurry|way|idea|offence|more|further|errors?|questions?|that’s (?:all|it))',
    '(?:yes|yeah|yep|yup),? (?:it|that|this)(?:’s| is| was| did| does| do| has| helps?| helped| works?| worked)',
    'kein problem|keine (?:ursache|sorge|eile|fragen|weiteren)|non,? (?:rien|c’est bon)',
  ].join(
    '|',
  )})(?![\\p{L}\\p{N}])|\\b(?:(?:i’m|we’re) (?:good|fine|ok|okay|done|all set)|mak(?:es|ing) sense|work(?:s|ing)(?: now)?)\\b`,
  'u',
);

const saysAllIsWell = ['thanks', 'resolved', 'praise', 'laughter', 'meToo', 'willTry', 'foreignSmallTalk'] as const;

export function isShortAnswer(text: string): boolean {
  if (text.length > 200) return false;
  const normalised = text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/^[\s*_"“”«(¡]+/, '')
    .replace(/[\s*_"“”»!.。！]+$/, '');
  const isUnspaced = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(normalised);
  const isShort = isUnspaced ? normalised.length <= maxUnspacedChars : normalised.split(/\s+/).length <= maxWords;
  if (!isShort || !opening.test(normalised) || needsNothing.test(normalised)) return false;
  const features = messageFeatures(text, true);
  return saysAllIsWell.every((name) => features[name] === 0);
}
