/** Parts of the rules by which file names become addresses. Pure. */

/** `a/b.md` -> `a/b`, and so does `a/b.md.in`, a template of it. */
export function withoutExtension(file: string): string {
  return file.replace(/\.md\.in$|\.[^./]+$/i, '');
}

/** The path below a folder; undefined if it is not in it. */
export function below(folder: string, file: string): string | undefined {
  if (folder === '' || folder === '.') return file.startsWith('../') ? undefined : file;
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined;
}

/** A path in the settings as written there, without `./` and slashes at its ends. */
export function folderOf(written: string): string {
  return written.replace(/^(?:\.\/)+|^\.$|(?<!\/)\/+$/g, '').replace(/^\/+/, '');
}

/** `guides/index` -> `guides` */
export function withoutIndex(path: string, index = /^(?:index|readme)$/i): string {
  const parts = path.split('/');
  if (index.test(parts.at(-1) ?? '')) parts.pop();
  return parts.join('/');
}

/** `/a/b`, from parts that may be empty or have slashes. */
export function rooted(...parts: readonly string[]): string {
  const path = parts
    .flatMap((part) => part.split('/'))
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  return `/${path}`;
}

/** Glob -> pattern for whole paths: `**`, `*`, `?`. Lengths are those of settings, and no star is nested. */
export function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    // Several in a row match the same in exponential time.
    .replace(/\*{3,}/g, '**')
    .replace(/(?:\*\*\/){2,}/g, '**/')
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (mark) => ({ '**/': '(?:[^/]+/)*', '**': '.*', '*': '[^/]*', '?': '[^/]' })[mark] ?? '',
    );
  return new RegExp(`^${source}$`);
}

/** No path is longer, and no pattern may be of any length. */
const maxGlobChars = 4_096;

/**
 * Tests whether a file is ignored by lines as of `.gitignore`: the last pattern that matches decides, `!` takes a file back.
 * Source: git-scm.com/docs/gitignore.
 */
export function ignoredBy(lines: string): (file: string) => boolean {
  const patterns = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length <= maxGlobChars && !line.startsWith('#'))
    .map((line) => {
      const glob = line.replace(/^!/, '').replace(/(?<!\/)\/$/, '');
      const isRooted = glob.includes('/');
      const source = globPattern(glob.replace(/^\//, '')).source.slice(1, -1);
      // A folder stands for all that is in it.
      return { takesBack: line.startsWith('!'), pattern: new RegExp(`^${isRooted ? '' : '(?:.*/)?'}${source}(?:/|$)`) };
    });
  return (file) => patterns.findLast(({ pattern }) => pattern.test(file))?.takesBack === false;
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** `en`, `pt-BR`, `zh-hans`: a tag of a language that exists. */
export function isLanguage(name: string): boolean {
  return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(name) && languageNames.of(name.replace('_', '-')) !== undefined;
}

/** The text of a setting in a JavaScript file that cannot be run: `name: 'value'`. */
export function quotedSetting(source: string, name: string): string | undefined {
  return new RegExp(`(?:^|[\\s{,])${name}\\s*:\\s*(["'\`])([^"'\`\\n]{0,300})\\1`).exec(source)?.[2];
}
