/** Rewrites hints such as `docent doctor` to what works here: in a clone there is no `docent` on the PATH. Pure. */
import type { CommandIo } from './command.ts';

const inClone: Readonly<Record<string, string>> = { start: 'npm start', try: 'npm run try' };

/**
 * Replaces command names in a text with what to type here. npm tells us which script it runs; without that, the name that
 * the package installs is left as it is.
 */
export function asTyped(text: string, env: CommandIo['env']): string {
  const script = env.npm_lifecycle_script ?? '';
  if (/\bsrc\/docent\.js\b/.test(script)) {
    return text.replace(hint, (_, word: string) => inClone[word] ?? `npm run -s docent -- ${word}`);
  }
  return /^["']?docent\b/.test(script) ? text.replace(hint, 'npx docent $1') : text;
}

/** Matches a command name in our own sentences, but not inside a URL or after npx. */
const hint =
  /(?<=^|[\s:(;])(?<!npx )docent (--help|ask|backup|deployments|doctor|eval|export|forget|keys|report|restore|routes|serve|setup|start|try)\b/g;
