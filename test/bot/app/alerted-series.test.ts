import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { startAlertedSeries } from '../../../src/bot/app/alerted-series.ts';
import { createMetrics } from '../../../src/kit/ops/metrics.ts';

const file = new URL('../../../docs/operations/prometheus-alerts.yml', import.meta.url);
const rules: readonly { readonly expr: string }[] = parse(readFileSync(file, 'utf8')).groups[0].rules;

it('every counter that an alert selects is 0 before the first failure, so that the first one is an increase', async () => {
  const metrics = createMetrics();
  startAlertedSeries([{ name: 'slack' }, { name: 'discord' }], metrics);
  const atZero = (await metrics.text()).split('\n').filter((line) => line.endsWith(' 0'));
  const selected = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/(docent_\w+_total)\{(\w+)=~?"([^"]+)"\}/g)].flatMap(([, name = '', label = '', values = '']) =>
      values.split('|').map((value) => ({ name, label: `${label}="${value}"` })),
    ),
  );
  expect(selected.length).toBeGreaterThan(5);
  for (const platform of ['slack', 'discord'])
    for (const { name, label } of selected)
      expect(
        atZero.filter((line) => line.startsWith(name) && line.includes(label) && line.includes(`="${platform}"`)),
      ).not.toEqual([]);
});
