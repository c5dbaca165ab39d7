/**
 * A Body -> one Slack message: text and blocks, and whether it fits.
 *
 * The blocks are what people see: Slack's Markdown surface, which has tables, headings and nested lists. The text, in Slack's
 * own dialect, goes to notifications and screen readers, and is shown where no blocks can be.
 */
import type { types } from '@slack/bolt';
import type { Body } from '../../../core/model/body.ts';
import type { PrivateReply } from '../../../core/model/deployment.ts';
import { english, type Wording } from '../../../wording/wording.ts';
import { toButtons, toControlButtons, toSection, toShareButton } from '../inbound/buttons.ts';
import { type PrivateContent, toDeploymentButtons } from '../inbound/deploy-command.ts';
import { insertNames } from '../inbound/inbound-text.ts';
import { escapeText, link } from './escape.ts';
import { toSurface } from './markdown-surface.ts';
import { mark, renderMarkdown } from './mrkdwn.ts';

/** Characters of one message; `chat.update` refuses more. Source: docs.slack.dev reference/methods/chat.update, 2026-11-21. */
export const maxChars = 4_000;
/** Characters of one block. Source: docs.slack.dev reference/block-kit/blocks/section-block, 2026-11-21. */
const maxSectionChars = 3_000;
/**
 * Bytes of one streamed message; about 11,000 were measured. Source: github.com/openclaw/openclaw/issues/143882, read
 * 2026-11-21.
 */
const maxStreamBytes = 9_000;
/** A root message quotes this much of a question. */
const maxQuoteChars = 600;

/** The text of the message that shows a body. Never fails, never empty. */
export function render(body: Body): string {
  const parts = [renderMarkdown(body.markdown), renderSources(body), ...body.notices.map(renderNotice)];
  // Slack takes no empty message; a body may hold nothing visible, such as a link definition.
  return parts.filter((part) => part.trim() !== '').join('\n\n') || '…';
}

/** What an answer has that only its asker sees. */
interface ForOne {
  readonly shareName: string | undefined;
}

type BlockBeneath = types.SectionBlock | types.ActionsBlock | types.ContextActionsBlock;

/** Text and blocks of one message. */
export interface Content {
  readonly text: string;
  readonly blocks: (types.MarkdownBlock | BlockBeneath)[];
}

/**
 * The message that shows a body; `forOne`: to one person, who may share it by this name. Its text by itself says the same, for
 * where Slack refuses the blocks.
 */
export function toContent(body: Body, forOne?: ForOne): Content {
  const markdown = toSurface(body.markdown).trim();
  const shown = markdown === '' ? [] : [{ type: 'markdown' as const, text: markdown }];
  const content = { text: render(body), blocks: [...shown, ...toBlocksBeneath(body, forOne)] };
  if (body.mention === undefined) return content;
  const token = toMention(body.mention);
  return { text: `${token} ${content.text}`, blocks: [toSection(token), ...content.blocks] };
}

/** A live mention, the only one in a message. `identity`: of a person or a group. */
function toMention(identity: string): string {
  const id = identity.slice(identity.lastIndexOf(':') + 1);
  return id.startsWith('S') ? `<!subteam^${id}>` : `<@${id}>`;
}

/** The blocks under the text: sources, notices and buttons. */
export function toBlocksBeneath(body: Body, forOne?: ForOne): BlockBeneath[] {
  const { wording = english } = body;
  const beneath = renderBeneath(body);
  return [
    ...(beneath === '' ? [] : [toSection(beneath)]),
    ...toButtons(body.suggestions),
    ...(forOne?.shareName === undefined ? [] : [toShareButton(forOne.shareName, wording)]),
    ...toControlButtons(body.controls ?? [], wording, forOne !== undefined),
  ];
}

function renderBeneath(body: Body): string {
  return [renderSources(body), ...body.notices.map(renderNotice)].filter((part) => part !== '').join('\n\n');
}

/** An ephemeral message. Without buttons the text is enough, and may be longer than a block. */
export function toPrivateContent(reply: PrivateReply): PrivateContent {
  const text = renderMarkdown(reply.markdown).trim() || '…';
  const blocks = reply.buttons.length === 0 ? [] : [...inSections(text), ...toDeploymentButtons(reply)];
  return { text, blocks };
}

/** Cut at line ends; no line is as long as a block may be. */
function inSections(text: string): readonly types.SectionBlock[] {
  const sections: string[] = [];
  for (const line of text.split('\n')) {
    const longer = sections.length === 0 ? line : `${sections.at(-1)}\n${line}`;
    if (sections.length === 0 || longer.length > maxSectionChars) sections.push(line);
    else sections[sections.length - 1] = longer;
  }
  return sections.filter((section) => section.trim() !== '').map((section) => toSection(section));
}

/** Whether the body, rendered, is one message, also a streamed one. */
export function fits(body: Body): boolean {
  // Rendered text is hardly ever ten times shorter; this saves rendering a very long one.
  if (
    body.markdown.length > maxChars * 10 ||
    render(body).length > maxChars ||
    renderBeneath(body).length > maxSectionChars
  )
    return false;
  return body.markdown.length * 3 <= maxStreamBytes || Buffer.byteLength(toSurface(body.markdown)) <= maxStreamBytes;
}

/** A question without a message of its own. It is quoted as it was typed, cut when it is long. `title`: mrkdwn. */
export function renderQuestion(title: string, question: string): string {
  const short = question.length > maxQuoteChars ? `${question.slice(0, maxQuoteChars)}…` : question;
  const lines = escapeText(short).split('\n');
  return [title, ...lines.map((line) => `> ${line}`)].join('\n');
}

/** To the asker only, above the answer to come: a command shows its question to nobody. */
export function renderLookingUp(question: string, wording: Wording): string {
  return renderQuestion(wording.sayEscaped(escapeText, 'lookingUp'), insertNames(question, new Map()));
}

function renderSources({ sources, nearest, wording = english }: Body): string {
  if (sources.length === 0) return '';
  const lines = sources.map(({ url, title, path }) => `• ${url ? link(url, title ?? path) : unlinked(title, path)}`);
  return [mark('*', escapeText(wording.say(nearest ? 'nearest.heading' : 'sources.heading'))), ...lines].join('\n');
}

function unlinked(title: string | undefined, path: string): string {
  const name = escapeText(title ?? path).replaceAll('\n', ' ');
  return title === undefined || title === path ? name : `${name} (${escapeText(path).replaceAll('\n', ' ')})`;
}

function renderNotice(notice: string): string {
  return mark('_', escapeText(notice));
}
