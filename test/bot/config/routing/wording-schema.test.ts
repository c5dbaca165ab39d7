import { describe, expect, it } from 'vitest';
import { loadRouting } from '../../../../src/bot/config/routing/load.ts';

function problemsOf(text: string): readonly string[] {
  const loaded = loadRouting(text);
  return loaded.ok ? [] : loaded.problems;
}

describe('sentences in the routing file', () => {
  it('are read by language and key, as single lines without surrounding spaces', () => {
    const loaded = loadRouting(`
wording:
  de:
    button.again: Nochmal
    stoppedBy: "  {name} hat hier gestoppt; weiter mit {again}.  "
    sources.inline: { one: "Seite:", other: "{count} Seiten:" }
  en:
    sources.inline: "Pages:"
`);
    expect(loaded.ok && loaded.routing.file.wording).toEqual({
      de: {
        'button.again': 'Nochmal',
        stoppedBy: '{name} hat hier gestoppt; weiter mit {again}.',
        'sources.inline': { one: 'Seite:', other: '{count} Seiten:' },
      },
      en: { 'sources.inline': 'Pages:' },
    });
  });

  it.each([
    ['stopedBy: x', 'line 2, column 18: there is no field “stopedBy” in wording.de; did you mean “stoppedBy”?'],
    ['weather: x', 'line 2, column 18: there is no field “weather” in wording.de'],
    [
      'stoppedBy: "{nam}: {again}"',
      'line 2, column 18: wording.de.stoppedBy: there is no placeholder {nam} here; did you mean {name}?',
    ],
    [
      'stoppedBy: "{name} {again} {reason}"',
      'line 2, column 18: wording.de.stoppedBy: there is no placeholder {reason} here; available: {name}, {again}',
    ],
    ['notTaken: "{name}"', 'line 2, column 18: wording.de.notTaken: there is no placeholder {name} here'],
    ['stoppedBy: "{name}"', 'line 2, column 18: wording.de.stoppedBy: expected the placeholder {again}'],
    ['notTaken: ""', 'line 2, column 18: wording.de.notTaken: expected text'],
    ['notTaken: "a\\nb"', 'line 2, column 18: wording.de.notTaken: expected one line'],
    ['notTaken: { one: x, other: y }', 'line 2, column 18: wording.de.notTaken: expected text'],
    [
      'sources.inline: { one: x }',
      'line 2, column 18: wording.de.sources.inline: expected text, or its forms: one, other',
    ],
    [`button.again: ${'x'.repeat(76)}`, 'line 2, column 18: wording.de.button.again: expected at most 75 characters'],
  ])('refuses %s with its position', (line, problem) => {
    expect(problemsOf(`wording:\n  de:          { ${line} }`)).toEqual([`docent.yaml, ${problem}`]);
  });

  it('refuses an unsupported language', () => {
    expect(problemsOf('wording:\n  nl: {}')).toEqual([
      'docent.yaml, line 2, column 3: there is no field “nl” in wording; available: en, de, es, fr, ja, pt',
    ]);
  });
});
