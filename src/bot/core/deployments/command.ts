/** Parses the text after the deploy command. Pure. */

export type Command =
  | { readonly kind: 'deploy' | 'latest' | 'unlock'; readonly project: string }
  | { readonly kind: 'status'; readonly project: string; readonly statusId?: string }
  | { readonly kind: 'history'; readonly project: string; readonly count: number }
  | { readonly kind: 'lock'; readonly project: string; readonly reason: string }
  | { readonly kind: 'help'; readonly because?: 'unknown' | 'no_reason' };

const maxHistory = 25;
const defaultHistory = 10;
const maxReasonChars = 200;
const unknown: Command = { kind: 'help', because: 'unknown' };

/**
 * `projects`: their names, the default one first. A text with any word that cannot be parsed becomes `help`, so that a mistyped
 * word deploys nothing. Actions take precedence over projects of the same name. `named`: a word of the text that was typed as
 * the name of a project, and so is neither a reason nor a status id.
 */
export function parseCommand(text: string, projects: readonly [string, ...string[]], named?: string): Command {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const find = (word: string | undefined): string | undefined =>
    projects.find((name) => name === word) ?? projects.find((name) => name.toLowerCase() === word?.toLowerCase());
  const [byDefault] = projects;
  if (named !== undefined && find(named) === undefined) return unknown;
  switch (first.toLowerCase()) {
    case '':
      return { kind: 'deploy', project: byDefault };
    case 'help':
      return rest.length === 0 ? { kind: 'help' } : unknown;
    case 'latest':
    case 'unlock':
      return onProject(first.toLowerCase() as 'latest' | 'unlock', rest);
    case 'status':
      return status(rest);
    case 'history':
      return history(rest);
    case 'lock':
      return lock(rest);
    default: {
      const project = find(first);
      return project !== undefined && rest.length === 0 ? { kind: 'deploy', project } : unknown;
    }
  }

  function onProject(kind: 'latest' | 'unlock', words: readonly string[]): Command {
    const project = words.length === 0 ? byDefault : find(words[0]);
    return project !== undefined && words.length <= 1 ? { kind, project } : unknown;
  }

  /** `status`, `status PROJECT`, `status ID` and `status PROJECT ID`. */
  function status(words: readonly string[]): Command {
    const project = find(words[0]);
    const [statusId, ...more] = project === undefined ? words : words.slice(1);
    if (more.length > 0) return unknown;
    return { kind: 'status', project: project ?? byDefault, ...(statusId !== undefined && { statusId }) };
  }

  /** `history`, `history 5`, `history PROJECT` and `history PROJECT 5`. */
  function history(words: readonly string[]): Command {
    const project = find(words[0]);
    const [typed, ...more] = project === undefined ? words : words.slice(1);
    if (more.length > 0 || (typed !== undefined && !/^[1-9]\d{0,3}$/.test(typed))) return unknown;
    const count = typed === undefined ? defaultHistory : Math.min(maxHistory, Number(typed));
    return { kind: 'history', project: project ?? byDefault, count };
  }

  /** `lock REASON` and `lock PROJECT REASON`. */
  function lock(words: readonly string[]): Command {
    const project = words.length > 1 || find(words[0]) !== byDefault ? find(words[0]) : undefined;
    const reason = (project === undefined ? words : words.slice(1)).join(' ').slice(0, maxReasonChars).toWellFormed();
    if (reason === '') return { kind: 'help', because: 'no_reason' };
    return { kind: 'lock', project: project ?? byDefault, reason };
  }
}

/**
 * The text after `deploy` in a mention of us; undefined for a question. A sentence that merely begins with the word ("deploy to
 * Kubernetes with Helm?") is a question; a single unknown word after it is a mistyped command.
 */
export function commandInMention(text: string, projects: readonly string[]): string | undefined {
  const [byDefault, ...others] = projects;
  const typed = /^\/?deploy(?:\s+(.*))?$/is.exec(text.trim());
  if (!typed || byDefault === undefined) return undefined;
  const command = (typed[1] ?? '').trim();
  const parsed = parseCommand(command, [byDefault, ...others]);
  const isSentence = parsed.kind === 'help' && parsed.because === 'unknown' && /\s/.test(command);
  return isSentence ? undefined : command;
}
