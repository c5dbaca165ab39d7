/**
 * Named features of a chat message, each 0 or 1, from closed lists of phrases. English has its own features; in German,
 * Spanish, French, Japanese and Portuguese only clear cases are recognised. Takes linear time, and reads only the first 2,000
 * characters.
 */
import { foreignPhrases } from './foreign-phrases.ts';

const maxChars = 2_000;

/** The English features, matched against the cleaned text (see `clean`); `technical` and `stackTrace` need the raw text. */
const patterns = {
  /** Small talk. */
  thanks: /\b(thanks?|thank you|thx|ty|cheers|much appreciated|appreciate it|kudos)\b/,
  greetingOnly: /^(hi|hey|hello|yo|sup|morning|good (morning|evening|afternoon|night)|welcome|gm|gn)\b[\w\s,!.]{0,24}$/,
  laughter: /\b(lol|lmao|rofl|haha+|xd|smh|wtf)\b/,
  praise:
    /\b(love (this|it|the)|great (work|job|question)|well done|awesome|amazing|the best|so (cool|good|nice)|impressive|congrats|congratulations|glad|disappointed|nice (bot|one|work))\b/,
  tagQuestion: /(,\s*(right|huh|no|yeah|eh|correct)\s*\?|\bhuh\?)$/,
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
  asksAnyone: /\b(any ?one|any ?body|some ?one|some ?body|any of you|has any|you (all|guys|folks)|folks)\b/,
  asksForHelp:
    /\b(help( me| with)?|any (idea|ideas|help|advice|pointers?|suggestions?|tips|way|docs|documentation|thoughts|example)|is there (a|any) way|looking for|search(ing)? for|wondering|curious|need (some )?(advice|help|to know)|need to|want to|would like|i'd like|advice on|(please|pls|can you|could you|could (some|any)(one|body)) (explain|show|tell|point|clarify)|explain|how would i|what am i (doing|missing)|doing wrong|a question (about|on|regarding)|not sure (how|what|where|why|if|whether|which)|don't (know|understand|see|get)|can'?t (find|figure|see|get|seem)|no idea (how|what|where|why))\b/,
  trouble:
    /\b(errors?|exceptions?|fail(s|ed|ing|ure)?|crash(es|ed|ing)?|broken|stuck|hang(s|ing)?|blank|empty page|timeouts?|timed out|refused|denied|forbidden|unauthorized|not found|undefined|null|invalid|mismatch|missing|ignored|(doesn|don|didn|won|isn|can)'?t (work|start|load|run|build|compile|connect|show|fire|open|deploy|install|save|update|get|find)|cannot|unable to|not (working|loading|starting|found|showing|updating|possible)|no longer|keeps? (on )?\w+ing|still (not|says|get|getting|see|fails?)|stopped|does nothing|never (runs?|fires?|works?|loads?|ends?)|4\d\d|5\d\d|econn\w+|enoent|segfault|conflict)\b/,
  ownTrouble:
    /\b(i'?m|i am|i|we|we're|my|our|me)\b[^.!?\n]{0,40}\b(get|getting|got|keep|keeps|see|seeing|trying|tried|try|stuck|struggling|unable|can'?t|cannot|cant|having|have (a|an|some) (problem|issue|error|question)|following|followed|need|fails?|failing|crash\w*|breaks?|broke|hangs?|blank|always|returns?|says|shows?|set|added|updated|upgraded|installed|use|using|want)\b/,
  stackTrace: /(\b\w*(error|exception):|\n\s{1,40}at \w|traceback|exit code|errno|```)/,
  technical:
    /(`[^`\n]+`|--[a-z][\w-]+|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b\w+\.(ts|js|tsx|json|ya?ml|toml|env|md|py|go|rs|conf)\b|\b\w+\(\))/i,
  domainWord:
    /\b(api|apis|keys?|tokens?|config(uration)?|settings?|options?|install(ed|ing|ation)?|deploy(ed|ing|ment)?|builds?|docker|kubernetes|nginx|server|client|cli|sdk|webhooks?|database|postgres|sqlite|mysql|migrations?|env(ironment)?|variables?|domain|dns|ssl|tls|auth\w*|login|oauth|sso|permissions?|roles?|cache|logs?|port|proxy|url|endpoint|requests?|payload|headers?|cors|plugins?|modules?|packages?|npm|pnpm|yarn|node|python|react|next(js)?|vite|typescript|component|page|pages|sidebar|search|export|import|upload|file|files|csv|json|yaml|webpack|plan|billing|quota|rate limits?|version|upgrade|update|project|workspace|template|theme|locale|language|field|schema|query|cron|queue|worker|container|image|images|cluster|backup|storage|bucket|network|device|driver|firmware|support(s|ed)?|feature|function|method|parameter|flag|command|script|default|limits?)\b/,

  /** Talking to and about people. */
  asksReader:
    /\b((did|have|are|were|do|can|could|would|will|which|what|where|why|when|how) (\w+ ){0,3}?you|your (config|version|code|logs?|setup|file|output|error|os|browser|question|problem|issue))\b|\b(can|could|would) you (share|post|open|try|paste|send|check|show us|file|create|provide|elaborate)\b|\bwhat (version|os|browser|error|node version|do you mean)\b|\b(that|this|it) (help|work for you|make sense|answer)\b/,
  advice:
    /(^|[.!\n]\s{0,20})(try|use|set|run|check|make sure|see|just|maybe|perhaps|you (need|should|can|could|have|must|might|may|want)|you'?(ll|d)|here'?s|it'?s (in|under|documented|described|because|called)|(that|this|it) (should|is|was|will|would|has been|can be)|there('s| is) (a|an|no)|i('d| would) (suggest|recommend)|as mentioned|shouldn'?t|should be|looks like|yes|no|yep|nope|since)\b/,
  opinion:
    /\b(i (think|guess|believe|agree|bet|hope|love|hate|like|wrote|opened|made|fixed|asked|found|had the same)|imo|imho|tbh|looks like|in my opinion|can'?t wait)\b/,
  announcement:
    /\b((we|i)('?ve| have|'re| are|'ll| will)? (just )?(released?|launched|published|shipped|deployed|hiring|be doing|wrote|built|made)|check out|reminder|heads up|fyi|announcing|new (video|post|blog|release|version is)|dm me|starts? in|standup|maintenance)\b/,
  peopleAndEvents:
    /\b(meet ?ups?|conference|meeting|weekend|friday|tonight|tomorrow|later|hiring|jobs?|pull request|my (pr|ticket|issue)|pr|next (release|version)|release date|eta|roadmap|maintainers?|admins?|moderators?|mods?|the team|team|online|discord|server event|office hours|video|game|pair|up for|from here|here from|everyone doing|you doing|are you (all|guys)|going to the|thread|channel|spam\w*|message)\b/,
  asksForNews: /\b(any (update|updates|news|progress|eta)|when (is|will|does|are)|still (planned|open))\b/,
  rhetorical:
    /\b(why (is|are|would|do|does) (\w+ )?(you|like this|so (hard|slow|bad)|everything|always|people)|how (cool|great|awesome|weird)|isn'?t (that|it)|who knew|what a|seriously|really\?|you sure)\b/,
} as const satisfies Readonly<Record<string, RegExp>>;

const acknowledgements: ReadonlySet<string> = new Set(
  `a again all alright amazing and appreciated awesome best bot brb bro buddy cheers clear congrats cool correct done exactly
  fair fine for friend gg glad good got great guys haha hahaha hello hey hi hmm i indeed interesting is it k kind kudos lol love
  lovely makes man mate much my neat nice nm no nope np nvm oh ok okay omg one perfect please really right same see sense sir so
  solid sorry sounds super sure sweet thank thanks that the there this thx to true ty very was way well will with woah wonderful
  worries wow yeah yep yes you your yup`.split(/\s+/),
);

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
  /** Only words of acknowledgement. */
  readonly acknowledgement: number;
  /** In languages other than English: a question, small talk, something said to one reader. */
  readonly foreignQuestion: number;
  readonly foreignSmallTalk: number;
  readonly foreignToReader: number;
}

export function messageFeatures(text: string, isFollowUp: boolean): MessageFeatures {
  const raw = text.slice(0, maxChars);
  const cleaned = clean(raw);
  const words = cleaned.match(/[\p{L}\p{N}'_-]+/gu) ?? [];
  const found = Object.entries(patterns).map(([name, pattern]) => {
    const hasFeature = pattern.test(name === 'technical' || name === 'stackTrace' ? raw : cleaned);
    return [name, hasFeature ? 1 : 0] as const;
  });
  const foreign = foreignPhrases(cleaned);
  return {
    ...(Object.fromEntries(found) as Record<PatternName, number>),
    bias: 1,
    isFollowUp: isFollowUp ? 1 : 0,
    followUpWithMark: isFollowUp && patterns.questionMark.test(cleaned) ? 1 : 0,
    veryShort: words.length <= 2 && !foreign.isUnspaced ? 1 : 0,
    short: words.length > 2 && words.length <= 5 && !foreign.isUnspaced ? 1 : 0,
    linkOnly: /^https?:\S+$/.test(raw.trim()) ? 1 : 0,
    acknowledgement: words.every((word) => acknowledgements.has(word)) ? 1 : 0,
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
