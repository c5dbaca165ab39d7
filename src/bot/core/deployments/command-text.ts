/** The deploy command as people type it on a platform, for replies that name it. Pure. */
import { code } from '../model/plain-text.ts';
import type { DeployCommand, Platform } from '../ports/platform.ts';
import type { DeployRules, Project } from './projects.ts';

type Fields = Parameters<DeployCommand['field']>[0];

/** A field of the command and the value typed there; `optional`: shown in brackets. */
export type Field = readonly [name: Fields, value: string, optional?: 'optional'];

/** The command as inline code: `/deploy unlock api`. */
export function commandText({ deployCommand }: Pick<Platform, 'deployCommand'>, ...fields: readonly Field[]): string {
  const words = fields.map(([name, value, optional]) => {
    const word = deployCommand?.field(name, value) ?? value;
    return optional ? `[${word}]` : word;
  });
  return code(['/deploy', ...words].join(' '), 200);
}

/** The command that unlocks a project; names the project if there are several. */
export function unlockCommand(
  { name }: Pick<Project, 'name'>,
  platform: Pick<Platform, 'deployCommand'>,
  { projects }: Pick<DeployRules, 'projects'>,
): string {
  const project: readonly Field[] = projects.length > 1 ? [['project', name]] : [];
  return commandText(platform, ['action', 'unlock'], ...project);
}
