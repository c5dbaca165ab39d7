/**
 * Checks every part of the set-up, and gives one step that fixes each failure. It posts nothing, deploys nothing and changes
 * nothing.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { Clock } from '../../kit/base/clock.ts';
import { freeBytesFor, inspectDatabase } from '../../kit/sql/inspect.ts';
import type { SchemaState } from '../../kit/sql/migrations.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import type { AssistantConfig } from '../config/site-settings.ts';
import { AssistantError, DeployError } from '../core/model/errors.ts';
import type { SetupCheck } from '../core/model/setup-check.ts';
import { type AssistantCheck, createAssistant } from '../docs-api/assistant.ts';
import { createDeployer } from '../docs-api/deployer.ts';
import { type Connections, discordChecks, slackChecks } from './platform-checks.ts';

export interface Examination extends Connections {
  /** What is wrong with the settings. */
  readonly problems: readonly string[];
  /** Settings without effect, one sentence each. */
  readonly warnings: readonly string[];
}

/** A question that most docs answer. */
const question = 'How do I get started?';
const answerLimitMs = 60_000;
const leastFreeBytes = 500e6;
/** Slack rejects signatures whose time is more than five minutes off. */
const maxSkewMs = 60_000;

export async function* examine(examination: Examination): AsyncGenerator<SetupCheck> {
  const { config } = examination;
  yield checkNode(process.versions.node);
  yield* checkSettings(examination);
  if (config.database !== undefined) yield* checkDatabase(config.database);
  if (config.port !== undefined && config.port !== 0) yield await checkPort(config.host ?? '127.0.0.1', config.port);
  yield* examineConnections(examination);
}

/** The checks of everything that may change while the bot runs. */
export async function* examineConnections(examination: Connections): AsyncGenerator<SetupCheck> {
  const { config } = examination;
  if (config.slack) yield* await slackChecks(examination);
  if (config.discord) yield* await discordChecks(examination);
  for (const [name, site] of config.routing?.sites ?? []) yield* checkAssistant(name, site, examination.asks);
  for (const project of config.deploy?.projects ?? []) yield await checkDeployments(project);
  if (config.database !== undefined) yield* checkRoom(await freeBytesFor(config.database));
  const address = config.assistant?.url;
  if (address !== undefined) yield await checkClock(address, examination.clock);
}

/** `version` is like `24.1.0`. */
export function checkNode(version: string): SetupCheck {
  const [major = 0] = version.split('.').map(Number);
  const name = 'Node';
  if (major >= 24) return { name, state: 'ok', detail: `it is ${version}` };
  return {
    name,
    state: 'failed',
    detail: `it is ${version}, and Docent needs 24`,
    remedy: 'install Node 24: https://nodejs.org',
  };
}

const settingsName = 'Settings';

/** A step at the end of the sentences becomes the remedy. */
function toSettingsCheck(state: 'failed' | 'warning', sentences: string): SetupCheck {
  const [detail = '', step = 'See docs/configuration.md'] = sentences.split(/ (?=(?:Get it|Run) )/);
  return { name: settingsName, state, detail, remedy: step.charAt(0).toLowerCase() + step.slice(1) };
}

function* checkSettings({ problems, warnings }: Examination): Generator<SetupCheck> {
  for (const problem of problems) yield toSettingsCheck('failed', problem);
  for (const warning of warnings) yield toSettingsCheck('warning', warning);
  if (problems.length + warnings.length === 0)
    yield { name: settingsName, state: 'ok', detail: 'all required settings are present' };
}

async function* checkDatabase(url: string): AsyncGenerator<SetupCheck> {
  const name = 'Database';
  try {
    const { engine, schema, isOwned } = await inspectDatabase(url);
    const [state, found, remedy] = schemaFindings[schema];
    const owned = state === 'ok' && isOwned ? '; a bot is using it now' : '';
    yield { name, state, detail: `${engine}: ${found}${owned}`, ...(remedy !== undefined && { remedy }) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const code = error.cause instanceof Error && 'code' in error.cause ? ` (${String(error.cause.code)})` : '';
    const remedy = url.startsWith('sqlite:')
      ? 'check DATABASE_URL, and that its folder exists and is writable'
      : 'check DATABASE_URL, and that Postgres is running and accepts this user';
    yield { name, state: 'failed', detail: `it cannot be used${code}`, remedy };
  }
}

/** Of the bot's own probes. A bot that runs now may hold it. */
export async function checkPort(host: string, port: number): Promise<SetupCheck> {
  const name = 'Port';
  const code = await codeOfListening(host, port);
  if (code === undefined) return { name, state: 'ok', detail: `${port} is free` };
  if (code === 'EADDRINUSE' && (await isDocent(host, port)))
    return { name, state: 'ok', detail: `a bot listens on ${port} now` };
  const remedy = 'stop what listens there, or set another PORT';
  if (code === 'EADDRINUSE') return { name, state: 'failed', detail: `${port} is taken by another program`, remedy };
  return {
    name,
    state: 'failed',
    detail: `Docent cannot listen on ${host}:${port} (${code})`,
    remedy: 'set HOST or PORT',
  };
}

/** Why nothing can listen there, as the code of the system; undefined if it can. */
export async function codeOfListening(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  server.once('error', (error) => resolve(codeOf(error) ?? 'unknown'));
  server.listen(port, host, () => server.close(() => resolve(undefined)));
  return promise;
}

/** Whether a bot listens there. */
export async function isDocent(host: string, port: number): Promise<boolean> {
  const local = /^(?:0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host;
  const address = `http://${local.includes(':') ? `[${local}]` : local}:${port}/readyz`;
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(2_000) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'parts' in body;
  } catch {
    return false;
  }
}

const schemaFindings: Readonly<
  Record<SchemaState, readonly [state: SetupCheck['state'], found: string, remedy?: string]>
> = {
  missing: ['ok', 'it is created at the first start'],
  current: ['ok', 'its schema is up to date'],
  newer: ['warning', 'a newer version of Docent has used it', 'start that version again, or see docs/upgrade.md'],
  foreign: [
    'failed',
    'it is of another program or an earlier version of Docent',
    'keep it and name another one in DATABASE_URL, or delete it',
  ],
};

/** `freeBytes`: undefined if unknown. */
export function* checkRoom(freeBytes: number | undefined): Generator<SetupCheck> {
  if (freeBytes === undefined || freeBytes >= leastFreeBytes) return;
  const detail = `less than ${leastFreeBytes / 1e6} MB are free on its disk`;
  yield { name: 'Database disk', state: 'warning', detail, remedy: 'free some space, or move it with DATABASE_URL' };
}

const assistantRemedies: Readonly<Record<Exclude<AssistantCheck, 'ready'>, readonly [detail: string, remedy: string]>> =
  {
    unreachable: [
      'it does not answer at its address',
      'check its address (ASSISTANT_URL, or url in docent.yaml) and the service there',
    ],
    unauthorized: [
      'it refuses the key',
      'renew the key (ASSISTANT_API_KEY, or key in docent.yaml); it may have expired',
    ],
    not_found: [
      'it has no such site',
      'check the domain (ASSISTANT_DOMAIN, or domain in docent.yaml), the last part of the dashboard’s address',
    ],
  };

async function* checkAssistant(site: string, config: AssistantConfig, asks: boolean): AsyncGenerator<SetupCheck> {
  const name = `Assistant ${site}`;
  const assistant = createAssistant(config);
  try {
    const found = await assistant.check();
    if (found !== 'ready') {
      const [detail, remedy] = await explain(found, config);
      yield { name, state: 'failed', detail, remedy };
      return;
    }
    yield {
      name,
      state: 'ok',
      detail: `it answers${assistant.version === undefined ? '' : ` in ${assistant.version}`} and accepts the key`,
    };
    if (asks) yield await askOnce(name, assistant);
  } finally {
    await assistant.close();
  }
}

async function explain(
  found: Exclude<AssistantCheck, 'ready'>,
  { url, apiKey }: AssistantConfig,
): Promise<readonly [detail: string, remedy: string]> {
  const usual = assistantRemedies[found];
  if (found === 'unauthorized' && apiKey.startsWith('docent_deploy_'))
    return ['its key is one for deployments', 'create a key for questions: docent keys create assistant'];
  return (found === 'unreachable' && (await whyUnreachable(url))) || usual;
}

/** What one request to the address shows; undefined if there is no more to say than that nothing answers. */
async function whyUnreachable(address: string): Promise<readonly [detail: string, remedy: string] | undefined> {
  const code = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) }).then(
    async (response) => void (await response.body?.cancel()),
    (error: unknown) => codeOf(error),
  );
  return code === undefined ? undefined : reasonOf(code, address);
}

/** Why a request failed, by the code of the system or of TLS; undefined if the code says no more than that nothing answers. */
export function reasonOf(code: string, address: string): readonly [detail: string, remedy: string] | undefined {
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) {
    const { hostname } = new URL(address);
    return [`its name ${hostname} does not resolve (${code})`, 'correct its address, or check the DNS of this machine'];
  }
  if (/^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID)$/.test(code))
    return [`its certificate is not valid (${code})`, 'give the service a certificate for this name and today'];
  if (/CERT|ISSUER|SIGNATURE/.test(code))
    return [
      `its certificate is of an authority that Node does not know (${code})`,
      'name the file with the certificate of that authority in NODE_EXTRA_CA_CERTS; see docs/requirements.md',
    ];
  return undefined;
}

/** The code of the system or of TLS, which fetch wraps. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

async function askOnce(site: string, assistant: ReturnType<typeof createAssistant>): Promise<SetupCheck> {
  const name = `${site}, asked`;
  const messages = [{ id: randomUUID(), role: 'user' as const, text: question, at: Date.now() }];
  let sources = 0;
  let characters = 0;
  try {
    for await (const part of assistant.ask({ fp: 'docent-doctor', messages }, AbortSignal.timeout(answerLimitMs))) {
      if (part.type === 'source') sources += 1;
      if (part.type === 'text') characters += part.text.length;
    }
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    const remedy = `look up “${error.code}” in docs/troubleshooting.md`;
    return { name, state: 'failed', detail: `it did not answer “${question}” (${error.code})`, remedy };
  }
  return {
    name,
    state: 'ok',
    detail: `it answered “${question}” with ${characters} characters and ${sources} sources`,
  };
}

/** Requests the status of an id that does not exist, so that nothing is queued. */
async function checkDeployments(
  project: Parameters<typeof createDeployer>[0] & { readonly name: string },
): Promise<SetupCheck> {
  const name = `Deployments of ${project.name}`;
  const deployer = createDeployer(project);
  try {
    await deployer.status(`docent-doctor-${randomUUID()}`, AbortSignal.timeout(10_000));
    return { name, state: 'ok', detail: 'the service accepts the token' };
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    const isRefused = error.code === 'unauthorized';
    if (isRefused && project.token.startsWith('docent_assistant_')) {
      const remedy = 'create a key for deployments: docent keys create deploy';
      return { name, state: 'failed', detail: 'its token is a key for questions', remedy };
    }
    const detail = isRefused
      ? 'the service refuses the token'
      : `the service does not answer as it should (${error.code})`;
    const remedy = isRefused
      ? 'renew the token (DEPLOY_TOKEN, or token in docent.yaml)'
      : 'check the address (DEPLOY_URL, or url in docent.yaml)';
    return { name, state: 'failed', detail, remedy };
  } finally {
    await deployer.close();
  }
}

/** Compares with the date of the assistant's response, whatever its status. */
async function checkClock(address: string, clock: Clock): Promise<SetupCheck> {
  const name = 'Clock';
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    const theirTime = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(theirTime))
      return { name, state: 'skipped', detail: 'the assistant reports no time to compare with' };
    const skewMs = Math.abs(clock.now() - theirTime);
    if (skewMs <= maxSkewMs) return { name, state: 'ok', detail: 'it is right' };
    // Without the exact seconds, which change from check to check: the same finding is reported once.
    const detail = `it is more than ${maxSkewMs / 1_000} seconds off the assistant’s`;
    return {
      name,
      state: 'failed',
      detail,
      remedy: 'synchronise this machine’s clock with NTP; Slack refuses requests that are minutes off',
    };
  } catch {
    return { name, state: 'skipped', detail: 'the assistant’s time cannot be read' };
  }
}
