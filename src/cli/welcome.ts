/**
 * What `docent serve` prints once it listens: what is served, what is left out, settings for a bot, and a question to
 * try.
 */
import { defaultOrganization, type StartKind, startKinds } from '../service/keys.ts';
import type { DocsService, ServedProject } from '../service/service.ts';
import { counted } from './terminal/command.ts';

/** Keys that the operator set. */
type Given = Readonly<Record<StartKind, string | undefined>>;

/** Shows only keys that were created for this run, and only on a terminal: elsewhere it becomes a log that others read. */
export function toWelcome(service: DocsService, given: Given, isTerminal: boolean): string {
  const { url, projects, model } = service;
  const lines = projects.flatMap((project) => [stateOf(project, url), ...leftOut(project)]);
  if (projects.every((project) => project.failure !== undefined)) lines.unshift(`Listening on ${url}`);
  if (model !== undefined) lines.push(`The model ${model} writes the answers.`);
  const [first] = projects;
  if (first) {
    const keys = keysFor(first, service, given, isTerminal);
    const whom = projects.length > 1 ? `asks “${first.domain}”` : 'asks it';
    lines.push(`\nSettings for a bot that ${whom}:`, ...settingsFor(first, url, keys), ...endOf(keys));
    lines.push(...questionFor(first, url, keys));
  }
  const asked = projects.find(({ mcp }) => mcp !== undefined);
  if (asked) lines.push(...editorsFor(asked, url, keysFor(asked, service, given, isTerminal)));
  lines.push('\nPress Ctrl+C to stop.');
  return `${lines.join('\n')}\n`;
}

/** The keys that were created for this run. */
interface Keys {
  readonly key?: string;
  readonly deployKey?: string;
  /** An assistant key is in the database; it was shown when it was created. */
  readonly isKeyStored?: boolean;
  /** The kinds of keys that nobody has, because those of this run are not shown. */
  readonly missing: readonly StartKind[];
}

function keysFor(
  { organization }: ServedProject,
  { key, deployKey, storedKinds }: DocsService,
  given: Given,
  isTerminal: boolean,
): Keys {
  if (organization !== defaultOrganization) return { missing: [] };
  const created = startKinds.filter((kind) => !given[kind] && !storedKinds.includes(kind));
  return {
    ...(!given.assistant && storedKinds.includes('assistant') && { isKeyStored: true }),
    ...(isTerminal && created.includes('assistant') && { key }),
    ...(isTerminal && created.includes('deploy') && { deployKey }),
    missing: isTerminal ? [] : created,
  };
}

function stateOf({ pages, domain, failure }: ServedProject, url: string): string {
  if (failure !== undefined) return `Not serving “${domain}” yet: ${failure}`;
  return `Serving ${counted(pages, 'page')} as “${domain}” on ${url}`;
}

function leftOut({ problems, losses }: ServedProject): readonly string[] {
  return [...problems.map((problem) => `  left out: ${problem}`), ...(losses === undefined ? [] : [`  ${losses}`])];
}

function settingsFor(
  { projectId, domain, organization }: ServedProject,
  url: string,
  { key, deployKey, isKeyStored }: Keys,
): readonly string[] {
  return [
    `ASSISTANT_URL=${url}`,
    `ASSISTANT_DOMAIN=${domain}`,
    ...(key === undefined ? [] : [`ASSISTANT_API_KEY=${key}`]),
    ...(isKeyStored ? ['ASSISTANT_API_KEY=   (the one that docent keys create printed)'] : []),
    `DEPLOY_URL=${url}`,
    `DEPLOY_PROJECT_ID=${projectId}`,
    ...(deployKey === undefined ? [] : [`DEPLOY_TOKEN=${deployKey}`]),
    ...(organization === defaultOrganization
      ? []
      : [`# It needs a key of its organization: docent keys create assistant --organization ${organization}`]),
  ];
}

function endOf({ key, deployKey, missing }: Keys): readonly string[] {
  if (missing.length > 0) {
    const settings = { assistant: 'DOCENT_ASSISTANT_KEY', deploy: 'DOCENT_DEPLOY_KEY' } as const;
    return [
      `Keys are shown on a terminal only. Create one with docent keys create ${missing.join('|')}, or set ${missing.map((kind) => settings[kind]).join(' and ')}.`,
    ];
  }
  const kinds = [...(key === undefined ? [] : ['assistant']), ...(deployKey === undefined ? [] : ['deploy'])];
  if (kinds.length === 0) return [];
  const these = kinds.length > 1 ? 'These keys are valid' : `The ${kinds[0]} key is valid`;
  return [
    `${these} for this run only; docent keys create ${kinds.join('|')} creates ${kinds.length > 1 ? 'permanent ones' : 'a permanent one'}.`,
  ];
}

/** A command line to copy. */
function questionFor({ domain }: ServedProject, url: string, { key = 'YOUR_KEY' }: Keys): readonly string[] {
  const body = { fp: 'me', messages: [{ id: '1', role: 'user', content: 'How do I start?' }] };
  return [
    '\nAsk it, in another terminal:',
    `curl -N "${url}/v1/assistant/${encodeURIComponent(domain)}/message" -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" -d '${JSON.stringify(body)}'`,
  ];
}

/** The lines with which common editors connect to it. */
function editorsFor({ domain, mcp }: ServedProject, url: string, { key = 'YOUR_KEY' }: Keys): readonly string[] {
  const address = `${url}/mcp/${encodeURIComponent(domain)}`;
  const bearer = `Bearer ${key}`;
  const authorized = mcp === 'keys' && { headers: { Authorization: bearer } };
  const cursor = { mcpServers: { [domain]: { url: address, ...authorized } } };
  const code = { name: domain, type: 'http', url: address, ...authorized };
  return [
    '\nUse it in an editor, through MCP:',
    `claude mcp add --transport http ${domain} ${address}${authorized ? ` --header "Authorization: ${bearer}"` : ''}`,
    `code --add-mcp '${JSON.stringify(code)}'`,
    `Cursor, in .cursor/mcp.json: ${JSON.stringify(cursor)}`,
  ];
}
