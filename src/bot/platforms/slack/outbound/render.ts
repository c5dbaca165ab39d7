/**
 * A Body -> one Slack message with text and blocks; also checks whether a body fits.
 *
 * People see the blocks: Slack's Markdown surface, which has tables, headings and nested lists. The text, in Slack's own
 * dialect, is for notifications and screen readers, and for places without blocks.
 */

import type { types } from '@slack/bolt';
import { headOf, shorten } from '../../../../kit/base/shorten.ts';
import { type Body, inOneLine, separator } from '../../../core/model/body.ts';
import type { PrivateReply } from '../../../core/model/deployment.ts';
import { maxNameChars, nameOf, type Source } from '../../../core/model/source.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import { toButtons, toControlButtons, toSection } from '../inbound/buttons.ts';
import { type PrivateContent, toDeploymentButtons } from '../inbound/deploy-command.ts';
import { insertNames } from '../inbound/inbound-text.ts';
import { escapeText, link } from './escape.ts';
import { toSurface } from './markdown-surface.ts';
import { mark, renderMarkdown, withoutMarks } from './mrkdwn.ts';

/** Maximum characters per message, of `chat.update`. Source: docs.slack.dev reference/methods/chat.update, 2026-11-21. */
export const maxChars = 4_000;
/** Maximum characters per block. Source: docs.slack.dev reference/block-kit/blocks/section-block, 2026-11-21. */
const maxSectionChars = 3_000;
/**
 * Maximum bytes per streamed message; the measured limit is about 11,000. Source:
 * github.com/openclaw/openclaw/issues/143882, read 2026-11-21.
 */
export const maxStreamBytes = 9_000;
/** Maximum characters of a question that a root message quotes. */
const maxQuoteChars = 600;

/** The body as message text. Never fails, never empty. */
export function render(body: Body): string {
  const parts = [renderMarkdown(body.markdown), renderBeneath(body)];
  // Slack rejects empty messages, and a body may contain nothing visible, as with only a link definition.
  return parts.filter((part) => part.trim() !== '').join('\n\n') || '…';
}

type BlockBeneath = types.SectionBlock | types.ContextBlock | types.ActionsBlock;

/** Text and blocks of one message. */
export interface Content {
  readonly text: string;
  readonly blocks: (types.MarkdownBlock | BlockBeneath)[];
}

/**
 * The body as a message. `shareName`: the name under which its only reader may share it. The text alone says the same, in case
 * Slack refuses the blocks.
 */
export function toContent(body: Body, shareName?: string): Content {
  const markdown = toSurface(body.markdown).trim();
  const shown = markdown === '' ? [] : [{ type: 'markdown' as const, text: markdown }];
  const content = { text: render(body), blocks: [...shown, ...toBlocksBeneath(body, shareName)] };
  if (body.mention === undefined) return content;
  const token = toMention(body.mention);
  return { text: `${token} ${content.text}`, blocks: [toSection(token), ...content.blocks] };
}

/** A live mention, the only one in a message. `identity`: a user's or a group's. */
function toMention(identity: string): string {
  const id = identity.slice(identity.lastIndexOf(':') + 1);
  return id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`;
}

/** The blocks under the text: sources and notices, in small print unless they are all there is, and buttons. */
export function toBlocksBeneath(body: Body, shareName?: string): BlockBeneath[] {
  const { wording = english } = body;
  const beneath = renderBeneath(body);
  const toBlock = body.markdown.trim() === '' ? toSection : toSmallPrint;
  return [
    ...(beneath === '' ? [] : [toBlock(beneath)]),
    ...toButtons(body.suggestions ?? [], wording),
    ...toControlButtons(body.controls ?? [], wording, shareName),
  ];
}

function toSmallPrint(text: string): types.ContextBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text, verbatim: true }] };
}

function renderBeneath(body: Body): string {
  const links = [renderSources(body), body.before ? renderSource(body.before) : ''];
  return inOneLine(body, links, body.notices.map(renderNotice)).join('\n\n');
}

/** An ephemeral message. Without buttons the text is enough, and may then be longer than a block. */
export function toPrivateContent(reply: PrivateReply): PrivateContent {
  const text = renderMarkdown(reply.markdown).trim() || '…';
  if (reply.buttons.length === 0) return { text };
  return { text, blocks: [...inSections(text), ...toDeploymentButtons(reply)] };
}

/** Splits text at line ends; no line is longer than a block may be. */
function inSections(text: string): readonly types.SectionBlock[] {
  const sections: string[] = [];
  for (const line of text.split('\n')) {
    const longer = sections.length === 0 ? line : `${sections.at(-1)}\n${line}`;
    if (sections.length === 0 || longer.length > maxSectionChars) sections.push(line);
    else sections[sections.length - 1] = longer;
  }
  return sections.filter((section) => section.trim() !== '').map((section) => toSection(section));
}

/** Whether the rendered body fits into one message, posted or streamed. */
export function fits(body: Body): boolean {
  // Avoids rendering very long text; rendering hardly ever makes text ten times shorter.
  if (
    body.markdown.length > maxChars * 10 ||
    render(body).length > maxChars ||
    renderBeneath(body).length > maxSectionChars
  )
    return false;
  return body.markdown.length * 3 <= maxStreamBytes || Buffer.byteLength(toSurface(body.markdown)) <= maxStreamBytes;
}

/** Shows a question that has no message of its own: quoted as typed, truncated if long. `title`: mrkdwn. */
export function renderQuestion(title: string, question: string): string {
  const short = question.length > maxQuoteChars ? `${headOf(question, maxQuoteChars)}…` : question;
  const lines = escapeText(short).split('\n');
  return [title, ...lines.map((line) => `> ${line}`)].join('\n');
}

/** Shown only to the asker, above the coming answer, because Slack does not display a command's question. */
export function renderLookingUp(question: string, wording: Wording): string {
  return renderQuestion(wording.sayEscaped(escapeText, 'lookingUp'), insertNames(question, new Map()));
}

/** Citations in one line; pages that stand in place of an answer as a list. */
function renderSources({ sources, nearest, wording = english }: Body): string {
  if (sources.length === 0) return '';
  const links = sources.map(renderSource);
  if (!nearest)
    return `${mark('*', escapeText(wording.say('sources.inline', { count: links.length })))} ${links.join(separator)}`;
  const heading = wording.say(nearest === 'site' ? 'site.heading' : 'nearest.heading');
  return [mark('*', escapeText(heading)), ...links.map((one) => `• ${one}`)].join('\n');
}

function renderSource(source: Source): string {
  const name = withoutMarks(shorten(nameOf(source), maxNameChars));
  const shown = source.url ? link(source.url, name) : escapeText(name).replaceAll('\n', ' ');
  return shown.replaceAll('`', 'ˋ');
}

function renderNotice(notice: string): string {
  return mark('_', escapeText(notice).replaceAll(/\s+/g, ' '));
}
