/** `docent doctor`: prints which parts of the setup work, which do not, and how to fix each. */
import { readFile } from 'node:fs/promises';
import { examine } from '../bot/app/doctor.ts';
import { type Config, isOwnAddress } from '../bot/config/config.ts';
import { isReadableByOthers, readEnvFile } from '../bot/config/env-file.ts';
import { type LoadResult, loadConfig } from '../bot/config/load.ts';
import { toHint } from '../bot/config/nearest-setting.ts';
import { findUnknown, findUnused } from '../bot/config/without-effect.ts';
import type { SetupCheck } from '../bot/core/model/setup-check.ts';
import { createAssistant } from '../bot/docs-api/assistant.ts';
import { systemClock } from '../kit/base/clock.ts';
import { silentLogger } from '../kit/base/logger.ts';
import { sqlitePathOf } from '../kit/sql/file-lock.ts';
import { DocsServerError } from '../service/errors.ts';
import type { DocsService } from '../service/service.ts';
import { modelChecks } from './model-check.ts';
import { asTyped } from './terminal/as-typed.ts';
import { countOf, printJson, printLine, stateOrder, summaryOf } from './terminal/check-lines.ts';
import { type Command, readWords, UsageError } from './terminal/command.ts';

export const doctor: Command = {
  summary: 'check settings, tokens, permissions, assistant and database, and say how to fix them',
  help: `docent doctor [--ask] [--json] [--docs DIR [--site SITE]]
docent doctor --live CHANNEL [--yes] [--alone]

Checks everything that Docent needs: settings, database, Slack (tokens, scopes,
channels), Discord (token, intents, servers, permissions, commands), the assistant,
deployments, the clock, and the language model if DOCENT_MODEL names one, which is
asked for one word. Prints one line each, what failed first, and below it how to fix
it. Without --live it posts and deploys nothing, and can run alongside the bot.
  --ask   ask each assistant one question, which may cost money
  --json  one JSON object per line
  --docs  also check the docs in a folder, or those of a docs.yaml, for docent serve
          (those of DOCENT_DOCS, if it is set, are checked anyway)
  --site  compare their addresses with a built site, a sitemap or a site's address
  --live  try out in a channel, slack:C… or discord:…, what only the platform can tell:
          posts, edits, streams, buttons, limits. It asks first, deletes what it posted,
          writes docent-live-….txt for a bug report, and offers SLACK_STREAMING
  --yes   agree to all that --live asks
  --alone nobody else is there to press, to attach a file and to watch
With SLACK_CONFIG_TOKEN it also compares the Slack app with the manifest.
Exit codes: 0 nothing failed, 1 something failed, 2 wrong usage.
`,
  heedsSignal: true,
  async run(args, io) {
    const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
    const trial = { live: flag, yes: flag, alone: flag };
    const words = readWords(args, { ask: flag, json: flag, docs: text, site: text, ...trial }, 1);
    if (words.flag('live')) {
      if (['ask', 'json'].some(words.flag) || ['docs', 'site'].some(words.text))
        throw new UsageError('--live goes with --yes and --alone only.');
      const { tryLive } = await import('./live-check/live-check.ts');
      return tryLive(words.positionals[0], { isAgreed: words.flag('yes'), isAlone: words.flag('alone') }, io);
    }
    if (words.positionals.length > 0 || words.flag('yes') || words.flag('alone'))
      throw new UsageError('A channel, --yes and --alone apply to --live.');
    const read = await loadConfig(io.env);
    const docs = words.text('docs') ?? partOf(read).docs;
    if (docs === undefined && words.text('site') !== undefined) throw new UsageError('--site applies to --docs.');
    const print = words.flag('json') ? printJson : printLine;
    const ofDocs =
      docs === undefined ? [] : await (await import('./docs-checks.ts')).checkDocs(docs, words.text('site'), io);
    const ofModel = await modelChecks(await readEnvFile('.env', io.env), io.signal);
    await using stack = new AsyncDisposableStack();
    const own = await servedOwnDocs(read, io.signal);
    if (own.service) stack.defer(own.service.stop);
    const found: SetupCheck[] = [];
    const examinations = [own.problems, await examination(read, words.flag('ask')), ofModel, ofDocs];
    for (const checks of examinations) {
      for await (const check of checks) {
        if (io.signal.aborted) return 1;
        // What the docs that are not served bring about is no second problem.
        if (own.problems.length > 0 && !own.problems.includes(check) && isOfService.test(check.name)) continue;
        found.push(check);
        io.overwrite?.(`Checked: ${check.name}`);
      }
    }
    io.overwrite?.('');
    // What must be fixed is read first.
    const sorted = found.toSorted((a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state));
    for (const [at, check] of sorted.entries()) print(check, io, sorted[at + 1]?.remedy);
    const failed = countOf(found, 'failed');
    const advice = failed > 0 ? ': fix the ✗ above, then run docent doctor again' : '';
    if (!words.flag('json')) io.out(asTyped(`\n${summaryOf(found)}${advice}.\n`, io.env));
    return failed > 0 ? 1 : 0;
  },
};

const isOfService = /^(?:Assistant|Deployments|Docs|Clock)\b/;

/** The settings that are valid. */
function partOf(read: LoadResult<Config>): Partial<Config> {
  return read.ok ? read.config : (read.partial ?? {});
}

interface OwnDocs {
  readonly service?: DocsService;
  readonly problems: readonly SetupCheck[];
}

/** Serves the docs of DOCENT_DOCS as `docent start` will, so that its assistant can be checked, unless a bot serves them now. */
async function servedOwnDocs(read: LoadResult<Config>, signal: AbortSignal): Promise<OwnDocs> {
  const { docs, assistant, deploy } = partOf(read);
  if (docs === undefined || !assistant || !isOwnAddress(assistant.url)) return { problems: [] };
  // Before anything is read: a clone that a bot fetches into now is not to be touched.
  if (await isServed(assistant)) return { problems: [] };
  const { readOwnService, startOwnService } = await import('./own-service.ts');
  try {
    const own = await readOwnService(docs, { assistant, ...(deploy && { deploy }) }, read.env);
    // Nothing of the check is kept.
    const { indexDir: _, ...settings } = { ...own.settings, database: 'sqlite::memory:', watch: false, env: {} };
    const service = await startOwnService({ ...own, settings }, { logger: silentLogger, signal });
    // A branch is fetched first.
    await service.begun.catch(async (error: unknown) => {
      await service.stop();
      throw error;
    });
    return { service, problems: [] };
  } catch (error) {
    if (!(error instanceof DocsServerError || error instanceof UsageError)) throw error;
    const isTaken = error instanceof DocsServerError && error.code === 'address_in_use';
    const remedy = isTaken ? 'stop what listens there, or set another port in ASSISTANT_URL' : 'check DOCENT_DOCS';
    return { problems: [{ name: 'Docs', state: 'failed', detail: error.message, remedy }] };
  }
}

/** By a bot that runs now. */
async function isServed(assistant: Config['assistant']): Promise<boolean> {
  const client = createAssistant(assistant);
  try {
    return (await client.check()) === 'ready' && client.version !== undefined;
  } finally {
    await client.close();
  }
}

async function examination(read: LoadResult<Config>, asks: boolean): Promise<AsyncIterable<SetupCheck>> {
  const config = partOf(read);
  const token = read.env.SLACK_CONFIG_TOKEN?.trim();
  return examine({
    config,
    problems: read.ok ? [] : read.problems,
    warnings: await warningsOf(read, config),
    manifest: await readFile(new URL('../../manifest.yml', import.meta.url), 'utf8'),
    ...(token && { slackConfigToken: token }),
    asks,
    clock: systemClock,
    logger: silentLogger,
  });
}

async function warningsOf(read: LoadResult<Config>, config: Partial<Config>): Promise<readonly string[]> {
  const unused = read.ok ? findUnused(read.env, read.config) : [];
  return [
    ...findUnknown(read.env, config).map(toHint),
    ...unused.map((name) => `${name} is set and has no effect`),
    ...proxies.filter((name) => read.env[name]?.trim()).map((name) => `${name} is set, ${withoutProxy}`),
    ...(await readableByOthers('.env', sqlitePathOf(config.database ?? ''))),
  ];
}

const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
const withoutProxy = 'but Docent connects directly: let it out to the addresses in docs/requirements.md';

/** One sentence for each file that other users can read. */
async function readableByOthers(...files: readonly (string | undefined)[]): Promise<readonly string[]> {
  const checked = await Promise.all(files.map(async (file) => file !== undefined && (await isReadableByOthers(file))));
  return files.filter((_, at) => checked[at]).map((file) => `other users can read ${file}. Run chmod 600 ${file}`);
}
