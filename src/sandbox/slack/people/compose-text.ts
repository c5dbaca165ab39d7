/** Text as Slack's clients send it from the message box: mentions, channels and URLs as tokens, the rest escaped. */
import { escapeText } from '../world/shapes.ts';
import type { Workspace } from '../world/workspace.ts';

type Names = Pick<Workspace, 'users' | 'channels' | 'groups'>;

/** `@docent`, `#docs-help`, `@here` and URLs become tokens; unknown names stay as typed. Code is only escaped. */
export function composeText(text: string, workspace: Names): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]*`)/);
  return pieces.map((piece, index) => (index % 2 === 1 ? escapeText(piece) : typedText(piece, workspace))).join('');
}

function typedText(text: string, workspace: Names): string {
  return escapeText(text)
    .replace(/(?<![\w`])@([\w.-]*\w)/g, (whole, name: string) => mention(name.toLowerCase(), workspace) ?? whole)
    .replace(/(?<![\w`&/])#([\w-]+)/g, (whole, name: string) => {
      const channel = [...workspace.channels.values()].find(({ kind, name: known }) => kind !== 'im' && known === name);
      return channel ? `<#${channel.id}|${channel.name}>` : whole;
    })
    .replace(/(?<![<|\w`])https?:\/\/[^\s<>`]*[^\s<>`.,;:!?)]/g, (url) => `<${url}>`);
}

function mention(name: string, { users, groups }: Names): string | undefined {
  if (['here', 'channel', 'everyone'].includes(name)) return `<!${name}>`;
  const user = [...users.values()].find((candidate) => candidate.name === name);
  if (user) return `<@${user.id}>`;
  const group = [...groups.values()].find((candidate) => candidate.handle === name);
  return group && `<!subteam^${group.id}|@${group.handle}>`;
}
