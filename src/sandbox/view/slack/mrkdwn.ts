/**
 * Slack's mrkdwn as people see it. Markup that Slack does not format (headings, tables, a fence's language) stays as it was
 * sent. Source: messaging/formatting-message-text, 2026-11-21.
 */
import { unescapeText } from '../../slack/world/shapes.ts';
import type { Workspace } from '../../slack/world/workspace.ts';
import { emojiToken } from '../emoji.ts';
import { type InlineRules, type InlineToken, renderInline } from '../inline.ts';
import type { RenderedNode } from '../rendered.ts';

/** Resolves ids to names. */
export type SlackNames = Pick<Workspace, 'users' | 'channels' | 'groups'>;

/** Renders `text` and mrkdwn objects. */
export function renderMrkdwn(text: string, names: SlackNames): RenderedNode[] {
  const rules = mrkdwnRules(names);
  return text.split(/```([\s\S]*?)```/).flatMap((part, index): RenderedNode[] => {
    if (index % 2 === 1) return [{ kind: 'fence', text: unescapeText(part.replace(/^\n|\n$/g, '')), language: '' }];
    return renderLines(part.replace(index > 0 ? /^\n/ : /^$/, ''), rules);
  });
}

/** Renders quotes and paragraphs. */
function renderLines(text: string, rules: InlineRules): RenderedNode[] {
  if (text === '') return [];
  const nodes: RenderedNode[] = [];
  const lines = text.replace(/\n$/, '').split('\n');
  for (let line = 0; line < lines.length; ) {
    const quoted = isQuote(lines[line]);
    let end = line + 1;
    while (end < lines.length && isQuote(lines[end]) === quoted) end += 1;
    const run = lines.slice(line, end).map((quoted) => quoted.replace(/^(>|&gt;) ?/, ''));
    nodes.push({ kind: quoted ? 'quote' : 'paragraph', children: withBreaks(run, rules) });
    line = end;
  }
  return nodes;
}

function isQuote(line: string | undefined): boolean {
  return /^(>|&gt;)/.test(line ?? '');
}

function withBreaks(lines: readonly string[], rules: InlineRules): RenderedNode[] {
  return lines.flatMap((line, index): RenderedNode[] => [
    ...(index > 0 ? [{ kind: 'break' } as const] : []),
    ...renderInline(line, rules),
  ]);
}

function mrkdwnRules(names: SlackNames): InlineRules {
  return {
    toText: unescapeText,
    tokens: [
      { pattern: /`([^`\n]+)`/y, render: ([, text = '']) => ({ kind: 'code', text: unescapeText(text) }) },
      slackToken(names),
      bareLink,
      emojiToken,
    ],
    delimiters: [
      { text: '*', kind: 'strong', atWordEdges: true },
      { text: '_', kind: 'emphasis', atWordEdges: true },
      { text: '~', kind: 'strike', atWordEdges: true },
    ],
  };
}

export const bareLink: InlineToken = {
  pattern: /\bhttps?:\/\/[^\s<>|`]*[^\s<>|`.,:;!?'")\]*_~]/y,
  render: ([url]) => link(unescapeText(url), unescapeText(url)),
};

/** `<@U…>`, `<#C…|name>`, `<!here>`, `<url|label>`. */
export function slackToken(names: SlackNames): InlineToken {
  return {
    pattern: /<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>/y,
    render([, sign, target = '', label]) {
      if (sign === '@')
        return { kind: 'mention', who: 'person', text: `@${names.users.get(target)?.realName ?? 'unknown'}` };
      if (sign === '#')
        return { kind: 'mention', who: 'place', text: `#${names.channels.get(target)?.name ?? label ?? 'unknown'}` };
      if (sign === '!') return special(target, label, names);
      if (!/^(https?:|mailto:)/i.test(target)) return undefined;
      const url = unescapeText(target);
      return link(url, label ? unescapeText(label) : url.replace(/^mailto:/i, ''));
    },
  };
}

function special(target: string, label: string | undefined, names: SlackNames): RenderedNode | undefined {
  if (/^(here|channel|everyone)$/.test(target)) return { kind: 'mention', who: 'everybody', text: `@${target}` };
  if (target.startsWith('subteam^')) {
    const group = names.groups.get(target.slice('subteam^'.length));
    return { kind: 'mention', who: 'group', text: group ? `@${group.handle}` : (label ?? '@unknown') };
  }
  if (target.startsWith('date^')) return { kind: 'text', text: unescapeText(label ?? '') };
  return undefined;
}

export function link(url: string, label: string): RenderedNode {
  return { kind: 'link', url, children: [{ kind: 'text', text: label }] };
}
