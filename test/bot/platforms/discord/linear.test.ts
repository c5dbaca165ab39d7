/** Untrusted text is rendered in linear time; a quadratic renderer would take seconds here. */
import { expect, it } from 'vitest';
import { render } from '../../../../src/bot/platforms/discord/outbound/render.ts';
import { expectLinear } from '../../../fakes/linear.ts';

it.each([' ', '\u200b', '\t'])('an answer with a run of %j is rendered in linear time', (unit) => {
  return expectLinear(40_000, (times) => {
    const markdown = `a${unit.repeat(times)}b`;
    expect(render({ markdown, from: 0, to: markdown.length, sources: [], notices: [] }).endsWith('b')).toBe(true);
  });
});
