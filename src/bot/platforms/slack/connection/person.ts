/** Who did something in Slack, and where the event came from. Pure. */

/**
 * A person in the form of `Question.asker`. `teams`: the person's workspace as named by the event, the most reliable field
 * first; without any, the installation is used.
 */
export function toPerson(user: string, installation: string, ...teams: readonly (string | null | undefined)[]): string {
  return `slack:${teams.find(Boolean) ?? installation}:${user}`;
}

export interface Origin {
  /** Where we are installed: a workspace or an organisation. */
  readonly installation: string;
  /** The workspace. */
  readonly team?: string | undefined;
}
