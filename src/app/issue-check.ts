/** The doctor's check of the repository for issues. Files nothing. */
import type { Clock } from '../base/clock.ts';
import type { GithubConfig } from '../config/config.ts';
import { type IssueCode, IssueError } from '../core/model/errors.ts';
import type { SetupCheck } from '../core/model/setup-check.ts';
import { createIssueTracker } from '../github/issues.ts';

const remedies: Readonly<Record<IssueCode, readonly [detail: string, remedy: string]>> = {
  unauthorized: ['GitHub refuses the token', 'renew GITHUB_TOKEN; it may have expired'],
  forbidden: ['the token may not read its issues', 'give the token “Issues: Read and write” on that repository'],
  not_found: [
    'GitHub finds no such repository for this token',
    'check GITHUB_REPOSITORY, and which repositories the token may access',
  ],
  disabled: ['its issues are switched off', 'switch them on in the repository’s settings'],
  rejected: ['GitHub rejects the request', 'check GITHUB_REPOSITORY and GITHUB_API_URL'],
  rate_limited: ['GitHub accepts no more requests for now', 'try again later'],
  unavailable: ['GitHub does not answer', 'check GITHUB_API_URL, and that this machine can reach it'],
};

export async function checkIssues(github: GithubConfig, clock: Clock): Promise<SetupCheck> {
  const name = `Issues in ${github.repository}`;
  try {
    await createIssueTracker({ ...github, clock }).find('docent-doctor', clock.now());
    return { name, state: 'ok', detail: 'the token can read them; whether it can write shows with the first issue' };
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    const [detail, remedy] = remedies[error.code];
    return { name, state: 'failed', detail, remedy };
  }
}
