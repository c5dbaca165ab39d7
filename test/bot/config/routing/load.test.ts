import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRouting } from '../../../../src/bot/config/routing/load.ts';
import type { RoutingFile } from '../../../../src/bot/config/routing/schema.ts';

function fileOf(text: string): RoutingFile {
  const read = loadRouting(text);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.routing.file;
}

function problemsOf(text: string): readonly string[] {
  const read = loadRouting(text);
  return read.ok ? [] : read.problems;
}

const empty = {
  sites: {},
  defaults: {},
  slack: {},
  discord: {},
  projects: {},
  wording: {},
  limits: {
    personMinute: 'off',
    personDay: 'off',
    channelMinute: 'off',
    workspaceMonth: 'off',
    siteMonth: 10_000,
    organizationHour: 10_000,
    addressDay: 10_000,
  },
  privateChannels: false,
};

describe('the routing file', () => {
  it('may be empty', () => {
    expect(fileOf('')).toEqual(empty);
    expect(fileOf('# nothing but a comment\n')).toEqual(empty);
  });

  it('keeps every digit of unquoted ids', () => {
    const text = `
discord:
  servers:
    1098765432109876543: { mode: off }
  channels:
    1234567890123456789:
      name: help
      handover: discord:9876543210987654321
`;
    expect(fileOf(text).discord).toEqual({
      servers: { '1098765432109876543': { mode: 'off' } },
      channels: { '1234567890123456789': { name: 'help', handover: 'discord:9876543210987654321' } },
    });
  });

  it('accepts YAML anchors, aliases and merge keys', () => {
    const text = `
defaults: &calm { followUps: mention, mode: mention }
slack:
  channels:
    C1: { <<: *calm, mode: auto }
`;
    expect(fileOf(text).slack.channels).toEqual({ C1: { followUps: 'mention', mode: 'auto' } });
  });

  it('is refused with all problems in file order, each with line, column and reason', () => {
    const text = `sites:
  main:
    domian: docs
    url: api.example.com
    key: sk-123456789
    retrievalPageSize: 21
    filter: { version: 2.0 }
slack:
  site: mian
  channels:
    general: {}
    C1:
      mode: on
      mayAsk: [ada]
`;
    expect(problemsOf(text)).toEqual([
      'docent.yaml, line 3, column 5: there is no field “domian” in sites.main; did you mean “domain”?',
      'docent.yaml, line 4, column 5: sites.main.url: expected an http or https address, up to but not including /v1',
      'docent.yaml, line 5, column 5: sites.main.key: expected the name of an environment variable, such as ACME_API_KEY; the secret itself does not belong in this file',
      'docent.yaml, line 6, column 5: sites.main.retrievalPageSize: expected at most 20',
      'docent.yaml, line 7, column 15: sites.main.filter.version: expected text: put it in quotes',
      'docent.yaml, line 11, column 5: slack.channels.general: expected the id of a channel (C…)',
      'docent.yaml, line 13, column 7: slack.channels.C1.mode: expected mention, auto or off',
      'docent.yaml, line 14, column 16: slack.channels.C1.mayAsk.0: expected slack:U… (a user), slack:S… (a user group) or discord:… (the digits of a user or role id)',
    ]);
  });

  it('is refused if a rule names a site or project that it does not define', () => {
    expect(problemsOf('sites: { main: {} }\nslack:\n  site: mian\n  project: website\n')).toEqual([
      'docent.yaml, line 3, column 3: slack.site: there is no site “mian”; did you mean “main”?',
      'docent.yaml, line 4, column 3: slack.project: there is no project “website”; available: default',
    ]);
  });

  it('is refused with a reason if it is not valid YAML, is not a mapping, or has an alias without an anchor', () => {
    expect(problemsOf('slack:\n  mode: {off\n')).toEqual([
      expect.stringMatching(/^docent\.yaml, line \d+, column \d+: this is not valid YAML \([^\n]+\)$/),
    ]);
    expect(problemsOf('slack: {}\nslack: {}\n')).toEqual([
      'docent.yaml, line 2, column 1: this is not valid YAML (Map keys must be unique)',
    ]);
    expect(problemsOf('- slack\n')).toEqual(['docent.yaml, line 1, column 1: expected named fields']);
    expect(problemsOf('slack: *calm\n')).toHaveLength(1);
  });

  it("is refused with an explanation if it is the documentation service's file", () => {
    for (const text of ['projects:\n  - id: docs\n    folder: docs\n', 'cors: [https://example.com]\n']) {
      expect(problemsOf(text)).toEqual([
        expect.stringContaining('docs.yaml, the configuration of the documentation service'),
      ]);
    }
  });

  it('is refused without quoting values, which may be secrets', () => {
    const text = 'sites: { main: { key: mint_dsc_topsecret, domain: "a/topsecret" } }';
    expect(problemsOf(text).join('\n')).not.toContain('topsecret');
  });

  it('never makes the loader throw, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom(...':-[]{}&*!|>\'" \nab1#') })),
        (text) => {
          const read = loadRouting(text);
          if (!read.ok)
            expect(read.problems.every((problem) => /^docent\.yaml, line \d+, column \d+: /.test(problem))).toBe(true);
        },
      ),
    );
  });
});
