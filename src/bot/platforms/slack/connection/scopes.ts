/**
 * The scopes that Docent requests, and what fails without each. The same list is in manifest.yml.
 * Source: docs.slack.dev reference/scopes, 2026-11-21.
 */

/** What goes wrong without each scope. */
export const scopes: Readonly<Record<string, string>> = {
  'chat:write': 'it cannot answer at all',
  'app_mentions:read': 'it does not see when it is mentioned',
  'channels:history': 'it does not see follow-ups in public channels and cannot find its own answers again',
  'groups:history': 'it does not see follow-ups in private channels and cannot find its own answers again',
  'im:history': 'it does not see direct messages',
  'mpim:history': 'it does not see follow-ups in group direct messages',
  'channels:read': 'it cannot tell public channels from private ones, and keeps what mentions say out of reports',
  'groups:read': 'it cannot tell who is in a private channel, and keeps what is said there out of reports',
  'mpim:read': 'it does not recognise group direct messages',
  commands: '/docs, /deploy and /docs-report do not work',
  'reactions:read': 'thumbs-up and thumbs-down reactions to its answers are not counted',
  'reactions:write': 'where Slack shows no status, users cannot see that it is working',
  'users:read': 'it does not know the names of mentioned people',
  'usergroups:read':
    'it cannot check who is in the user groups named in DEPLOY_ALLOW, REPORT_ALLOW, mayAsk, staff and handover',
};

/** Optional scopes, requested when they are needed. */
export const optionalScopes: Readonly<Record<string, string>> = {
  'files:read': 'it cannot read small text files attached to questions',
};

/** The scope of apps that Slack shows as agents. */
export const agentScope = 'assistant:write';

/** The scope that `readFile` needs. */
export const filesScope = 'files:read';

/** Without this scope nothing works. */
export const indispensable = 'chat:write';

/** Which of the required scopes are not `granted`; none when Slack did not say (undefined). */
export function missingScopes(granted: readonly string[] | undefined): readonly string[] {
  return Object.keys(scopes).filter((scope) => granted && !granted.includes(scope));
}

/** One sentence for the operator. */
export function scopesAdvice(missing: readonly string[]): string {
  const known = { ...scopes, ...optionalScopes };
  const losses = missing.map((scope) => (known[scope] === undefined ? scope : `${scope} (${known[scope]})`)).join(', ');
  return `The Slack app lacks ${losses}; update it from manifest.yml and reinstall it (api.slack.com/apps > OAuth & Permissions).`;
}
