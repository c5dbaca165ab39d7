import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptAnswer } from '../../../src/bot/core/ports/kept-answers.ts';
import { fromFile, toFile } from '../../../src/bot/kept-answers/answer-file.ts';

const kept: KeptAnswer = {
  question: 'How do I rotate keys?',
  text: 'Open **Settings**.',
  keptOn: '2026-05-03',
  consent: 'confirmed',
  source: 'https://acme.slack.com/archives/C01/p1',
  site: 'default',
  filter: { version: 'v2' },
  place: { platform: 'slack', installation: 'T01' },
  pages: [{ path: 'https://docs.example/keys', url: 'https://docs.example/keys', title: 'Keys', digest: 'a1' }],
  staleSince: '2026-06-01',
  groups: [],
};

describe('the file of a kept answer', () => {
  it('is Markdown with front matter', () => {
    expect(toFile(kept)).toMatch(
      /^---\ntitle: How do I rotate keys\?\nkind: answer\n[\s\S]*\n---\n\nOpen \*\*Settings\*\*\.\n$/,
    );
  });

  it('reads as what was written, whatever people wrote in it', () => {
    const words = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('---', '---\ngroups: x\n---', 'a: b', '"', '{{x}}', '#', '- x', '2026-05-03', 'null', '&a *a'),
    );
    const written = words.map((text) => text.trim()).filter((text) => text !== '' && !text.includes('\r'));
    fc.assert(
      fc.property(written, written, (question, text) => {
        expect(fromFile(toFile({ ...kept, question, text }))).toEqual({ ...kept, question, text });
      }),
    );
  });

  it('tells a documentation service for which version and language it is, and for which access groups', () => {
    const filter = { version: 'v2', language: 'de', groups: ['staff'] };
    expect(toFile({ ...kept, filter, groups: ['staff'] })).toMatch(
      /\nversion: v2\nlanguage: de\n(?:.*\n)*groups:\n {2}- staff\n/,
    );
  });

  it('may have the line ends of Windows', () => {
    expect(fromFile(toFile(kept).replaceAll('\n', '\r\n'))).toEqual(kept);
  });

  it.each(['title', 'kind', 'date', 'consent', 'site', 'workspace'])('is not read without %s', (field) => {
    expect(fromFile(toFile(kept).replace(new RegExp(`^${field}:.*\n`, 'm'), ''))).toBeUndefined();
  });

  it.each([
    ['no front matter', 'Open **Settings**.'],
    ['front matter without an end', '---\ntitle: How?\n'],
    ['no YAML', toFile(kept).replace('kind:', '}kind:')],
    ['no answer', toFile({ ...kept, text: '' })],
    ['no day', toFile({ ...kept, keptOn: '2026-99-99' })],
    ['groups that cannot be read', toFile(kept).replace('kind:', 'groups: [{a: 1}]\nkind:')],
    ['an alias', toFile(kept).replace('kind: answer', 'kind: &a answer\nb: *a')],
  ])('is not read with %s', (_, file) => {
    expect(fromFile(file)).toBeUndefined();
  });

  it('leaves out addresses that lead nowhere on the web', () => {
    const file = toFile({ ...kept, source: 'javascript:alert(1)', pages: [{ path: 'x', url: 'file:///etc' }] });
    expect(fromFile(file)).toEqual({ ...fromFile(toFile(kept)), source: undefined, pages: [] });
  });
});
