/** The dashboard and the alert rules use exactly the metrics that Docent has. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics, metricNames } from '../../../src/kit/ops/metrics.ts';

const folder = new URL('../../../docs/operations/', import.meta.url);
const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', folder), 'utf8'));
const alerts = parse(readFileSync(new URL('prometheus-alerts.yml', folder), 'utf8'));

const queries: readonly string[] = [
  ...dashboard.panels.flatMap((panel: { targets: { expr: string }[] }) => panel.targets.map((target) => target.expr)),
  ...alerts.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map((rule) => rule.expr)),
];

/** Metrics with their labels, as exported. `up` is Prometheus' own. */
async function exported(): Promise<ReadonlySet<string>> {
  const text = await createMetrics().text();
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...families, 'up']);
}

it('the dashboard and the alerts name only existing metrics', async () => {
  const known = await exported();
  const named = queries.flatMap((query) => query.match(/\b(?:docent|process|nodejs)_\w+|\bup\b/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('the dashboard and the alerts cover every metric of the bot', () => {
  // The models' metrics have a section of their own in the documentation service's docs.
  const elsewhere = ['embedding_queries', 'model_answers', 'model_tokens', 'service_updates', 'sources'];
  const all = queries.join('\n');
  const missing = metricNames.filter((name) => !elsewhere.includes(name) && !all.includes(`docent_${name}`));
  expect(missing).toEqual([]);
});

it('every alert links to a section that says what to check', () => {
  const docs = readFileSync(new URL('../monitoring.md', folder), 'utf8');
  const documented = [...docs.matchAll(/^### (Docent\w+)\n\n\S/gm)].map(([, name]) => name);
  const rules: readonly { alert: string; annotations: { runbook_url: string } }[] = alerts.groups[0].rules;
  expect(documented).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`https://docs.example.com/docent/monitoring#${alert.toLowerCase()}`);
});

it('the dashboard and the alerts are complete enough to load', () => {
  for (const { rules } of alerts.groups) {
    for (const rule of rules)
      expect(rule).toMatchObject({ alert: expect.stringMatching(/^Docent/), expr: expect.any(String) });
  }
  const ids = dashboard.panels.map((panel: { id: number }) => panel.id);
  expect(new Set(ids).size).toBe(ids.length);
});
