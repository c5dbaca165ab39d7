/** Checks of the release workflow that need no runner. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const root = join(import.meta.dirname, '..');
const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
const steps: readonly Step[] = workflow.jobs.release.steps;
const indexOf = (part: string): number =>
  steps.findIndex(({ uses, run }) => uses?.startsWith(part) || run?.includes(part));

it('a tag that names the version is tested, with the upgrade to it, before anything of it is published', () => {
  expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
  const order = [
    'package.json',
    '.ci/run',
    'npm run upgrade',
    'npm pack',
    'docker/build-push-action',
    'gh release create',
  ];
  const found = order.map(indexOf);
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  // The upgrade starts from the tag before.
  expect(steps[0]).toMatchObject({ uses: expect.stringMatching(/^actions\/checkout@/), with: { 'fetch-depth': 0 } });
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(scripts).toHaveProperty('upgrade');
});

it('a release says what is in it and where it was built, as a package and as an image', () => {
  expect(steps[indexOf('docker/build-push-action')]?.with).toMatchObject({
    push: true,
    sbom: true,
    provenance: 'mode=max',
  });
  expect(steps[indexOf('actions/attest-build-provenance')]?.with).toEqual({ 'subject-path': 'docent-*.tgz' });
  expect(steps[indexOf('gh release create')]?.run).toMatch(/ docent-\*\.tgz dist\/sbom\.cdx\.json /);
  const { permissions } = workflow.jobs.release;
  expect(permissions).toEqual({ contents: 'write', packages: 'write', 'id-token': 'write', attestations: 'write' });
});
