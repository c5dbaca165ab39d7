/**
 * The documentation service that `docent start` runs beside the bot where DOCENT_DOCS names docs: at the address and with the key
 * that the bot asks, so that nothing is set twice.
 */
import { type Config, isOwnAddress } from '../bot/config/config.ts';
import type { Env } from '../kit/settings/reader.ts';
import { type DocsService, type ServiceOptions, startDocsService } from '../service/service.ts';
import { modelChecks } from './model-check.ts';
import { readServiceSettings, type ServiceSettings } from './service-settings.ts';

/** The parts of the bot's configuration that its own service shares. */
export type OwnConfig = Pick<Config, 'assistant' | 'deploy'>;

/** Fails with UsageError and DocsServerError: config_wrong. */
export async function readOwnService(
  docs: string,
  { assistant, deploy }: OwnConfig,
  env: Env,
): Promise<ServiceSettings> {
  const given = /\.ya?ml$/i.test(docs)
    ? { folder: undefined, config: docs }
    : { folder: docs, domain: assistant.domain };
  const { settings, secrets, ...read } = await readServiceSettings(env, given);
  const { hostname, port } = new URL(assistant.url);
  const isHere = ({ url }: { readonly url: string }): boolean => isOwnAddress(url) && new URL(url).port === port;
  const deployKey = deploy?.projects.find(isHere)?.token;
  const own = {
    ...settings,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || '80'),
    // Only this machine reaches it.
    trustedProxies: 0,
    key: assistant.apiKey,
    watch: true,
    ...(deployKey !== undefined && { deployKey }),
  };
  return { ...read, settings: own, secrets: [...secrets, assistant.apiKey] };
}

type Rest = Pick<ServiceOptions, 'logger' | 'metrics'> & { readonly signal: AbortSignal };

/** Listens; a branch may still be fetched then. Fails as `startDocsService` does. */
export async function startOwnService({ projects, settings }: ServiceSettings, rest: Rest): Promise<DocsService> {
  const service = await startDocsService(projects, { ...settings, ...rest });
  // Nobody waits for it: readers get answers without the model meanwhile.
  void warnOfModel(settings.env ?? {}, rest);
  return service;
}

async function warnOfModel(env: Env, { logger, signal }: Rest): Promise<void> {
  for (const { state, detail, remedy } of await modelChecks(env, signal))
    if (state !== 'ok' && !signal.aborted) logger.warn({ model: detail, remedy }, 'language model does not answer');
}
