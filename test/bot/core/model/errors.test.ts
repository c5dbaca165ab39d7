import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assistantCodes, deployCodes, PlatformError, platformCodes } from '../../../../src/bot/core/model/errors.ts';
import { english } from '../../../../src/bot/wording/wording.ts';

const page = readFileSync(new URL('../../../../docs/troubleshooting.md', import.meta.url), 'utf8');

function rowsUnder(heading: string): readonly string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1] ?? '');
}

describe('failure codes', () => {
  it.each([
    ['The assistant fails', assistantCodes],
    ['Docent cannot write to the thread', platformCodes],
    ['Deployments', deployCodes],
  ])('under “%s” match the rows of the docs', (heading, codes) => {
    expect([...rowsUnder(heading)].sort()).toEqual([...codes].sort());
  });

  it('have one plain sentence each', () => {
    const sentences = [
      ...assistantCodes.flatMap((code) => [english.say(`noAnswer.${code}`), english.say(`cutAnswer.${code}`)]),
      ...deployCodes.map((code) => english.say(`deployFailure.${code}`)),
    ];
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.!?\n]+\.$/);
  });
});

it('a platform that asks for days is asked again after an hour', () => {
  expect(new PlatformError('rate_limited', { waitMs: 10 ** 9 }).waitMs).toBe(3_600_000);
  expect(new PlatformError('rate_limited', { waitMs: 30_000 }).waitMs).toBe(30_000);
  expect(new PlatformError('rate_limited').waitMs).toBeUndefined();
});
