/** For the doctor: whether the repository for issues is there. Nothing is filed. */
import type { Clock } from '../base/clock.ts';
import type { GithubConfig } from '../config/config.ts';
import { type IssueCode, IssueError } from '../core/model/errors.ts';
import type { SetupCheck } from '../core/model/setup-check.ts';
import { createIssueTracker } from '../github/issues.ts';

const remedies: Readonly<Record<IssueCode, readonly [detail: string, remedy: string]>> = {
  unauthorized: ['GitHub refuses the token', 'renew GITHUB_TOKEN; it may have expired'],
  forbidden: ['the token may not see its issues', 'give the token “Issues: Read and write” on that repository'],
  not_found: ['GitHub shows the token no such repository', 'check GITHUB_REPOSITORY, and which ones the token may see'],
  disabled: ['its issues are switched off', 'switch them on in the settings of the repository'],
  rejected: ['GitHub does not take the request', 'check GITHUB_REPOSITORY and GITHUB_API_URL'],
  rate_limited: ['GitHub takes no more requests for now', 'try again later'],
  unavailable: ['GitHub does not answer', 'check GITHUB_API_URL, and whether this machine reaches it'],
};

export async function checkIssues(github: GithubConfig, clock: Clock): Promise<SetupCheck> {
  const name = `Issues in ${github.repository}`;
  try {
    await createIssueTracker({ ...github, clock }).find('docent-doctor', clock.now());
    return { name, state: 'ok', detail: 'the token sees them; whether it may write is seen with the first one' };
  } catch (error) {
    if (!(error instanceof IssueError)) throw error;
    const [detail, remedy] = remedies[error.code];
    return { name, state: 'failed', detail, remedy };
  }
}
