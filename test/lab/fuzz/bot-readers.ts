/** What the bot reads: messages from people, streams from assistants, the status of a deployment. */
import { mergeEnv } from '../../../src/bot/config/env-file.ts';
import { newestWithin } from '../../../src/bot/core/context/read-along.ts';
import { chooseQuestions, toFiles } from '../../../src/bot/core/deployments/choose-questions.ts';
import { commandInMention } from '../../../src/bot/core/deployments/command.ts';
import { toLog, toStatusReport } from '../../../src/bot/core/deployments/report.ts';
import { plain as toName } from '../../../src/bot/core/feedback/hand-over.ts';
import { exportColumns, toCsv, toExport } from '../../../src/bot/core/insight/exports.ts';
import { toHtml } from '../../../src/bot/core/insight/html-report.ts';
import { toReport } from '../../../src/bot/core/insight/report.ts';
import { bareExcerpt, excerpt } from '../../../src/bot/core/layout/excerpt.ts';
import { createLayout, layOutReply } from '../../../src/bot/core/layout/layout.ts';
import { collectDefinitions, withAddresses } from '../../../src/bot/core/layout/link-references.ts';
import { appendOnly } from '../../../src/bot/core/live-reply/append-only.ts';
import type { AskedQuestion } from '../../../src/bot/core/model/asked-question.ts';
import { maxTextBytes as maxFileBytes } from '../../../src/bot/core/model/attached-files.ts';
import type { Body, Fits } from '../../../src/bot/core/model/body.ts';
import { maxCommentChars } from '../../../src/bot/core/model/feedback.ts';
import { withoutPeople } from '../../../src/bot/core/model/people.ts';
import { code, plain } from '../../../src/bot/core/model/plain-text.ts';
import { emptyReply, fold, maxAnswerChars } from '../../../src/bot/core/model/reply.ts';
import { withStep } from '../../../src/bot/core/model/step.ts';
import { toOneLine, toSuggestions } from '../../../src/bot/core/model/suggestions.ts';
import { isQuestion, isSmallTalk } from '../../../src/bot/core/questions/classify-message.ts';
import { isShortAnswer } from '../../../src/bot/core/questions/decide-question.ts';
import { toChatReport } from '../../../src/bot/core/reports/chat-report.ts';
import { toIssueLink } from '../../../src/bot/core/reports/issue-link.ts';
import { createAnswerText } from '../../../src/bot/docs-api/answer-text.ts';
import { toAskBody } from '../../../src/bot/docs-api/assistant.ts';
import { toStatus } from '../../../src/bot/docs-api/deployer.ts';
import { createToUrl } from '../../../src/bot/docs-api/page-urls.ts';
import { createPartReader, readSuggestions } from '../../../src/bot/docs-api/stream-parts.ts';
import * as discordEvents from '../../../src/bot/platforms/discord/inbound/messages/events.ts';
import { toDialect } from '../../../src/bot/platforms/discord/outbound/dialect.ts';
import * as discordEscape from '../../../src/bot/platforms/discord/outbound/escape.ts';
import * as discord from '../../../src/bot/platforms/discord/outbound/render.ts';
import * as discordThreads from '../../../src/bot/platforms/discord/outbound/start-thread.ts';
import { insertNames, isToPeople, mentions, readText } from '../../../src/bot/platforms/slack/inbound/inbound-text.ts';
import { questionIn, readMessage } from '../../../src/bot/platforms/slack/inbound/message-reader.ts';
import * as slackEscape from '../../../src/bot/platforms/slack/outbound/escape.ts';
import { toSurface } from '../../../src/bot/platforms/slack/outbound/markdown-surface.ts';
import { renderMarkdown } from '../../../src/bot/platforms/slack/outbound/mrkdwn.ts';
import * as slack from '../../../src/bot/platforms/slack/outbound/render.ts';
import { Wording } from '../../../src/bot/wording/wording.ts';
import { retryAfterMs } from '../../../src/kit/base/retry-after.ts';
import { scan } from '../../../src/kit/markdown/block-scanner.ts';
import { closeOpen, shownEnd } from '../../../src/kit/markdown/hold-back.ts';
import { scanInline } from '../../../src/kit/markdown/inline-scanner.ts';
import { parseMarkdown, parseQuestion } from '../../../src/kit/markdown/parse.ts';
import { boundCost, maxParseCost, parseCost } from '../../../src/kit/markdown/parse-cost.ts';
import { sanitize } from '../../../src/kit/markdown/sanitize.ts';
import { maskSensitive } from '../../../src/kit/masking/mask.ts';
import { maskSecrets } from '../../../src/kit/masking/secrets-in-logs.ts';
import { keyWordsOf } from '../../../src/kit/matching/question-likeness.ts';
import { type AnswerEvent, maxPartChars } from '../../../src/kit/wire/answer-event.ts';
import { createAnswerReader } from '../../../src/kit/wire/answer-reader.ts';
import { errorMessage } from '../../../src/kit/wire/api.ts';
import { inPieces, type Readers, upTo } from './reader.ts';

const siteUrl = 'https://docs.example';
const toUrl = createToUrl(siteUrl);
const wording = new Wording('en');
/** Maximum length of a Slack message; Discord's are shorter. */
const maxMessageChars = 40_000;
/** Maximum length of a Discord message or command option. */
const maxDiscordChars = 6_000;
/** Lines of a stream and statuses may be 16 times as long, but trying that with each shape would take too long. */
const maxLineChars = maxPartChars / 16;
/** Node refuses longer headers. */
const maxHeaderChars = 16_384;

const messages = upTo(maxMessageChars, {
  'masking message': (text) => maskSensitive(text),
  'core questions': (text) => [true, false].map((isFollowUp) => isQuestion({ text, isToSomebody: false, isFollowUp })),
  'core tone': (text) => [isSmallTalk(text), isShortAnswer(text)],
  'core deploy command': (text) => commandInMention(`deploy ${text}`, ['docs']),
  'core thread context': (text) => newestWithin([{ name: text, text }]),
  'matching question': (text) => keyWordsOf(text),
  'core without people': (text) => withoutPeople(maskSensitive(text)),
  'core report': (text) => {
    const report = toReport([asked(text, 'a'), asked(text, 'b')], 0, 1);
    return report.topics.map((topic) => toIssueLink(topic, [asked(text, 'a')], 'https://a', 'b'));
  },
  'core report as page, table and message': (text) => {
    const all = [asked(text, 'a'), asked(text, 'b')];
    const report = toReport(all, 0, 1);
    return [
      toHtml(report),
      toCsv(exportColumns.feedback, toExport('feedback', all)),
      toChatReport(report, wording, (markdown) => markdown.length < 1_000),
    ];
  },
  'core questions to ask again': (text) => [chooseQuestions([asked(text, 'a')], [text]), toFiles([text])],
  'core one line': (text) => [toOneLine(text), plain(text), code(text), toName(text)],
  'docs-api request': (text) =>
    toAskBody(
      { fp: 'a', messages: [{ id: '1', role: 'user', text, at: 0 }] },
      { apiVersion: 'v1', retrievalPageSize: 5, siteUrl },
    ),
  'slack inbound': (text) => [
    ...[mentions(text, 'U1'), isToPeople(text), readText(text, 'U1')],
    insertNames(text, new Map()),
  ],
  'slack message': (text) => {
    const blocks = [
      { type: 'section', text: { type: 'mrkdwn', text } },
      { type: 'table', rows: [[{ type: 'raw_text', text }]] },
    ];
    return questionIn(readMessage({ text, blocks, attachments: [{ is_share: true, author_name: text, text }] }, 'U1'));
  },
  'slack question': (text) => slack.renderQuestion('a', text),
  'discord title': (text) => [discord.renderQuestion(text), discordThreads.toTitle(text)],
});

const others: Readers = {
  ...upTo(maxDiscordChars, {
    'discord inbound': (text) =>
      discordEvents.toQuestion(
        {
          id: '1',
          channel_id: '2',
          guild_id: '3',
          type: 0,
          content: text,
          author: { id: '4', username: 'a' },
          mentions: [{ id: '1', username: 'b' }],
        },
        { kind: 'channel', threads: true, name: 'a' },
        { userId: '1', roleIds: ['2'] },
        { channel: () => undefined, role: () => undefined },
      ),
  }),
  ...upTo(maxFileBytes, { 'masking file': (text) => maskSensitive(text) }),
  ...upTo(maxCommentChars, { 'core comment': (text) => [withoutPeople(maskSensitive(text)), plain(text)] }),
  ...upTo(maxHeaderChars, {
    'base retry after': (text) => retryAfterMs(text, 0),
    'wire error': (text) => errorMessage(JSON.stringify({ error: { message: text } })),
  }),
};

/** A file that an operator writes. YAML is not tried, since its parser is quadratic in blank lines: front matter has a limit of its own. */
const files = upTo(maxMessageChars, { 'config env': (text) => mergeEnv(text, { A: 'b' }) });

/** The status of an update. Only its total length is limited, so each of its fields may be that long. */
const status = upTo(maxLineChars, {
  'docs-api update status': (text) => {
    const read = toStatus(
      { status: text, summary: text, logs: [text, text], author: { name: text }, commit: { sha: text, message: text } },
      maskSecrets(['a secret value']),
    );
    return [toStatusReport('a', read, wording), toLog(read.logs ?? [])];
  },
});

/** What an assistant streams; the length of its lines is limited. */
const streams = upTo(maxLineChars, {
  'wire v1': (text) =>
    answerOf('text/plain', `0:${JSON.stringify(text)}\n9:${JSON.stringify({ args: text })}\n${text}`),
  'wire v2': (text) =>
    answerOf('text/event-stream', `data: ${JSON.stringify({ type: 'text-delta', delta: text })}\n\n${text}`),
  'wire unknown': (text) => answerOf('text/plain', text),
  'docs-api text': (text) => answerText([text]),
  'docs-api suggestions': (text) => toSuggestions(readSuggestions(answerText(['```suggestions\n', text]))),
  'docs-api address': (text) => [toUrl(text), toUrl(`/${text}`)],
  'core step': (text) => withStep([], { call: 'a', query: text, pages: [{ path: text, title: text }] }, wording),
  'core source': (text) =>
    [text, `${text}/`].map((path) =>
      fold({ ...emptyReply, sources: [{ path }] }, { type: 'source', source: { path } }),
    ),
  'slack source': (text) => slack.render({ ...bodyOf(''), sources: [{ path: text, title: text, url: text }] }),
  'discord source': (text) => discord.render({ ...bodyOf(''), sources: [{ path: text, title: text, url: text }] }),
});

/** At most 200 pages are kept and compared with each other; fewer pages are a different case. */
const pages = upTo(
  maxLineChars,
  {
    'docs-api pages': (text) => {
      const found = inPieces(text, 70).map((each, at) => ({ path: `${each}${at}` }));
      const cited = found.map(({ path }) => ({ path: `${path}/` }));
      return partsOf([
        { type: 'found', call: 'a', pages: found },
        ...[...cited, ...found].map((page) => ({ type: 'source' as const, page })),
      ]);
    },
  },
  16_000,
);

/** A few characters at a time, up to the length that is shown. */
const pieces = upTo(maxAnswerChars, {
  'wire unknown, in pieces': (text) => answerIn('text/plain', inPieces(text)),
  'wire v1, in pieces': (text) => answerIn('text/plain', ['0:""\n', ...inPieces(text)]),
  'wire v2, in pieces': (text) => answerIn('text/event-stream', ['data: ', ...inPieces(text)]),
  'docs-api text, in pieces': (text) => answerText(inPieces(text)),
  'docs-api parts': (text) => partsOf(inPieces(text).map((each) => ({ type: 'text', block: 0, text: each }))),
  'docs-api callout, in pieces': (text) => answerText(inPieces(`:::tip\n${text}`)),
});

/** An answer as it is shown. */
const answers = upTo(maxAnswerChars, {
  'core clean': (text) => sanitize(text),
  'core bounded cost': (text) => [boundCost(text), parseCost(text)],
  'core scan': (text) => scan(text),
  'core inline': (text) => scanInline(text, false),
  'core hold back': (text) => [shownEnd(text), closeOpen(text)],
  'core excerpt': (text) => {
    const lines = scan(text);
    const middle = Math.floor(text.length / 2);
    return [excerpt(text, lines, middle, text.length), bareExcerpt(text, lines, middle, text.length)];
  },
  'core lasting': (text) => appendOnly(bodyOf(closeOpen(text), text.length), text).markdown,
  'core references': (text) =>
    withAddresses(text, new Map([...collectDefinitions(scan(text)), ['a', 'https://a.example']])),
  'slack escapes': (text) => [
    slackEscape.escapeText(text),
    slackEscape.breakBroadcasts(text),
    slackEscape.link('https://a.example', text),
    slackEscape.toCodeBlock(text),
    slackEscape.safeUrl(text),
  ],
  'discord escapes': (text) => [
    discordEscape.escapeText(text),
    discordEscape.escapeMarks(text),
    discordEscape.escapeLineStarts(text),
    discordEscape.toInlineCode(text),
    discordEscape.toCodeBlock(text),
    discordEscape.toSafeUrl(text),
  ],
});

/**
 * The last messages are tried without a cut, which costs less, so growth shows only in answers longer than any that is shown.
 * For `>` alone, the longest answer that is shown takes a few milliseconds. For `<!here>`, the first 7,000 characters or so
 * take no time, and the rest about a millisecond per thousand, in slices, so its growth looks steeper than it is.
 */
const longLayouts = upTo(
  2 * maxAnswerChars,
  {
    'core layout': (text) => layOutReply({ ...emptyReply, text, settled: true }, isShort),
    'core layout of a growing answer': (text) => laidOutAgain(text, isShort),
  },
  maxAnswerChars / 2,
);

/** Answers of several messages, whose text was sent again as often as allowed. */
const longAnswers = upTo(
  maxAnswerChars,
  {
    'docs-api blocks': (text) => partsOf(inPieces(text).map((each, block) => ({ type: 'text', block, text: each }))),
    'docs-api mixed blocks': (text) =>
      partsOf(inPieces(text).map((each, at) => ({ type: 'text', block: at % 2, text: each }))),
  },
  maxAnswerChars / 4,
);

/** One message of an answer; text that would cost the parser more never reaches it. */
const bodies = upTo(maxAnswerChars, {
  'core parse': (text) => parseMarkdown(asLongAsParsed(text)),
  'core parse question': (text) => parseQuestion(asLongAsParsed(text)),
  'slack mrkdwn': (text) => renderMarkdown(asLongAsParsed(text)),
  'slack surface': (text) => toSurface(asLongAsParsed(text)),
  'slack fits': (text) => slack.fits(bodyOf(asLongAsParsed(text))),
  'discord fits': (text) => discord.fits(bodyOf(asLongAsParsed(text))),
  'discord dialect': (text) => toDialect(parseMarkdown(asLongAsParsed(text))),
});

export const botReaders: Readers = {
  ...messages,
  ...others,
  ...files,
  ...status,
  ...streams,
  ...pages,
  ...pieces,
  ...answers,
  ...longLayouts,
  ...longAnswers,
  ...bodies,
};

/** The part that bounded-fits would let through: a longer one is tried while the one before is cheap enough. */
export function asLongAsParsed(text: string): string {
  for (let chars = 500; chars < text.length; chars = Math.ceil(chars * 1.25)) {
    const body = text.slice(0, chars);
    if (parseCost(body) > maxParseCost) return text.slice(0, Math.floor(chars / 1.25));
  }
  return parseCost(text) > maxParseCost ? text.slice(0, Math.floor(text.length / 1.25)) : text;
}

const isShort: Fits = ({ markdown }) => markdown.length <= 4_000;

/** What one more piece costs: an answer is laid out again with each piece. */
function laidOutAgain(text: string, fits: Fits): unknown {
  const layOut = createLayout(fits);
  return [text.slice(0, -1_000), text].map((each) => layOut({ ...emptyReply, text: each }));
}

function asked(text: string, conversation: string): AskedQuestion {
  const said = { mark: 'not_helpful', via: 'button', at: 0, comment: text } as const;
  return {
    turn: conversation,
    conversation,
    platform: 'slack',
    addressed: 'mention',
    isPrivate: false,
    state: 'answered',
    text,
    sources: [{ path: text, title: text }],
    askedAt: 0,
    marks: [said],
  };
}

function answerText(pieces: readonly string[]): string {
  const text = createAnswerText(toUrl);
  return pieces.map((each) => text.push(each)).join('') + text.end() + text.suggestions();
}

/** In pieces of the size that assistant.ts passes on. */
function answerOf(type: string, body: string): unknown {
  return answerIn(type, inPieces(body, 4_096));
}

function answerIn(type: string, body: readonly string[]): unknown {
  const reader = createAnswerReader((name) => (name === 'content-type' ? type : undefined));
  return [...body.map((each) => reader.push(new TextEncoder().encode(each))), reader.end()];
}

/** The events one by one, as if each arrived separately over the network. */
function partsOf(events: readonly AnswerEvent[]): unknown {
  const reader = createPartReader(toUrl, {});
  return [events.map((event) => reader.read([event])), reader.end()];
}

function bodyOf(markdown: string, to = markdown.length): Body {
  return { markdown, from: 0, to, sources: [], notices: [] };
}
