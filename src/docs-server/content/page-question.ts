/** A page's title as a question that somebody would ask and the page answers, in English. Pure. */

/** Words that begin a title which says what to do. */
const verbs = new Set(
  `add ask authenticate backup back build call change check choose compare configure connect convert create customize
  debug delete deploy design develop disable download enable evaluate explore export extend find fix format generate get
  handle host implement import improve inspect install integrate invite limit list load manage measure migrate mock model
  monitor move optimize organize parse pass play plan post prepare process protect publish query read receive record
  redirect register release remove render replace report reset resolve restore restrict retry return review rotate run
  save scale schedule search secure select send serve set setup share show sign split start stop store stream structure
  style submit subscribe support switch sync test trace track transform translate trigger try tune uninstall update
  upgrade upload use validate verify view watch work write`.split(/\s+/),
);

/** `Connect Docent to Slack` -> `How do I connect Docent to Slack?`, `Transports` -> `How do transports work?` */
export function toPageQuestion(title: string): string {
  const plain = title
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![.:!\s])[.:!\s]+$/, '')
    .trim();
  if (plain.endsWith('?')) return plain;
  if (/^frequently asked questions$/i.test(plain)) return 'Which questions are asked frequently?';
  const [first = '', ...rest] = plain.split(' ');
  const word = first.toLowerCase();
  if (word === 'how')
    return `${plain}?`.replace(/^How to /i, 'How do I ').replace(/^How (.+) works\?$/i, 'How does $1 work?');
  if (/^(what|when|where|why|which|who|can|do|does|is|are|should)$/.test(word)) return `${plain}?`;
  if (verbs.has(word)) return `How do I ${[word, ...rest].join(' ')}?`;
  const gerund = /^\p{L}+ing$/u.test(word) && rest.length > 0;
  if (gerund && word === 'getting' && rest.join(' ').toLowerCase() === 'started') return 'How do I get started?';
  if (gerund) return `How does ${[word, ...rest].join(' ')} work?`;
  if (rest.length === 0 && /^\p{Lu}?\p{Ll}{3,}[^s\P{L}]s$/u.test(first)) return `How do ${word} work?`;
  return `What do I need to know about ${plain.replace(/^(?:The|An?)\b/, (article) => article.toLowerCase())}?`;
}
