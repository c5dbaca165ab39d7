/**
 * What applies where, over the sites of the configuration. Each site has one assistant, made once. When the routing file
 * changes, sites that say the same keep theirs; one that is no longer named is closed when its last answer has ended.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
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
  /** What answers for each site: its own assistant, or that with its fallback. */
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

  /** From now on; answers under way go on. */
  replace(config: RoutingConfig): void {
    const before = this.#sites;
    this.#config = config;
    this.#wordings = new Map();
    this.#sites = new Map([...config.sites].map(([name, each]) => [name, this.#siteFor(name, each, before)]));
    this.#assistants = new Map(
      [...config.sites].map(([name, { fallback }]) => [name, this.#answering(name, fallback)]),
    );
    const kept = new Set(this.#sites.values());
    for (const site of before.values()) if (!kept.has(site)) this.#retire(site);
  }

  routeFor(thread: ThreadRef): Route {
    const { file, hasFile } = this.#config;
    const { site = this.#config.defaultSite, filter, ...rule } = ruleFor(file, thread);
    const hasFilter = Object.keys(filter).length > 0;
    const siteUrl = this.#config.sites.get(site)?.siteUrl;
    return {
      ...rule,
      site,
      assistant: this.assistantOf(site) ?? this.#named(site),
      // Without a file nothing is limited.
      limits: hasFile ? limitsFor(file, thread) : {},
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

  /** Of the site that answers where no rule says which. */
  check(): Promise<AssistantCheck> {
    return this.#named(this.#config.defaultSite).check();
  }

  isThere(): Promise<boolean> {
    return this.#named(this.#config.defaultSite).isThere();
  }

  /** Names the sites whose address, key or domain is wrong in the log, each once; the first default site is watched elsewhere. */
  async checkNewSites(): Promise<void> {
    const unchecked = [...this.#sites].filter(([, site]) => !this.#checked.has(site));
    for (const [, site] of unchecked) this.#checked.add(site);
    const found = await Promise.all(unchecked.map(async ([site, each]) => ({ site, found: await each.check() })));
    for (const each of found) if (each.found !== 'ready') this.#options.logger.warn(each, 'site check failed');
  }

  async forget(fp: string): Promise<boolean> {
    const asked = [...this.#sites].map(async ([site, each]) => ({ site, result: await each.forget(fp) }));
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
    // Every site that a rule may name was read with the file.
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
    // It knows since when the first one is down.
    if (known instanceof FallbackAssistant && known.isOf(first, second)) return known;
    return new FallbackAssistant({ ...this.#options, site, secondSite: fallback, first, second });
  }

  #retire(site: Site): void {
    const closed = site.closeWhenIdle().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }
}

/** As `Routing.wordingFor` says it. */
export function wordingIn(file: RoutingFile, place: Place, locale: string | undefined): Wording {
  const language = languageIn(file, place, locale);
  return new Wording(language, file.wording[language]);
}

function languageIn(file: RoutingFile, place: Place, locale: string | undefined): Language {
  return ruleFor(file, place).language ?? toLanguage(locale);
}

/** One assistant that knows when nobody asks it any more. */
class Site implements Assistant {
  readonly account: string;
  readonly #config: string;
  readonly #assistant: DocsAssistant;
  readonly #idle = Promise.withResolvers<void>();
  #asking = 0;
  #isRetired = false;

  constructor(config: AssistantConfig, assistant: DocsAssistant) {
    this.account = createHash('sha256')
      .update(JSON.stringify([config.url, config.apiKey]))
      .digest('base64url');
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
      this.#lookIdle();
    }
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
    this.#lookIdle();
    await this.#idle.promise;
    await this.#assistant.close();
  }

  #lookIdle(): void {
    if (this.#isRetired && this.#asking === 0) this.#idle.resolve();
  }
}
