/**
 * Words. In: a question as people ask it, or text of a page. Out: what to look for, each thing with the ways in which
 * docs may write it; and the stems of a text. Pure.
 */
import { stemmer } from 'stemmer';

/** One way in which docs may write a term. */
export interface Spelling {
  /** Lower-case words that stand side by side. */
  readonly words: readonly string[];
  /** 1 for the word as asked, less for what may be meant. */
  readonly weight: number;
}

/** One thing that a question asks about. */
export interface Term {
  /** As it was asked, lower case. */
  readonly text: string;
  readonly spellings: readonly Spelling[];
}

/** A question taken apart. */
export interface Query {
  readonly terms: readonly Term[];
  /** Neighbours in the question, side by side or grown together: "stream text" is `stream text` and `streamtext`. */
  readonly pairs: readonly Spelling[];
}

/** Words that a question is made of, whatever it is about. */
const stopWords = new Set(
  `a about actually all also am an and any anybody anyone are as at be been being but by can cannot can't could did do docs
  documentation does doesn't doing don't dont each either else ever for from get gets getting give given go going gonna
  good got guys had has have having hello help hey hi how i i'd i'll i'm i've if im in into is isn't it it's its just kind know
  let like looking make makes may maybe me mean might must my need needed needs no of off ok okay on one only or other our
  out over perhaps please possible properly quick question really same say see seems shall should show so some somebody
  someone something somehow sort still sure tell than thank thanks that that's the their them then there there's these they thing
  things this those though to too tried try trying up us use used uses using very want wants was way ways we well were what
  what's whats when where whether which while who whose why will wish with won't work wondering would yes yet you your`.split(
    /\s+/,
  ),
);

/** What people write in chat for what docs spell out, and the other way round. General words only: the rest is the corpus's to say. */
const synonyms: readonly (readonly string[])[] = [
  ['auth', 'authentication', 'authorization', 'authenticate', 'login'],
  ['env', 'environment'],
  ['config', 'configuration', 'configure', 'settings', 'options'],
  ['db', 'database'],
  ['repo', 'repository'],
  ['param', 'params', 'parameter'],
  ['arg', 'args', 'argument'],
  ['js', 'javascript'],
  ['ts', 'tsc', 'typescript'],
  ['pic', 'pics', 'picture', 'photo', 'img', 'image', 'png', 'jpg', 'jpeg'],
  ['clip', 'movie', 'mp4', 'video'],
  ['csv', 'spreadsheet', 'file'],
  ['msg', 'msgs', 'message'],
  ['fn', 'func', 'function'],
  ['err', 'error', 'exception', 'failure', 'fails', 'crash'],
  ['delete', 'remove'],
  ['upgrade', 'migrate', 'migration'],
  ['cancel', 'abort', 'stop', 'interrupt', 'kill'],
  ['truncate', 'shorten', 'trim', 'prune', 'drop'],
  ['merge', 'combine', 'join'],
  ['save', 'store', 'persist', 'persistence'],
  ['throttle', 'rate-limit', 'ratelimit'],
  ['tts', 'speech'],
  ['stt', 'transcription', 'transcribe'],
  ['vars', 'variables', 'variable'],
  ['setup', 'install', 'installation'],
  ['begin', 'start', 'started', 'quickstart'],
  ['log', 'logging', 'logs'],
  ['mock', 'testing', 'test'],
  ['deploy', 'deployment', 'deployed', 'production', 'prod'],
  ['disable', 'off'],
  ['twice', 'duplicate', 'duplicated', 'repeated', 'double'],
  ['limit', 'maximum', 'max'],
  ['several', 'multiple', 'many'],
  ['change', 'modify', 'update', 'edit', 'customize'],
  ['choose', 'pick', 'select'],
  ['run', 'execute', 'execution'],
  ['slow', 'performance', 'delay'],
  ['browser', 'client', 'frontend', 'client-side'],
  ['server', 'backend', 'server-side'],
  ['proxy', 'proxied', 'nginx', 'cloudflare'],
  ['docker', 'container'],
  ['audio', 'mp3', 'wav', 'sound', 'voice'],
  ['approve', 'approval', 'confirm', 'confirmation', 'permission'],
  ['resume', 'continue', 'reconnect'],
  ['own', 'custom'],
  ['vector', 'embedding'],
  ['hide', 'redact', 'mask'],
  ['parallel', 'concurrent', 'concurrency', 'simultaneous'],
  ['terminal', 'cli', 'command-line'],
  ['thinking', 'reasoning', 'thoughts'],
  ['label', 'category', 'classify', 'classification'],
  ['citation', 'cite', 'source'],
  ['difference', 'versus', 'vs', 'comparison', 'compare'],
  ['url', 'endpoint', 'address'],
  ['forbid', 'restrict', 'block', 'allow', 'prevent'],
  ['doc', 'docs', 'document', 'documents'],
];

const synonymsByWord = new Map(synonyms.flatMap((group) => group.map((word) => [word, group])));

/** A question taken apart. Every word counts when nothing but stop words was asked. */
export function toQuery(question: string): Query {
  const asked = wordsAsked(question);
  const kept = asked.filter((word) => !stopWords.has(word.toLowerCase()));
  const words = (kept.length > 0 ? kept : asked).slice(0, maxTerms);
  const terms = new Map(words.map((word) => [word.toLowerCase(), toTerm(word)]));
  return { terms: [...terms.values()], pairs: toPairs(words) };
}

/** A question of more words than this is a log or a file; its beginning says what it is about. */
const maxTerms = 40;

/** Words in order; `useChat`, `max_steps`, `--flag` and `multi-step` stay whole, `a.b` is two. */
function wordsAsked(question: string): readonly string[] {
  return (
    question
      .normalize('NFC')
      .match(/[\p{L}\p{N}_$]+(?:['’-][\p{L}\p{N}_$]+)*/gu)
      ?.map((word) => word.replace('’', "'")) ?? []
  );
}

function toTerm(word: string): Term {
  const parts = namePartsOf(word);
  const text = word.toLowerCase();
  const joined = parts.join('');
  if (parts.length < 2) return { text, spellings: [{ words: [joined], weight: 1 }, ...synonymsOf(joined)] };
  const isPhrase = /[-']/.test(word);
  return {
    text,
    spellings: [{ words: [joined], weight: 1 }, { words: parts, weight: isPhrase ? 1 : 0.6 }, ...synonymsOf(text)],
  };
}

function synonymsOf(word: string): readonly Spelling[] {
  const group = synonymsByWord.get(word) ?? [];
  return group.filter((other) => other !== word).map((other) => ({ words: namePartsOf(other), weight: 0.5 }));
}

function toPairs(words: readonly string[]): readonly Spelling[] {
  const pairs: Spelling[] = [];
  for (const [index, second] of words.entries()) {
    const first = words[index - 1];
    if (first === undefined) continue;
    const [a, b] = [namePartsOf(first), namePartsOf(second)];
    pairs.push({ words: [...a, ...b], weight: 1 }, { words: [[...a, ...b].join('')], weight: 1 });
  }
  return pairs;
}

/** `useChatHTTPStream_v2` -> use, chat, http, stream, v2 */
export function namePartsOf(word: string): readonly string[] {
  return word
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

/** Runs of letters, digits and what joins them; a range in place of letters of all scripts is five times as fast. */
const joinedWords = /[\w$\u00c0-\uffff](?:[\w$\u00c0-\uffff./-]*[\w$\u00c0-\uffff])?/g;
const isName = /[._/-]|[\p{Ll}\p{N}]\p{Lu}/u;

/** Names in a text that are made of several words, taken apart and put together: what FTS5's own tokenizer does not see. */
export function namesIn(text: string): string {
  const found: string[] = [];
  for (const name of new Set(text.match(joinedWords) ?? [])) {
    if (!isName.test(name)) continue;
    const parts = namePartsOf(name);
    if (parts.length < 2) continue;
    found.push(parts.join(' '));
    if (/[._/-]/.test(name) && parts.length < 4) found.push(parts.join(''));
  }
  return found.join(' ');
}

const stems = new Map<string, string>();
const maxStems = 50_000;

/** The stem of a lower-case word, by the same algorithm as the index. */
export function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    if (stems.size >= maxStems) stems.clear();
    stem = stemmer(word);
    stems.set(word, stem);
  }
  return stem;
}

/** The stems of a text in order, names taken apart after the name itself. */
export function stemsIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => {
    const parts = namePartsOf(word);
    const joined = stemOf(parts.join(''));
    return parts.length < 2 ? [joined] : [joined, ...parts.map(stemOf)];
  });
}
