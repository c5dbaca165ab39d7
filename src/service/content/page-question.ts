/** Makes a question that a page answers from its title or a heading, in English. Pure. */

/** First words of titles that name a task. */
const verbs = new Set(
  `add ask authenticate backup back build call change check choose compare configure connect convert create customize
  debug delete deploy design develop disable download enable evaluate explore export extend find fix format generate get
  handle host implement import improve inspect install integrate invite limit list load manage measure migrate mock model
  monitor move optimize organize parse pass play plan post prepare process protect publish query read receive record
  redirect register release remove render replace report reset resolve restore restrict retry return review rotate run
  save scale schedule search secure select send serve set share show sign split start stop store stream structure
  style submit subscribe support switch sync test trace track transform translate trigger try tune uninstall update
  upgrade upload use validate verify view watch work write`.split(/\s+/),
);

/** Verbs that name a thing more often than a task, except before an article: `Release notes`, `Release a version`. */
const nouns = new Set(
  `call design download format host limit list model plan process query record release report review schedule search sign
  stream structure style support test trace view work`.split(/\s+/),
);

/** The title of a page as a question, else the first heading that can be one. */
export function toPageQuestion(title: string, headings: readonly string[]): string | undefined {
  return toQuestion(title) ?? headings.filter(isClearAlone).map(toQuestion).find(Boolean);
}

/** A question for every page: a generic one if its title cannot be one. */
export function toSampleQuestion(title: string): string {
  const name = toPlain(title).replace(/^(?:The|An?)\b/, (article) => article.toLowerCase());
  return toQuestion(title) ?? `What do the docs say about ${name}?`;
}

const auxiliary = /^(?:am|are|can|could|did|do|does|has|have|is|may|must|should|was|were|will|would)$/;

/** undefined for the name of a thing, such as `Rate limits`: people may ask anything about it. */
function toQuestion(title: string): string | undefined {
  const plain = toPlain(title);
  if (plain.endsWith('?')) return plain;
  const [first = '', ...rest] = plain.split(' ');
  const word = first.toLowerCase();
  const second = rest[0]?.toLowerCase() ?? '';
  // A single verb may also be a noun, such as Support or Design.
  if (rest.length === 0) return undefined;
  if (word === 'how' && second === 'to') return rest.length > 1 ? `How do I ${rest.slice(1).join(' ')}?` : undefined;
  const subject = /^how (\S.*) works?$/i.exec(plain)?.[1];
  if (subject) return `How ${plain.endsWith('s') ? 'does' : 'do'} ${subject} work?`;
  if (/^(?:how|what|when|where|why|which|who)$/.test(word)) return auxiliary.test(second) ? `${plain}?` : undefined;
  if (auxiliary.test(word)) return /^(?:an?|i|it|my|the|there|we|you)$/.test(second) ? `${plain}?` : undefined;
  if (/^getting started$/i.test(plain)) return 'How do I get started?';
  const verb = verbs.has(word) ? word : verbOf(word);
  // `Streaming not working`, `Testing and mocking`, `Getting timeouts`
  if (verb === undefined || word === 'getting' || /^[^\p{L}\p{N}"'`]|^(?:and|not|or)$/u.test(second)) return undefined;
  if (verb === word && nouns.has(word) && !/^(?:all|an?|each|every|my|our|the|your)$/.test(second)) return undefined;
  return `How do I ${[verb, ...rest.map(lowered)].join(' ')}?`;
}

/** `handling` -> `handle`, `setting` -> `set`; undefined for other words. */
function verbOf(word: string): string | undefined {
  if (!word.endsWith('ing')) return undefined;
  const stem = word.slice(0, -3);
  return [stem, `${stem}e`, stem.slice(0, -1)].find((verb) => verbs.has(verb));
}

/** Small words of a title in title case become lower case. */
function lowered(word: string): string {
  return /^(?:And|An?|As|At|By|For|From|In|Into|My|Of|On|Or|Our|Per|The|To|Up|With|Your)$/.test(word)
    ? word.toLowerCase()
    : word;
}

/** False for headings that need the title above them: `Try it`, `Open the settings`. */
function isClearAlone(heading: string): boolean {
  const words = heading.trim().split(/\s+/);
  return words.length > 3 && !words.some((word) => /^(?:it|its|one|that|them|they|these|this|those)$/i.test(word));
}

/** On one line, without the punctuation at its end. */
function toPlain(title: string): string {
  return title
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![.:!\s])[.:!\s]+$/, '')
    .trim();
}
