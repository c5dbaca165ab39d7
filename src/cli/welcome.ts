/**
 * What `docent serve` says once it listens. In: the running service, the environment. Out: what is served and what is not, the
 * settings of a bot that asks it, and a first question to try. Pure.
 */
import type { Env } from '../config/reader.ts';
import type { ServedProject } from '../docs-server/readiness.ts';
import type { DocsService } from '../docs-server/server.ts';

/** Keys are told only where they were made for this run. */
export function toWelcome(service: DocsService, env: Env): string {
  const { url, projects, storedKinds } = service;
  const key = env.DOCENT_ASSISTANT_KEY || storedKinds.includes('assistant') ? undefined : service.key;
  const deployKey = env.DOCENT_DEPLOY_KEY || storedKinds.includes('deploy') ? undefined : service.deployKey;
  const lines = projects.flatMap((each) => [stateOf(each, url), ...leftOut(each)]);
  if (projects.every((each) => each.failure !== undefined)) lines.unshift(`Listening on ${url}`);
  const [first] = projects;
  if (first) lines.push(...settingsFor(first, url, key, deployKey), ...questionFor(first, url, key));
  return `${lines.join('\n')}\n`;
}

function stateOf({ pages, domain, failure }: ServedProject, url: string): string {
  if (failure !== undefined) return `Not serving “${domain}” yet: ${failure}`;
  return `Serving ${pages} pages as “${domain}” on ${url}`;
}

function leftOut({ problems }: ServedProject): readonly string[] {
  return problems.map(({ file, reason }) => `  left out: ${file}: ${reason}`);
}

function settingsFor(
  { projectId, domain }: ServedProject,
  url: string,
  key: string | undefined,
  deployKey: string | undefined,
): readonly string[] {
  return [
    '\nSettings of a bot that asks it:',
    `ASSISTANT_URL=${url}`,
    `ASSISTANT_DOMAIN=${domain}`,
    ...(key === undefined ? [] : [`ASSISTANT_API_KEY=${key}`]),
    `DEPLOY_URL=${url}`,
    `DEPLOY_PROJECT_ID=${projectId}`,
    ...(deployKey === undefined ? [] : [`DEPLOY_TOKEN=${deployKey}`]),
  ];
}

/** As a command line to copy. */
function questionFor({ domain }: ServedProject, url: string, key = 'YOUR_KEY'): readonly string[] {
  const body = { fp: 'me', messages: [{ id: '1', role: 'user', content: 'How do I start?' }] };
  return [
    '\nAsk it, in another terminal:',
    `curl -N "${url}/v1/assistant/${encodeURIComponent(domain)}/message" -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`,
    '\nCtrl+C stops it.',
  ];
}
