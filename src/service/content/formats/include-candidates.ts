/** Where an included file may be. Pure. */
import { posix } from 'node:path';

/** Beside the files that may name it, then in the folders of the site; paths relative to the docs folder. */
export function includeCandidates(
  path: string,
  files: readonly string[],
  folders: readonly string[],
): readonly string[] {
  const beside = files.map((file) => posix.join(posix.dirname(file), path));
  const inFolders = folders.map((folder) => posix.join(folder, path.replace(/^\/+/, '')));
  return [...new Set([...beside, ...inFolders])].filter((candidate) => !posix.isAbsolute(candidate));
}
