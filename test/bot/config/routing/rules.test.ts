import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadRouting } from '../../../../src/bot/config/routing/load.ts';
import { limitsFor, type Place, placesOf, reasonsFor, ruleFor } from '../../../../src/bot/config/routing/rules.ts';
import { modes, type RoutingFile, routingFileSchema } from '../../../../src/bot/config/routing/schema.ts';

function fileOf(text: string): RoutingFile {
  const read = loadRouting(text);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.routing.file;
}

const inSlack = { platform: 'slack', installation: 'T1', channel: 'C1' };

describe('a rule', () => {
  it('has built-in defaults without a file', () => {
    const rule = {
      filter: {},
      mode: 'mention',
      followUps: 'asker',
      mayAsk: 'everyone',
      private: true,
      aiNotice: 'first',
      answeredBefore: 'on',
    };
    expect(ruleFor(fileOf(''), inSlack)).toEqual(rule);
    expect(reasonsFor(fileOf(''), inSlack)).toEqual({});
  });

  it('takes each setting from the most specific place that has it', () => {
    const file = fileOf(`
sites: { a: {}, b: {} }
defaults: { site: a, mode: off, language: de }
slack:
  mode: mention
  workspaces: { T1: { followUps: anyone, mayAsk: [slack:U1] } }
  channels: { C1: { site: b, mayAsk: everyone, name: help } }
`);
    expect(ruleFor(file, inSlack)).toEqual({
      site: 'b',
      filter: {},
      mode: 'mention',
      followUps: 'anyone',
      mayAsk: 'everyone',
      language: 'de',
      private: true,
      aiNotice: 'first',
      answeredBefore: 'on',
    });
    expect(reasonsFor(file, inSlack)).toEqual({
      site: 'slack.channels.C1',
      mayAsk: 'slack.channels.C1',
      followUps: 'slack.workspaces.T1',
      mode: 'slack',
      language: 'defaults',
    });
  });

  it('of a workspace or server may override each limit', () => {
    const file = fileOf(`
limits: { personMinute: 5, personDay: off, channelMinute: off, siteMonth: off, organizationHour: off, addressDay: off, workspaceMonth: 100 }
slack: { workspaces: { T1: { limits: { workspaceMonth: 20 } } } }
discord: { servers: { 1: { limits: { workspaceMonth: off, personDay: 50 } } } }
`);
    expect(limitsFor(file, inSlack)).toEqual({ personMinute: 5, workspaceMonth: 20 });
    expect(limitsFor(file, { ...inSlack, installation: 'T2' })).toEqual({ personMinute: 5, workspaceMonth: 100 });
    const inDiscord = { platform: 'discord', installation: '1', channel: '2' };
    expect(limitsFor(file, inDiscord)).toEqual({ personMinute: 5, personDay: 50 });
    expect(limitsFor(file, { ...inDiscord, installation: '@me' })).toEqual({ personMinute: 5 });
  });

  it("calls no one from another workspace or platform, but people in an organisation's workspaces", () => {
    const file = fileOf("defaults: { handover: 'slack:T1:S1' }");
    const called = (installation: string, platform = 'slack') =>
      ruleFor(file, { platform, installation, channel: 'C1' }).handover;
    expect(called('T1')).toBe('slack:T1:S1');
    expect(called('E1')).toBe('slack:T1:S1');
    expect(called('T2')).toBeUndefined();
    expect(called('1', 'discord')).toBeUndefined();
  });

  it('that names a site ignores the filters of more general rules, which are for another site', () => {
    const file = fileOf(`
sites: { a: {}, b: {} }
discord:
  filter: { version: v1, language: en }
  servers: { 1: { site: b, filter: { version: v2 } } }
  categories: { 2: { filter: { groups: [staff] } } }
`);
    const place = { platform: 'discord', installation: '9', channel: '3', category: '2' };
    expect(ruleFor(file, place).filter).toEqual({ version: 'v1', language: 'en', groups: ['staff'] });
    expect(ruleFor(file, { ...place, installation: '1' }).filter).toEqual({ version: 'v2', groups: ['staff'] });
    expect(reasonsFor(file, { ...place, installation: '1' }).filter).toBe('discord.categories.2, discord.servers.1');
  });

  it('for direct messages overrides that of the workspace, and applies to nothing else', () => {
    const file = fileOf('slack: { direct: { mode: off } }\ndiscord: { direct: { mode: off } }');
    const direct = [
      { ...inSlack, channel: 'D1' },
      { platform: 'discord', installation: '@me', channel: '1' },
    ];
    expect(direct.map((place) => ruleFor(file, place).mode)).toEqual(['off', 'off']);
    expect(ruleFor(file, inSlack).mode).toBe('mention');
  });
});

const settings = fc.record({ mode: fc.constantFrom(...modes) }, { requiredKeys: [] });
const byId = (...ids: readonly string[]) => fc.dictionary(fc.constantFrom(...ids), settings);
const files = fc
  .record({
    defaults: settings,
    slack: fc.record({ workspaces: byId('T1', 'T2'), channels: byId('C1', 'C2') }),
    discord: fc.record({ servers: byId('1', '2'), categories: byId('1', '2'), channels: byId('1', '2') }),
  })
  .map((file) => routingFileSchema.parse(file));
const places: fc.Arbitrary<Place> = fc.oneof(
  fc.record({
    platform: fc.constant('slack'),
    installation: fc.constantFrom('T1', 'T2', 'T3'),
    channel: fc.constantFrom('C1', 'C2', 'C3'),
  }),
  fc.record(
    {
      platform: fc.constant('discord'),
      installation: fc.constantFrom('1', '2', '3'),
      channel: fc.constantFrom('1', '2', '3'),
      category: fc.constantFrom('1', '2', '3'),
    },
    { requiredKeys: ['platform', 'installation', 'channel'] },
  ),
);

describe('for any file', () => {
  it('a mode comes from the first of channel, category, server or workspace, platform and defaults that has one', () => {
    fc.assert(
      fc.property(files, places, (file, place) => {
        const { slack, discord, defaults } = file;
        const chain =
          place.platform === 'slack'
            ? [slack.channels?.[place.channel], slack.workspaces?.[place.installation], slack]
            : [
                ...[discord.channels?.[place.channel], discord.categories?.[place.category ?? '']],
                ...[discord.servers?.[place.installation], discord],
              ];
        const first = [...chain, defaults].find((level) => level?.mode !== undefined);
        expect(ruleFor(file, place).mode).toBe(first?.mode ?? 'mention');
      }),
    );
  });

  it('the deciding rule is named, and exists in the file', () => {
    fc.assert(
      fc.property(files, places, (file, place) => {
        const { mode: from } = reasonsFor(file, place);
        const named = placesOf(file).find(({ name }) => name === from);
        if (from === undefined) expect(ruleFor(file, place).mode).toBe('mention');
        else expect(named && ruleFor(file, named.place).mode).toBe(ruleFor(file, place).mode);
      }),
    );
  });

  it('a rule for one place changes no other', () => {
    fc.assert(
      fc.property(files, places, fc.constantFrom(...modes), (file, place, mode) => {
        const more = { ...file, slack: { ...file.slack, channels: { ...file.slack.channels, C9: { mode } } } };
        expect(ruleFor(more, place)).toEqual(ruleFor(file, place));
      }),
    );
  });
});
