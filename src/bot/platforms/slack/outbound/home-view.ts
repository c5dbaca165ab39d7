/** The Home tab: how to ask, and what works. Plain text that screen readers can read out. Pure. */
import type { types } from '@slack/bolt';
import type { HomePage } from '../../../core/ports/handlers.ts';
import type { Wording } from '../../../wording/wording.ts';
import { escapeText, link } from './escape.ts';

const ways = ['home.mention', 'home.direct', 'home.command', 'home.shortcut'] as const;

export function toHomeView(page: HomePage, wording: Wording): types.HomeView {
  return {
    type: 'home',
    blocks: [
      header(wording.say('home.title')),
      section([wording.sayEscaped(escapeText, 'home.intro', { docs: docsOf(page, wording) })]),
      header(wording.say('home.askTitle')),
      section(ways.map((way) => `• ${escapeText(wording.say(way))}`)),
      section([escapeText(wording.say('home.threads'))]),
      header(wording.say('home.examplesTitle')),
      section(page.prompts.map((prompt) => `• ${escapeText(prompt)}`)),
      ...statusOf(page, wording),
    ],
  };
}

function statusOf({ isAssistantThere, mayDeploy }: HomePage, wording: Wording): readonly types.KnownBlock[] {
  const lines = [
    ...(isAssistantThere === undefined
      ? []
      : [wording.say(isAssistantThere ? 'home.assistantThere' : 'home.assistantAway')]),
    ...(mayDeploy.length === 0
      ? []
      : [wording.say('home.mayDeploy', { projects: new Intl.ListFormat(wording.language).format(mayDeploy) })]),
  ];
  return lines.length === 0 ? [] : [header(wording.say('home.statusTitle')), section(lines.map(escapeText))];
}

function docsOf({ docs: { name, url } }: HomePage, wording: Wording): string {
  const label = name ?? (url === undefined ? undefined : URL.parse(url)?.host) ?? wording.say('home.docs');
  return url === undefined ? escapeText(label) : link(url, label);
}

function header(text: string): types.HeaderBlock {
  return { type: 'header', text: { type: 'plain_text', text, emoji: false } };
}

/** Slack resolves and links nothing in it. */
function section(lines: readonly string[]): types.SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: lines.join('\n'), verbatim: true } };
}
