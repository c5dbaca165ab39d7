/** Refuses Slack ids without a workspace if several workspaces may install Docent. */
import type { Reader } from './reader.ts';
import type { LoadedRouting } from './routing/load.ts';
import { allSettings } from './routing/schema.ts';

const reason = 'an id of Slack without its workspace: expected slack:T…:U… while workspaces install Docent';

/** In variables, reported by name. */
export function refuseUnnamedInVariables(
  reader: Reader,
  lists: Readonly<Record<string, readonly string[] | undefined>>,
): void {
  for (const [name, ids = []] of Object.entries(lists)) if (ids.some(isUnnamed)) reader.add(`${name} has ${reason}.`);
}

/** In docent.yaml, one problem per id. */
export function refuseUnnamedInFile(reader: Reader, { file, problem }: LoadedRouting): void {
  for (const { path, settings } of allSettings(file)) {
    const { mayAsk = [], staff = [], handover } = settings;
    const ids = [
      ...(mayAsk === 'everyone' ? [] : mayAsk.map((id, index) => ({ id, at: ['mayAsk', index] }))),
      ...(handover === undefined ? [] : [{ id: handover, at: ['handover'] }]),
      ...staff.map((id, index) => ({ id, at: ['staff', index] })),
    ];
    for (const { id, at } of ids) {
      const place = [...path, ...at];
      if (isUnnamed(id)) reader.add(problem(place, `${place.join('.')}: ${reason}`));
    }
  }
}

function isUnnamed(id: string): boolean {
  return /^slack:[^:]+$/.test(id);
}
