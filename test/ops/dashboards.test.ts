/** The dashboard and the alert rules name what Docent counts, and nothing else. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics, metricNames } from '../../src/ops/metrics.ts';

const folder = new URL('../../docs/operations/', import.meta.url);
const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', folder), 'utf8'));
const alerts = parse(readFileSync(new URL('prometheus-alerts.yml', folder), 'utf8'));

const queries: readonly string[] = [
  ...dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets.map((target) => target.expr)),
  ...alerts.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map((rule) => rule.expr)),
];

/** Metrics with their labels, as they are told. `up` is Prometheus' own. */
async function told(): Promise<ReadonlySet<string>> {
  const text = await createMetrics().text();
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...families, 'up']);
}

it('name only metrics that there are', async () => {
  const known = await told();
  const named = queries.flatMap((query) => query.match(/\b(?:docent|process|nodejs)_\w+|\bup\b/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('show every metric of the bot', () => {
  // The models' have a page of their own in the documentation service's docs.
  const elsewhere = ['embedding_queries', 'model_answers', 'model_tokens', 'service_updates', 'sources'];
  const all = queries.join('\n');
  const missing = metricNames.filter((name) => !elsewhere.includes(name) && !all.includes(`docent_${name}`));
  expect(missing).toEqual([]);
});

it('are documented, each alert with what to look at', () => {
  const docs = readFileSync(new URL('../operations.md', folder), 'utf8');
  const told = [...docs.matchAll(/^\| `(Docent\w+)` \| \S/gm)].map(([, name]) => name);
  const names = alerts.groups.flatMap((group: { rules: { alert: string }[] }) => group.rules.map((rule) => rule.alert));
  expect(told).toEqual(names);
});

it('are complete enough to be loaded', () => {
  for (const { rules } of alerts.groups) {
    for (const rule of rules)
      expect(rule).toMatchObject({ alert: expect.stringMatching(/^Docent/), expr: expect.any(String) });
  }
  const ids = dashboard.panels.map((panel: { id: number }) => panel.id);
  expect(new Set(ids).size).toBe(ids.length);
});
