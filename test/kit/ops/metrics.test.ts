import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Metrics as CoreMetrics } from '../../../src/bot/core/ports/telemetry.ts';
import { createMetrics, metricNames } from '../../../src/kit/ops/metrics.ts';

describe('the metrics', () => {
  it('are counted by labels', async () => {
    const metrics = createMetrics();
    metrics.count('turns', { platform: 'slack', state: 'failed', code: 'timed_out' });
    metrics.count('turns', { platform: 'slack', state: 'failed', code: 'timed_out' });
    metrics.count('store_failures');
    const text = await metrics.text();
    expect(text).toContain('docent_turns_total{platform="slack",state="failed",code="timed_out"} 2\n');
    expect(text).toContain('docent_store_failures_total 1\n');
  });

  it('put durations into buckets, in seconds', async () => {
    const metrics = createMetrics();
    for (const seconds of [0.4, 0.6, 400]) metrics.observe('first_text_seconds', seconds, { platform: 'discord' });
    const text = await metrics.text();
    expect(text).toContain('docent_first_text_seconds_bucket{le="0.5",platform="discord"} 1\n');
    expect(text).toContain('docent_first_text_seconds_bucket{le="1",platform="discord"} 2\n');
    expect(text).toContain('docent_first_text_seconds_count{platform="discord"} 3\n');
  });

  it('keep the latest age', async () => {
    const metrics = createMetrics();
    metrics.observe('socket_age_seconds', 30, { platform: 'slack' });
    metrics.observe('socket_age_seconds', 2, { platform: 'slack' });
    expect(await metrics.text()).toContain('docent_socket_age_seconds{platform="slack"} 2\n');
  });

  it('have descriptions, and include those of the process', async () => {
    const text = await createMetrics().text();
    for (const name of metricNames) expect(text).toMatch(new RegExp(`^# HELP docent_${name}(_total)? \\w.*$`, 'm'));
    expect(text).toContain('process_resident_memory_bytes');
    expect(createMetrics().contentType).toMatch(/^text\/plain; version=/);
  });

  it('belong to one registry each', async () => {
    createMetrics().count('store_failures');
    expect(await createMetrics().text()).toContain('docent_store_failures_total 0\n');
  });

  it('refuse a name that is not on the list, and a name of the wrong kind', () => {
    const metrics: CoreMetrics = createMetrics();
    expect(() => metrics.count('tunrs')).toThrow(TypeError);
    expect(() => metrics.observe('tunrs', 1)).toThrow(TypeError);
    expect(() => metrics.count('settled_seconds')).toThrow(TypeError);
    expect(() => metrics.observe('turns', 1)).toThrow(TypeError);
    expect(() => metrics.count('turns', { colour: 'red' })).toThrow();
  });

  it('refuse such names at compile time, too', () => {
    const metrics = createMetrics();
    // @ts-expect-error: not on the list
    expect(() => metrics.count('tunrs')).toThrow(TypeError);
    // @ts-expect-error: observed, not counted
    expect(() => metrics.count('settled_seconds')).toThrow(TypeError);
  });

  it('are exactly those that the source code uses', () => {
    const used = sources().flatMap((text) => [...text.matchAll(/metrics\??\.(?:count|observe)\(\s*'(\w+)'/g)]);
    expect(new Set(used.map(([, name]) => name))).toEqual(new Set(metricNames));
  });
});

function sources(): readonly string[] {
  const src = join(import.meta.dirname, '../../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.map((file) => readFileSync(join(src, file), 'utf8'));
}
