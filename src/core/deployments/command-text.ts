/** The deploy command as people type it on a platform, for replies that name it. Pure. */
import { code } from '../model/plain-text.ts';
import type { Platform } from '../ports/platform.ts';
import type { DeployRules, Project } from './projects.ts';

type Fields = Parameters<NonNullable<Platform['deployField']>>[0];

/** A field of the command and what is typed there; `optional`: in brackets. */
export type Field = readonly [name: Fields, value: string, optional?: 'optional'];

/** `/deploy unlock api`, as code. */
export function commandText({ deployField }: Pick<Platform, 'deployField'>, ...fields: readonly Field[]): string {
  const words = fields.map(([name, value, optional]) => {
    const word = deployField?.(name, value) ?? value;
    return optional ? `[${word}]` : word;
  });
  return code(['/deploy', ...words].join(' '), 200);
}

/** What ends the lock of a project, which is named where there are several. */
export function unlockCommand(
  { name }: Pick<Project, 'name'>,
  platform: Pick<Platform, 'deployField'>,
  { projects }: Pick<DeployRules, 'projects'>,
): string {
  const project: readonly Field[] = projects.length > 1 ? [['project', name]] : [];
  return commandText(platform, ['action', 'unlock'], ...project);
}
