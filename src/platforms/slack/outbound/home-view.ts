/** The Home tab: how to ask, and what works. Text alone, which screen readers read as it stands. Pure. */
import type { types } from '@slack/bolt';
import type { HomePage } from '../../../core/ports/platform.ts';
import { english } from '../../../wording/wording.ts';
import { escapeText, link } from './escape.ts';

const ways = ['home.mention', 'home.direct', 'home.command', 'home.shortcut'] as const;

export function toHomeView(page: HomePage): types.HomeView {
  return {
    type: 'home',
    blocks: [
      header(english.say('home.title')),
      section([english.say('home.intro', { docs: docsOf(page) })]),
      header(english.say('home.askTitle')),
      section(ways.map((way) => `• ${escapeText(english.say(way))}`)),
      section([escapeText(english.say('home.threads'))]),
      ...statusOf(page),
    ],
  };
}

function statusOf({ isAssistantThere, mayDeploy }: HomePage): readonly types.KnownBlock[] {
  const lines = [
    ...(isAssistantThere === undefined
      ? []
      : [english.say(isAssistantThere ? 'home.assistantThere' : 'home.assistantAway')]),
    ...(mayDeploy.length === 0 ? [] : [english.say('home.mayDeploy', { projects: mayDeploy.join(', ') })]),
  ];
  return lines.length === 0 ? [] : [header(english.say('home.statusTitle')), section(lines.map(escapeText))];
}

function docsOf({ docs: { name, url } }: HomePage): string {
  const label = name ?? (url === undefined ? undefined : URL.parse(url)?.host) ?? english.say('home.docs');
  return url === undefined ? escapeText(label) : link(url, label);
}

function header(text: string): types.HeaderBlock {
  return { type: 'header', text: { type: 'plain_text', text, emoji: false } };
}

/** Nothing in it is looked up or linked by Slack itself. */
function section(lines: readonly string[]): types.SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: lines.join('\n'), verbatim: true } };
}
