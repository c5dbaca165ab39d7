/** How a command is typed where Docent runs: hints say `docent doctor`, which is not found in a clone. Pure. */
import type { CommandIo } from './command.ts';

const inClone: Readonly<Record<string, string>> = { start: 'npm start', try: 'npm run try' };

/**
 * `run docent doctor` as it is to be typed here. npm says with which script it runs us; where it does not, the name that the
 * package installs is left.
 */
export function asTyped(text: string, env: CommandIo['env']): string {
  const script = env.npm_lifecycle_script ?? '';
  if (/\bsrc\/docent\.js\b/.test(script)) {
    return text.replace(hint, (_, word: string) => inClone[word] ?? `npm run -s docent -- ${word}`);
  }
  return /^["']?docent\b/.test(script) ? text.replace(hint, 'npx docent $1') : text;
}

/** A sentence of ours names a command as a word of its own; in an address or after npx it stays. */
const hint =
  /(?<=^|[\s:(;])(?<!npx )docent (--help|ask|backup|deployments|doctor|eval|export|forget|keys|report|restore|routes|serve|setup|start|try)\b/g;
