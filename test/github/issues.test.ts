import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createIssueTracker } from '../../src/github/issues.ts';
import { repository, startGithub, token } from './stand-in.ts';

const issue = { title: 'Docs: keys', body: 'How?\n\n<!-- marker -->' };

it('files an issue and finds it again by its marker', async () => {
  const github = await startGithub();
  const tracker = createIssueTracker({ repository, token, apiUrl: github.apiUrl, clock: systemClock });
  expect(await tracker.find('marker', 0)).toBeUndefined();
  const url = await tracker.open(issue);
  expect(url).toBe('https://github.test/acme/docs/issues/1');
  expect(github.filed).toMatchObject([issue]);
  expect(await tracker.find('<!-- marker -->', 0)).toBe(url);
  expect(github.requests).toEqual([
    'GET /repos/acme/docs/issues',
    'POST /repos/acme/docs/issues',
    'GET /repos/acme/docs/issues',
  ]);
});

it.each<[number, Readonly<Record<string, string>>, string]>([
  [401, {}, 'unauthorized'],
  [403, {}, 'forbidden'],
  [403, { 'x-ratelimit-remaining': '0' }, 'rate_limited'],
  [403, { 'retry-after': '60' }, 'rate_limited'],
  [404, {}, 'not_found'],
  [410, {}, 'disabled'],
  [422, {}, 'rejected'],
  [429, {}, 'rate_limited'],
  [500, {}, 'unavailable'],
  [503, {}, 'unavailable'],
])('translates %i with %o to %s, without revealing the token', async (status, headers, code) => {
  const github = await startGithub();
  github.refuseNext(status, headers);
  const tracker = createIssueTracker({ repository, token, apiUrl: github.apiUrl, clock: systemClock });
  const error = await tracker.open(issue).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ name: 'IssueError', code });
  expect(JSON.stringify([error, (error as Error).cause, (error as Error).message])).not.toContain(token);
});

it('fails as unavailable when the response is lost or GitHub cannot be reached', async () => {
  const github = await startGithub();
  github.loseNext();
  const tracker = createIssueTracker({ repository, token, apiUrl: github.apiUrl, clock: systemClock });
  await expect(tracker.open(issue)).rejects.toMatchObject({ code: 'unavailable' });
  expect(github.filed).toHaveLength(1);
  const unreachable = createIssueTracker({ repository, token, apiUrl: 'http://127.0.0.1:9', clock: systemClock });
  await expect(unreachable.open(issue)).rejects.toMatchObject({ code: 'unavailable' });
});
