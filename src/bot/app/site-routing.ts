/**
 * Applies the routing to the configured sites. Each site has one assistant. When the routing file changes, unchanged sites
 * keep theirs; the assistant of a removed site is closed once its last answer has ended.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../kit/base/clock.ts';
import type { Logger } from '../../kit/base/logger.ts';
import type { Routing as RoutingConfig } from '../config/config.ts';
import { limitsFor, type Place, ruleFor } from '../config/routing/rules.ts';
import type { RoutingFile } from '../config/routing/schema.ts';
import type { AssistantConfig } from '../config/site-settings.ts';
import type { ThreadRef } from '../core/model/conversation.ts';
import type { Part } from '../core/model/reply.ts';
import type { Source } from '../core/model/source.ts';
import type { Ask, Assistant } from '../core/ports/assistant.ts';
import type { Route, Routing } from '../core/ports/routing.ts';
import type { Metrics } from '../core/ports/telemetry.ts';
import type { AssistantCheck, DocsAssistant } from '../docs-api/assistant.ts';
import type { ForgetResult } from '../docs-api/forget.ts';
import { type Language, toLanguage } from '../wording/languages.ts';
import { Wording } from '../wording/wording.ts';
import { FallbackAssistant } from './fallback-assistant.ts';

export interface SiteRoutingOptions {
  readonly routing: RoutingConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  open(config: AssistantConfig): DocsAssistant;
}

export class SiteRouting implements Routing {
  readonly #options: SiteRoutingOptions;
  #config: RoutingConfig;
  #sites: ReadonlyMap<string, Site> = new Map();
  /** The assistant of each site, with its fallback if it has one. */
  #assistants: ReadonlyMap<string, Assistant> = new Map();
  #wordings = new Map<string, Wording>();
  readonly #closing = new Set<Promise<void>>();
  readonly #checked = new WeakSet<Site>();

  constructor(options: SiteRoutingOptions) {
    this.#options = options;
    this.#config = options.routing;
    this.replace(options.routing);
    this.#checked.add(this.#named(options.routing.defaultSite));
  }

  get file(): RoutingFile {
    return this.#config.file;
  }

  get privateChannels(): boolean {
    return this.#config.file.privateChannels;
  }

  /** Takes effect immediately; answers in progress continue. */
  replace(config: RoutingConfig): void {
    const before = this.#sites;
    this.#config = config;
    this.#wordings = new Map();
    this.#sites = new Map([...config.sites].map(([name, site]) => [name, this.#siteFor(name, site, before)]));
    this.#assistants = new Map(
      [...config.sites].map(([name, { fallback }]) => [name, this.#answering(name, fallback)]),
    );
    const kept = new Set(this.#sites.values());
    for (const site of before.values()) if (!kept.has(site)) this.#retire(site);
  }

  routeFor(thread: ThreadRef): Route {
    const { file } = this.#config;
    const { site = this.#config.defaultSite, filter, ...rule } = ruleFor(file, thread);
    const hasFilter = Object.keys(filter).length > 0;
    const siteUrl = this.#config.sites.get(site)?.siteUrl;
    return {
      ...rule,
      site,
      assistant: this.assistantOf(site) ?? this.#named(site),
      limits: limitsFor(file, thread),
      ...(hasFilter && { filter }),
      ...(siteUrl !== undefined && { siteUrl }),
    };
  }

  wordingFor(thread: ThreadRef, locale: string | undefined): Wording {
    const language = languageIn(this.#config.file, thread, locale);
    const wording = this.#wordings.get(language) ?? new Wording(language, this.#config.file.wording[language]);
    this.#wordings.set(language, wording);
    return wording;
  }

  assistantOf(site: string): Assistant | undefined {
    return this.#assistants.get(site);
  }

  /** Checks the default site's assistant. */
  check(): Promise<AssistantCheck> {
    return this.#named(this.#config.defaultSite).check();
  }

  isThere(): Promise<boolean> {
    return this.#named(this.#config.defaultSite).isThere();
  }

  /** Logs each site with a wrong address, key or domain, once; the first default site is watched by AssistantWatch. */
  async checkNewSites(): Promise<void> {
    const unchecked = [...this.#sites].filter(([, site]) => !this.#checked.has(site));
    for (const [, site] of unchecked) this.#checked.add(site);
    const found = await Promise.all(unchecked.map(async ([name, site]) => ({ site: name, found: await site.check() })));
    for (const check of found) if (check.found !== 'ready') this.#options.logger.warn(check, 'site check failed');
  }

  async forget(fp: string): Promise<boolean> {
    const asked = [...this.#sites].map(async ([name, site]) => ({ site: name, result: await site.forget(fp) }));
    const results = await Promise.all(asked);
    for (const { site, result } of results)
      if (result === 'failed') this.#options.logger.warn({ site }, 'person not forgotten by the service');
    return results.every(({ result }) => typeof result !== 'string');
  }

  async close(): Promise<void> {
    for (const site of this.#sites.values()) this.#retire(site);
    await Promise.all(this.#closing);
  }

  #named(name: string): Site {
    const site = this.#sites.get(name);
    // The file was rejected if a rule names an unknown site.
    if (!site) throw new TypeError(`the routing names a site that was not read: ${name}`);
    return site;
  }

  #siteFor(name: string, config: AssistantConfig, before: ReadonlyMap<string, Site>): Site {
    const known = before.get(name);
    return known?.isFor(config) ? known : new Site(config, this.#options.open(config));
  }

  #answering(site: string, fallback: string | undefined): Assistant {
    const first = this.#named(site);
    if (fallback === undefined) return first;
    const second = this.#named(fallback);
    const known = this.#assistants.get(site);
    // Keep it: it knows when the first assistant failed.
    if (known instanceof FallbackAssistant && known.isOf(first, second)) return known;
    return new FallbackAssistant({ ...this.#options, site, secondSite: fallback, first, second });
  }

  #retire(site: Site): void {
    const closed = site.closeWhenIdle().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}

/** See `Routing.wordingFor`. */
export function wordingIn(file: RoutingFile, place: Place, locale: string | undefined): Wording {
  const language = languageIn(file, place, locale);
  return new Wording(language, file.wording[language]);
}

function languageIn(file: RoutingFile, place: Place, locale: string | undefined): Language {
  return ruleFor(file, place).language ?? toLanguage(locale);
}

function hashOf(...facts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/** An assistant that can be closed once no answers are in progress. */
class Site implements Assistant {
  readonly account: string;
  readonly service: string;
  readonly #config: string;
  readonly #assistant: DocsAssistant;
  readonly #idle = Promise.withResolvers<void>();
  #asking = 0;
  #isRetired = false;

  constructor(config: AssistantConfig, assistant: DocsAssistant) {
    this.account = hashOf(config.url, config.apiKey);
    this.service = hashOf(config.url);
    this.#config = JSON.stringify(config);
    this.#assistant = assistant;
  }

  isFor(config: AssistantConfig): boolean {
    return this.#config === JSON.stringify(config);
  }

  async *ask(question: Ask, signal: AbortSignal): AsyncGenerator<Part> {
    this.#asking += 1;
    try {
      yield* this.#assistant.ask(question, signal);
    } finally {
      this.#asking -= 1;
      this.#resolveIfIdle();
    }
  }

  get takesPictures(): boolean {
    return this.#assistant.takesPictures ?? false;
  }

  search(question: Pick<Ask, 'messages' | 'filter'>, signal: AbortSignal): Promise<readonly Source[]> {
    return this.#assistant.search?.(question, signal) ?? Promise.resolve([]);
  }

  check(): Promise<AssistantCheck> {
    return this.#assistant.check();
  }

  isThere(): Promise<boolean> {
    return this.#assistant.isThere();
  }

  forget(fp: string): Promise<ForgetResult> {
    return this.#assistant.forget(fp);
  }

  async closeWhenIdle(): Promise<void> {
    this.#isRetired = true;
    this.#resolveIfIdle();
    await this.#idle.promise;
    await this.#assistant.close();
  }

  #resolveIfIdle(): void {
    if (this.#isRetired && this.#asking === 0) this.#idle.resolve();
  }
}
