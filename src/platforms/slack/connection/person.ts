/** Who did something in Slack, and where an event of it came from. Pure. */

/**
 * In the form of `Question.asker`. `teams`: the workspaces that the event may name as theirs, the best one first; without
 * one it is where we are installed.
 */
export function toPerson(user: string, installation: string, ...teams: readonly (string | null | undefined)[]): string {
  return `slack:${teams.find(Boolean) ?? installation}:${user}`;
}

/** Where an event came from. */
export interface Origin {
  /** Where we are installed: a workspace or an organisation. */
  readonly installation: string;
  /** The workspace. */
  readonly team?: string | undefined;
}
