import { WebAPIPlatformError } from '@slack/web-api';
import { expect, it } from 'vitest';
import type { OperatorNotice } from '../../../../../src/bot/core/ports/handlers.ts';
import { MissingRights } from '../../../../../src/bot/platforms/slack/connection/missing-rights.ts';
import { missingScopeIn, toPlatformError } from '../../../../../src/bot/platforms/slack/errors.ts';

function open() {
  const told: OperatorNotice[] = [];
  return { told, rights: new MissingRights((notice) => told.push(notice)) };
}

const thread = { platform: 'slack', installation: 'T1', channel: 'C1', thread: '1.0' };

function refused(error: string, more: object = {}) {
  return toPlatformError(new WebAPIPlatformError({ ok: false, error, response_metadata: {}, ...more }));
}

it('does not report scopes that were missing at start again when a call needs one', () => {
  const { told, rights } = open();
  expect(rights.atStart([])).toBeUndefined();
  expect(rights.atStart(['users:read'])).toMatch(/users:read \(.*manifest\.yml and reinstall/);
  rights.scope('users:read');
  rights.scope('channels:history,groups:history');
  expect(told.map(({ id }) => id)).toEqual(['scopes:users:read', 'scope:channels:history,groups:history']);
});

it('reads the needed scope from Slack’s refusal, and mistakes nothing else for one', () => {
  expect(missingScopeIn(refused('missing_scope', { needed: 'files:read', provided: 'chat:write' }))).toBe('files:read');
  expect(missingScopeIn(refused('missing_scope', { needed: '<html>' }))).toBeUndefined();
  expect(missingScopeIn(refused('missing_scope'))).toBeUndefined();
  expect(missingScopeIn(refused('restricted_action', { needed: 'files:read' }))).toBeUndefined();
});

it('names the channel and the remedy after a refused post, unless a scope is missing or the failure is temporary', async () => {
  const { told, rights } = open();
  const post = (error: Error) => rights.watch(thread, Promise.reject(error)).catch(() => undefined);
  await post(refused('restricted_action'));
  await post(refused('missing_scope', { needed: 'chat:write' }));
  await post(refused('ratelimited'));
  expect(await rights.watch(thread, Promise.resolve('1.1'))).toBe('1.1');
  expect(told).toEqual([
    { id: 'write:C1', detail: expect.stringMatching(/channel C1 \(restricted_action\).*Posting permissions/) },
  ]);
});
