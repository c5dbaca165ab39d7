import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../src/bot/config/config.ts';
import { loadRouting } from '../../../src/bot/config/routing/load.ts';
import { secretsOf } from '../../../src/bot/config/secrets.ts';
import type { Env } from '../../../src/kit/settings/reader.ts';

const slack = { SLACK_BOT_TOKEN: 'xoxb-1-2', SLACK_APP_TOKEN: 'xapp-1-2' };
const assistant = { ASSISTANT_URL: 'https://api.example.com', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'a-key' };
const deploy = { DEPLOY_URL: 'https://api.example.com', DEPLOY_PROJECT_ID: 'p1', DEPLOY_TOKEN: 'd-key' };

function read(env: Env, text: string) {
  const loaded = loadRouting(text);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return readConfig({ ...slack, ...env }, loaded.routing);
}

function config(env: Env, text: string): Config {
  const result = read(env, text);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.config;
}

function problems(env: Env, text: string): readonly string[] {
  const result = read(env, text);
  return result.ok ? [] : result.problems;
}

describe('the sites', () => {
  it("consist of the environment's site if the file is empty", () => {
    const { routing, assistant: site } = config(assistant, '');
    expect(routing?.defaultSite).toBe('default');
    expect([...(routing?.sites.keys() ?? [])]).toEqual(['default']);
    expect(site).toEqual(routing?.sites.get('default'));
    expect(site).toMatchObject({ url: 'https://api.example.com', domain: 'docs', apiKey: 'a-key' });
  });

  it("have the environment's second assistant as their fallback, which serves the same docs", () => {
    const env = {
      ...assistant,
      ASSISTANT_SITE_URL: 'https://docs.example.com',
      FALLBACK_URL: 'http://127.0.0.1:4000',
      FALLBACK_DOMAIN: 'own',
      FALLBACK_API_KEY: 'own-key',
    };
    const { routing } = config(env, 'sites: { api: { domain: api } }');
    expect(routing?.sites.get('fallback')).toMatchObject({
      url: 'http://127.0.0.1:4000',
      domain: 'own',
      apiKey: 'own-key',
      siteUrl: 'https://docs.example.com',
    });
    expect(routing?.sites.get('default')?.fallback).toBe('fallback');
    expect(routing?.sites.get('api')?.fallback).toBe('fallback');
    expect(routing?.sites.get('fallback')).not.toHaveProperty('fallback');
  });

  it('are all masked, or none with MASKING=off', () => {
    const text = 'sites: { api: { domain: api } }';
    for (const site of config(assistant, text).routing?.sites.values() ?? [])
      expect(site).not.toHaveProperty('masking');
    const sites = [...(config({ ...assistant, MASKING: 'off' }, text).routing?.sites.values() ?? [])];
    expect(sites.map(({ masking }) => masking)).toEqual(sites.map(() => 'off'));
  });

  it('are refused with a fallback that is incomplete, unknown or the site itself', () => {
    expect(problems({ ...assistant, FALLBACK_URL: 'http://127.0.0.1:4000' }, '')).toMatchObject([
      expect.stringContaining('FALLBACK_DOMAIN'),
      expect.stringContaining('FALLBACK_API_KEY'),
    ]);
    const refused = (text: string) => {
      const loaded = loadRouting(text);
      return loaded.ok ? [] : loaded.problems;
    };
    expect(refused('sites: { api: { fallback: apu }, api2: {} }')[0]).toMatch(/there is no site “apu”.*api2/);
    expect(refused('sites: { api: { fallback: api } }')[0]).toContain('a site cannot be its own fallback');
  });

  it('take what the file leaves out from the environment, except filter or site address for another domain', () => {
    const env = { ...assistant, ASSISTANT_FILTER: '{"version":"v1"}', ASSISTANT_SITE_URL: 'https://docs.example.com' };
    const text = `
sites:
  api: { domain: api, key: API_KEY, retrievalPageSize: 9 }
  next: { filter: { version: v2 } }
`;
    const { routing } = config({ ...env, API_KEY: 'api-key' }, text);
    expect(routing?.sites.get('api')).toMatchObject({
      url: 'https://api.example.com',
      domain: 'api',
      apiKey: 'api-key',
      retrievalPageSize: 9,
    });
    expect(routing?.sites.get('api')).not.toHaveProperty('filter');
    expect(routing?.sites.get('api')).not.toHaveProperty('siteUrl');
    expect(routing?.sites.get('next')).toMatchObject({
      domain: 'docs',
      apiKey: 'a-key',
      filter: { version: 'v2' },
      siteUrl: 'https://docs.example.com',
    });
  });

  it('get pictures only where the file says so, in the encoding that has them', () => {
    const env = { ...assistant, ASSISTANT_API_VERSION: 'v2', ASSISTANT_PICTURES: 'on' };
    const { routing } = config(env, 'sites: { a: { pictures: true }, b: {} }');
    expect(routing?.sites.get('a')).toMatchObject({ pictures: true });
    expect(routing?.sites.get('b')).not.toHaveProperty('pictures');
    expect(routing?.sites.get('default')).toMatchObject({ pictures: true });
    expect(problems(assistant, 'sites: { a: { pictures: true, apiVersion: v1 }, b: { pictures: true } }')).toEqual([
      'docent.yaml, line 1, column 15: sites.a.pictures needs apiVersion: v2 or auto',
    ]);
    expect(problems({ ...env, ASSISTANT_API_VERSION: 'v1' }, '')).toEqual([
      expect.stringMatching(/^ASSISTANT_PICTURES is wrong: expected on, which ASSISTANT_API_VERSION=v1 excludes/),
    ]);
  });

  it('override the environment, which then needs no site', () => {
    const text = 'sites: { main: { url: "https://one.example.com/", domain: one, key: ONE_KEY } }';
    expect(config({ ONE_KEY: 'one' }, text).assistant).toMatchObject({ url: 'https://one.example.com', domain: 'one' });
    const named = 'sites: { default: { domain: other } }';
    expect(config(assistant, named).assistant).toMatchObject({ domain: 'other', apiKey: 'a-key' });
  });

  it("have one default: the named site, the environment's, or the only one", () => {
    const two = 'sites: { a: { domain: a }, b: { domain: b } }\n';
    const { ASSISTANT_DOMAIN: _, ...common } = assistant;
    expect(config(assistant, two).routing?.defaultSite).toBe('default');
    expect(config(common, `${two}defaults: { site: b }`).routing?.defaultSite).toBe('b');
    expect(config(common, 'sites: { a: { domain: a } }').routing?.defaultSite).toBe('a');
    expect(problems(common, `defaults: {}\n${two}`)).toEqual([
      'docent.yaml, line 1, column 1: defaults.site is missing: which of a, b answers where no rule says?',
    ]);
  });

  it('are refused without a key or an address', () => {
    const { ASSISTANT_URL: _, ...rest } = assistant;
    expect(problems(rest, 'sites:\n  a:\n    domain: a\n    key: A_KEY\ndefaults: { site: a }\n')).toEqual([
      'docent.yaml, line 2, column 3: sites.a.url is missing, and ASSISTANT_URL is not set',
      'docent.yaml, line 4, column 5: the environment variable A_KEY is missing or not a key',
    ]);
  });

  it("require the environment's site if a rule names it", () => {
    const text = 'sites: { a: { url: "https://a.example.com", domain: a, key: A_KEY } }\nslack: { site: default }\n';
    expect(problems({ A_KEY: 'a' }, text)).toHaveLength(3);
  });
});

describe('the projects', () => {
  it('take what the file leaves out from the environment, whose own project is added', () => {
    const text = 'projects: { web: { id: p2, token: WEB_TOKEN }, api: { id: p3 } }';
    const { routing, deploy: deployments } = config({ ...assistant, ...deploy, WEB_TOKEN: 'w-key' }, text);
    expect([...(routing?.projects.keys() ?? [])]).toEqual(['default', 'web', 'api']);
    expect(routing?.defaultProject).toBe('default');
    expect(deployments?.projects.map(({ projectId }) => projectId)).toEqual(['p1', 'p2', 'p3']);
    expect(routing?.projects.get('web')).toMatchObject({
      projectId: 'p2',
      token: 'w-key',
      url: 'https://api.example.com',
    });
    expect(routing?.projects.get('api')).toMatchObject({ projectId: 'p3', token: 'd-key' });
  });

  it('may be in the file only', () => {
    const text = 'projects: { web: { id: p2, url: "https://x.example.com", token: WEB_TOKEN } }';
    expect(config({ ...assistant, WEB_TOKEN: 'w-key' }, text).deploy?.projects).toMatchObject([{ projectId: 'p2' }]);
    expect(problems(assistant, text)).toEqual([
      'docent.yaml, line 1, column 58: the environment variable WEB_TOKEN is missing or not a key',
    ]);
  });
});

it('the keys of all sites and projects are secrets', () => {
  const text =
    'sites: { a: { domain: a, key: A_KEY } }\nprojects: { web: { id: p2, url: "https://x.example.com", token: WEB_TOKEN } }';
  expect(secretsOf(config({ ...assistant, A_KEY: 'the-a-key', WEB_TOKEN: 'the-web-key' }, text))).toEqual(
    expect.arrayContaining(['a-key', 'the-a-key', 'the-web-key']),
  );
});

describe('the keys of the environment', () => {
  const refusal = (field: string, key: string, address: string) =>
    `docent.yaml, line 1, column ${field.startsWith('sites') ? 10 : 13}: ${field} is missing: ${key} is sent only to the host of ${address}, and not over http; name the variable that holds the key for this url, such as DOCENT_KEY_ACME`;

  it.each([
    ['https://evil.example.net', 'https://api.example.com', false],
    ['https://api.example.com.evil.example.net', 'https://api.example.com', false],
    ['https://api.example.com:8443', 'https://api.example.com', false],
    ['http://api.example.com', 'https://api.example.com', false],
    ['http://127.0.0.1:8080', 'https://api.example.com', false],
    ['https://api.example.com/discovery', 'https://api.example.com', true],
    ['https://api.example.com', 'http://api.example.com', true],
    ['http://docs:8080/other', 'http://docs:8080', true],
    ['http://localhost:8443', 'https://localhost:8443', true],
    ['http://[::1]:8443', 'https://[::1]:8443', true],
  ])('%s in the file with that of %s: %s', (url, own, isShared) => {
    const env = { ...assistant, ...deploy, ASSISTANT_URL: own, DEPLOY_URL: own };
    const site = `sites: { a: { domain: a, url: "${url}" } }`;
    const project = `projects: { a: { id: a, url: "${url}" } }`;
    expect(problems(env, site)).toEqual(isShared ? [] : [refusal('sites.a.key', 'ASSISTANT_API_KEY', 'ASSISTANT_URL')]);
    expect(problems(env, project)).toEqual(isShared ? [] : [refusal('projects.a.token', 'DEPLOY_TOKEN', 'DEPLOY_URL')]);
  });

  it('are not sent to a url of the file when the environment names none', () => {
    const { ASSISTANT_URL: _, ...rest } = assistant;
    const text = 'sites: { a: { domain: a, url: "https://api.example.com" } }\ndefaults: { site: a }';
    expect(problems(rest, text)).toEqual([refusal('sites.a.key', 'ASSISTANT_API_KEY', 'ASSISTANT_URL')]);
  });
});

describe('the name of a key', () => {
  const problemOf = (name: string): string => {
    const loaded = loadRouting(`sites: { a: { domain: a, key: ${name} } }\nprojects: { a: { id: a, token: ${name} } }`);
    const [first = '', second = '', ...more] = loaded.ok ? [] : loaded.problems;
    expect(more).toEqual([]);
    expect(first.replace(/.*: (?=expected|this)/, '')).toBe(second.replace(/.*: (?=expected|this)/, ''));
    return first;
  };

  it.each(['DOCENT_KEY_ACME', 'DOCENT_KEY_9', 'ACME_API_KEY', 'WEB_TOKEN', 'MY_SLACK_DOCS_KEY'])(
    'may be %s',
    (name) => {
      expect(problemOf(name)).toBe('');
    },
  );

  it.each(['PATH', 'HOME', 'DATABASE_PASSWORD', 'DOCENT_KEY_', 'TOKEN_OF_ACME', 'DATABASE_URL'])(
    'is not %s',
    (name) => {
      expect(problemOf(name)).toMatch(/DOCENT_KEY_.*_KEY or _TOKEN.*: rename the variable$/);
    },
  );

  it.each([
    ...[
      'DEPLOY_TOKEN',
      'ASSISTANT_API_KEY',
      'FALLBACK_API_KEY',
      'ENCRYPTION_KEY',
      'SLACK_BOT_TOKEN',
      'SLACK_SPARE_KEY',
    ],
    ...['DISCORD_TOKEN', 'DISCORD_SPARE_TOKEN', 'DOCENT_DEPLOY_KEY', 'DOCENT_MODEL_KEY', 'SLACK_CONFIG_TOKEN'],
  ])("is not Docent's own %s", (name) => {
    expect(problemOf(name)).toContain("this is one of Docent's own variables");
    expect(problemOf(name)).toContain('such as DOCENT_KEY_ACME');
  });
});
