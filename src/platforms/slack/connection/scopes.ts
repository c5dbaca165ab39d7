/**
 * The scopes that Docent asks for, and what fails without each. The same list is in manifest.yml.
 * Source: docs.slack.dev reference/scopes, 2026-11-21.
 */

/** From scope to what goes wrong without it. */
export const scopes: Readonly<Record<string, string>> = {
  'chat:write': 'it cannot answer at all',
  'app_mentions:read': 'it does not receive its mentions',
  'channels:history': 'it does not receive follow-ups in public channels, and cannot find its own answers again',
  'groups:history': 'it does not receive follow-ups in private channels, and cannot find its own answers again',
  'im:history': 'it does not receive direct messages',
  'mpim:history': 'it does not receive follow-ups in group messages',
  commands: '/docs, /deploy and /docs-report do not work',
  'reactions:read': 'thumbs under its answers are not counted',
  'reactions:write': 'where Slack shows no status, nobody sees that it is working',
  'users:read': 'it does not know the names of people who are mentioned',
  'usergroups:read':
    'nobody counts as a member of a user group, which DEPLOY_ALLOW, REPORT_ALLOW, mayAsk, staff and handover may name',
};

/** Optional scopes: asked for when they are needed. */
export const optionalScopes: Readonly<Record<string, string>> = {
  'files:read': 'it cannot read the small text files that people attach to questions',
};

/** The scope of apps that Slack shows as agents. */
export const agentScope = 'assistant:write';

/** The scope that `readFile` needs. */
export const filesScope = 'files:read';

/** Without it nothing works. */
export const indispensable = 'chat:write';

/** `granted`: undefined when Slack did not say. */
export function missingScopes(granted: readonly string[] | undefined): readonly string[] {
  return Object.keys(scopes).filter((scope) => granted && !granted.includes(scope));
}

/** One sentence for the operator. */
export function scopesAdvice(missing: readonly string[]): string {
  const known = { ...scopes, ...optionalScopes };
  const losses = missing.map((scope) => (known[scope] === undefined ? scope : `${scope} (${known[scope]})`)).join(', ');
  return `The Slack app lacks ${losses}; update it from manifest.yml and reinstall it (api.slack.com/apps > OAuth & Permissions).`;
}
