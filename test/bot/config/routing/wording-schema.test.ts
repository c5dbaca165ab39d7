import { describe, expect, it } from 'vitest';
import { loadRouting } from '../../../../src/bot/config/routing/load.ts';

function problemsOf(text: string): readonly string[] {
  const loaded = loadRouting(text);
  return loaded.ok ? [] : loaded.problems;
}

const available =
  'available: command.ask, reply.help, noAnswer.empty, nearest.heading, aiNotice, noSources, sources.inline, button.human, handover.card, handover.back, reply.human, reply.human_none';

describe('sentences in the routing file', () => {
  it('are read by language and key, as single lines without surrounding spaces', () => {
    const loaded = loadRouting(`
wording:
  de:
    button.human: Jemanden rufen
    handover.card: "  {name} sucht Hilfe.  "
  en:
    sources.inline: "Pages:"
`);
    expect(loaded.ok && loaded.routing.file.wording).toEqual({
      de: { 'button.human': 'Jemanden rufen', 'handover.card': '{name} sucht Hilfe.' },
      en: { 'sources.inline': 'Pages:' },
    });
  });

  it.each([
    ['noSource: x', 'there is no field “noSource” in wording.de; did you mean “noSources”?'],
    ['weather: x', `there is no field “weather” in wording.de; ${available}`],
    // A sentence of ours, but not one to replace.
    ['button.again: x', `there is no field “button.again” in wording.de; ${available}`],
    [
      'handover.card: "{nam} {name}"',
      'wording.de.handover.card: there is no placeholder {nam} here; available: {name}',
    ],
    ['noSources: "{name}"', 'wording.de.noSources: there is no placeholder {name} here'],
    ['handover.back: later', 'wording.de.handover.back: expected the placeholder {time}'],
    ['noSources: ""', 'wording.de.noSources: expected text'],
    ['noSources: "a\\nb"', 'wording.de.noSources: expected one line'],
    ['sources.inline: { one: x, other: y }', 'wording.de.sources.inline: expected text'],
    [`reply.help: ${'x'.repeat(501)}`, 'wording.de.reply.help: expected at most 500 characters'],
    [`button.human: ${'x'.repeat(76)}`, 'wording.de.button.human: expected at most 75 characters'],
    [`command.ask: ${'x'.repeat(33)}`, 'wording.de.command.ask: expected at most 32 characters'],
  ])('refuses %s with its position', (line, problem) => {
    expect(problemsOf(`wording:\n  de:          { ${line} }`)).toEqual([`docent.yaml, line 2, column 18: ${problem}`]);
  });

  it('refuses an unsupported language', () => {
    expect(problemsOf('wording:\n  nl: {}')).toEqual([
      'docent.yaml, line 2, column 3: there is no field “nl” in wording; available: en, de, es, fr, ja, pt',
    ]);
  });
});
