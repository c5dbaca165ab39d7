/**
 * The pages where a workspace installs Docent: /slack/install redirects to Slack, which redirects back to
 * /slack/oauth_redirect. Slack's OAuth package does the work on top of our store; each page shows one plain sentence.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StateStore } from '@slack/oauth';
import {
  ClearStateStore,
  ErrorCode,
  type Installation as Installed,
  InstallProvider,
  InvalidStateError,
} from '@slack/oauth';
import type { Clock } from '../../../../kit/base/clock.ts';
import { fetchWithin } from '../../../../kit/base/http-call.ts';
import type { Logger } from '../../../../kit/base/logger.ts';
import type { Installation, InstallationStore } from '../../../core/ports/installation-store.ts';
import { toLanguage } from '../../../wording/languages.ts';
import { Wording } from '../../../wording/wording.ts';
import type { HttpListener } from '../connection/http-receiver.ts';
import type { AppCredentials } from '../connection/renew-tokens.ts';
import { agentScope, optionalScopes, scopes } from '../connection/scopes.ts';
import { createSdkLog } from '../connection/sdk-log.ts';

const installPath = '/slack/install';
const redirectPath = '/slack/oauth_redirect';

export interface InstallPagesOptions {
  readonly installing: AppCredentials & { readonly stateSecret: string; readonly installations: InstallationStore };
  /** Ends in `/api/`. Defaults to Slack's own. */
  readonly apiUrl?: string;
  /** Called when the workspace has a new token. */
  onInstalled(id: string): void;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** How long the user may take on Slack's page before pressing Allow. */
const stateLastsMs = 10 * 60_000;
const callLimitMs = 10_000;

/** The pages' listeners by path. */
export function createInstallPages(options: InstallPagesOptions): Readonly<Record<string, HttpListener>> {
  const { logger } = options;
  const installer = createInstaller(options);
  return { [installPath]: guarded(toSlack), [redirectPath]: guarded(fromSlack) };

  async function toSlack(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await installer.handleInstallPath(request, response);
  }

  async function fromSlack(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await installer.handleCallback(request, response, {
      success: ({ team, enterprise }) => {
        const workspace = escapeHtml(team?.name ?? enterprise?.name ?? 'Slack');
        send(response, 200, wordingFor(request).sayEscaped(escapeHtml, 'install.done', { workspace }));
      },
      failure: (error) => {
        const [status, key] = outcomes.get(error.code) ?? failed;
        logger[key === 'install.failed' ? 'warn' : 'debug']({ code: error.code }, 'app not installed');
        send(response, status, wordingFor(request).sayEscaped(escapeHtml, key));
      },
    });
  }

  function guarded(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): HttpListener {
    return (request, response) => {
      response.setHeader('cache-control', 'no-store').setHeader('referrer-policy', 'no-referrer');
      if (request.method !== 'GET') return void response.writeHead(405).end();
      answer(request, response).catch((error: unknown) => {
        logger.warn({ err: error }, 'install page failed');
        const [status, key] = failed;
        if (!response.headersSent) send(response, status, wordingFor(request).sayEscaped(escapeHtml, key));
      });
    };
  }
}

type Outcome = readonly [status: number, key: 'install.failed' | 'install.expired' | 'install.cancelled'];

const failed = [500, 'install.failed'] as const;
const expired = [400, 'install.expired'] as const;
const outcomes = new Map<string, Outcome>([
  [ErrorCode.AuthorizationError, [200, 'install.cancelled']],
  [ErrorCode.InvalidStateError, expired],
  [ErrorCode.MissingStateError, expired],
  [ErrorCode.MissingCodeError, expired],
]);

function createInstaller({ installing, apiUrl, onInstalled, logger, clock }: InstallPagesOptions): InstallProvider {
  const { clientId, clientSecret, installations } = installing;
  return new InstallProvider({
    clientId,
    clientSecret,
    // Redirects straight to Slack, without a page of our own.
    directInstall: true,
    stateStore: createStateStore(installing.stateSecret, installations, clock),
    stateCookieExpirationSeconds: stateLastsMs / 1_000,
    installUrlOptions: { scopes: [...Object.keys(scopes), agentScope, ...Object.keys(optionalScopes)] },
    installationStore: {
      async storeInstallation(installed) {
        const installation = toInstallation(installed);
        await installations.save(installation);
        onInstalled(installation.id);
        logger.info({ installation: installation.id }, 'app installed in a workspace');
      },
      // Needed only for Bolt's built-in authorization, which we do not use.
      fetchInstallation: () => Promise.reject(new TypeError('installations are read from their store')),
    },
    logger: createSdkLog(logger),
    clientOptions: {
      ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      fetch: (url, init) => fetchWithin(clock, callLimitMs, url, init),
    },
  });
}

/** A state is signed, and accepted once within ten minutes by any process. */
function createStateStore(secret: string, installations: InstallationStore, clock: Clock): StateStore {
  const signed = new ClearStateStore(secret, stateLastsMs / 1_000);
  return {
    generateStateParam: (options) => signed.generateStateParam(options, new Date(clock.now())),
    async verifyStateParam(_, state) {
      const now = clock.now();
      const options = await signed.verifyStateParam(new Date(now), state);
      if (await installations.takeState(state, now, now + 2 * stateLastsMs)) return options;
      throw new InvalidStateError('The state was used before');
    },
  };
}

/** Fails when Slack returned no bot token. */
function toInstallation({ team, enterprise, isEnterpriseInstall, bot }: Installed): Installation {
  const place = isEnterpriseInstall ? enterprise : team;
  if (!place || !bot) throw new TypeError('Slack sent no bot token');
  const { token, refreshToken, expiresAt } = bot;
  return {
    id: place.id,
    ...(place.name !== undefined && { name: place.name }),
    tokens: {
      token,
      ...(refreshToken !== undefined && { refreshToken }),
      ...(expiresAt !== undefined && { expiresAt: expiresAt * 1_000 }),
    },
  };
}

/** Uses the browser's preferred language. */
function wordingFor({ headers }: IncomingMessage): Wording {
  return new Wording(toLanguage(headers['accept-language']?.split(',')[0]));
}

function send(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Docent</title><p>${sentence}</p>\n`);
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
