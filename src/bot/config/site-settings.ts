/** The documentation sites: those of docent.yaml, over the ASSISTANT_* variables, which are also the site `default`. */
import type { Reader } from '../../kit/settings/reader.ts';
import type { LoadedRouting } from './routing/load.ts';
import { environmentName, fallbackName, type SiteSettings } from './routing/schema.ts';
import { mayShareKey } from './values.ts';
import { v } from './variables.ts';

export interface AssistantConfig {
  /** The part before `/v1`; may include a path. No trailing slash. */
  readonly url: string;
  readonly domain: string;
  readonly apiKey: string;
  /** `auto`: v2 where the service has it, else v1. */
  readonly apiVersion: 'auto' | 'v1' | 'v2';
  readonly retrievalPageSize: number;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** The base of relative sources. */
  readonly siteUrl?: string;
  /** `off`: e-mail addresses, secrets and card numbers are sent unmasked. */
  readonly masking?: 'off';
  /** Pictures that people attach are sent, which cannot be masked. */
  readonly pictures?: true;
  /** The name of the site that answers if this one cannot. */
  readonly fallback?: string;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Sites by name, including the default one, which answers unless a rule names another. */
export interface Sites {
  readonly sites: ReadonlyMap<string, AssistantConfig>;
  readonly defaultSite: string;
}

/** Returns undefined if there is a problem. */
export function readSites(reader: Reader, routing: LoadedRouting): Sites | undefined {
  const defaultSite = findDefault(reader, routing);
  if (defaultSite === undefined) return undefined;
  const hasFallback = [v.fallbackUrl, v.fallbackDomain, v.fallbackApiKey].some((variable) => reader.isSet(variable));
  const fallbacks = Object.values(routing.file.sites).flatMap(({ fallback }) => fallback ?? []);
  const named = [...Object.keys(routing.file.sites), ...routing.namedSites, ...fallbacks];
  const names = new Set([defaultSite, ...named, ...(hasFallback ? [fallbackName] : [])]);
  const sites = new Map<string, AssistantConfig>();
  for (const name of names) {
    const settings = routing.file.sites[name];
    const site = settings ? readSite(reader, name, settings, routing) : readEnvironmentSite(reader, name);
    const fallback = settings?.fallback ?? (hasFallback && name !== fallbackName ? fallbackName : undefined);
    if (site) sites.set(name, { ...site, ...(fallback !== undefined && { fallback }) });
  }
  return sites.size === names.size ? { sites, defaultSite } : undefined;
}

function readEnvironmentSite(reader: Reader, name: string): AssistantConfig | undefined {
  return name === fallbackName ? readFallback(reader) : readAssistant(reader);
}

/** The second assistant of the environment. It serves the same docs, so that its pages have the same addresses. */
function readFallback(reader: Reader): AssistantConfig | undefined {
  const url = reader.need(v.fallbackUrl);
  const domain = reader.need(v.fallbackDomain);
  const apiKey = reader.need(v.fallbackApiKey);
  const siteUrl = reader.get(v.assistantSiteUrl);
  if (url === undefined || domain === undefined || apiKey === undefined) return undefined;
  return { url, domain, apiKey, ...readCommon(reader), ...(siteUrl !== undefined && { siteUrl }) };
}

/** The site that the environment defines. */
export function readAssistant(reader: Reader): AssistantConfig | undefined {
  const url = reader.need(v.assistantUrl);
  const domain = reader.need(v.assistantDomain);
  const apiKey = reader.need(v.assistantApiKey);
  const filter = reader.get(v.assistantFilter);
  const siteUrl = reader.get(v.assistantSiteUrl);
  const hasPictures = reader.get(v.assistantPictures) === 'on';
  if (hasPictures && reader.get(v.assistantApiVersion) === 'v1') reader.refuse(v.assistantPictures);
  const rest = {
    ...readCommon(reader),
    ...(hasPictures && { pictures: true as const }),
    ...(filter !== undefined && { filter }),
    ...(siteUrl !== undefined && { siteUrl }),
  };
  if (url === undefined || domain === undefined || apiKey === undefined) return undefined;
  return { url, domain, apiKey, ...rest };
}

/** The environment's settings for every site. */
function readCommon(reader: Reader) {
  const masking = reader.get(v.masking);
  return {
    ...(masking === 'off' && { masking }),
    apiVersion: reader.get(v.assistantApiVersion),
    retrievalPageSize: reader.get(v.retrievalPageSize),
    firstByteMs: reader.get(v.firstByteTimeout),
    idleMs: reader.get(v.idleTimeout),
    totalMs: reader.get(v.totalTimeout),
  };
}

/** Filter and site address from the environment apply only to the environment's domain. */
function readSite(
  reader: Reader,
  name: string,
  settings: SiteSettings,
  { problem }: LoadedRouting,
): AssistantConfig | undefined {
  const at = ['sites', name];
  const ofEnvironment = reader.get(v.assistantDomain);
  const url = settings.url ?? reader.get(v.assistantUrl) ?? missing('url', v.assistantUrl.name);
  const domain = settings.domain ?? ofEnvironment ?? missing('domain', v.assistantDomain.name);
  const apiKey = settings.key === undefined ? shared() : own(settings.key);
  const isOfEnvironment = domain === ofEnvironment;
  const filter = settings.filter ?? (isOfEnvironment ? reader.get(v.assistantFilter) : undefined);
  const siteUrl = settings.siteUrl ?? (isOfEnvironment ? reader.get(v.assistantSiteUrl) : undefined);
  const { apiVersion, retrievalPageSize, ...timeouts } = readCommon(reader);
  const version = settings.apiVersion ?? apiVersion;
  if (settings.pictures && version === 'v1')
    reader.add(problem([...at, 'pictures'], `sites.${name}.pictures needs apiVersion: v2 or auto`));
  if (url === undefined || domain === undefined || apiKey === undefined) return undefined;
  return {
    url,
    domain,
    apiKey,
    apiVersion: version,
    ...(settings.pictures && { pictures: true as const }),
    retrievalPageSize: settings.retrievalPageSize ?? retrievalPageSize,
    ...(filter && { filter }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...timeouts,
  };

  function shared(): string | undefined {
    const own = reader.get(v.assistantUrl);
    if (settings.url === undefined || (own !== undefined && mayShareKey(settings.url, own)))
      return reader.get(v.assistantApiKey) ?? missing('key', v.assistantApiKey.name);
    return reader.refuseToShare(problem(at, `sites.${name}.key is missing`), v.assistantApiKey, v.assistantUrl);
  }

  function own(variable: string): string | undefined {
    return reader.secret(
      variable,
      problem([...at, 'key'], `the environment variable ${variable} is missing or not a key`),
    );
  }

  function missing(field: string, variable: string): undefined {
    reader.add(problem(at, `sites.${name}.${field} is missing, and ${variable} is not set`));
  }
}

/** The site that the file names as the default, or else the environment's, or else the only one. */
function findDefault(reader: Reader, { file, problem }: LoadedRouting): string | undefined {
  const names = Object.keys(file.sites);
  if (file.defaults.site !== undefined) return file.defaults.site;
  if (names.length === 0 || names.includes(environmentName) || reader.isSet(v.assistantDomain)) return environmentName;
  if (names.length > 1) {
    reader.add(
      problem(['defaults'], `defaults.site is missing: which of ${names.join(', ')} answers where no rule says?`),
    );
  }
  return names.length === 1 ? names[0] : undefined;
}
