/** Text as Discord's client sends it from the message box, with mentions as tokens. Pure. */
import type { World } from '../world/state.ts';

type Names = Pick<World, 'users' | 'channels' | 'roles'>;

/** `@docent`, `@Maintainer` and `#docs-help` become tokens; unknown names and code stay as they are. */
export function composeText(text: string, world: Names): string {
  const pieces = text.split(/(```[\s\S]*?```|`[^`\n]*`)/);
  return pieces.map((piece, index) => (index % 2 === 1 ? piece : composeWords(piece, world))).join('');
}

function composeWords(text: string, { users, channels, roles }: Names): string {
  return text
    .replace(/(?<![\w<])@([\w.-]*\w)/g, (whole, name: string) => {
      const user = [...users.values()].find((candidate) => candidate.name === name.toLowerCase());
      const role = [...roles.values()].find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
      if (user) return `<@${user.id}>`;
      return role ? `<@&${role.id}>` : whole;
    })
    .replace(/(?<![\w<&/])#([\w-]+)/g, (whole, name: string) => {
      const channel = [...channels.values()].find((candidate) => candidate.kind !== 'dm' && candidate.name === name);
      return channel ? `<#${channel.id}>` : whole;
    });
}
