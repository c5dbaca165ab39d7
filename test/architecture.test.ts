/**
 * The arrows of CONTRIBUTING.md held against the imports of src (type imports count).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');

/** Room -> rooms that it may import. A room is a folder of src (for platforms, one of theirs) or a file there. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  docent: ['main'],
  main: ['cli'],
  cli: ['config', 'log', 'app', 'ops', 'docs-server', 'docs-api', 'store', 'core'],
  app: ['config', 'core', 'platforms/slack', 'platforms/discord', 'docs-api', 'store'],
  'platforms/slack': ['core'],
  'platforms/discord': ['core'],
  store: ['core'],
  'docs-api': ['core', 'wire'],
  'docs-server': ['wire', 'store'],
  core: [],
  wire: [],
  sandbox: [],
  ops: [],
  config: [],
  log: [],
};

/** Within core, file -> files that it may import; all others may import the nouns below. */
const nouns = ['conversation', 'errors', 'clock', 'reply', 'layout', 'markdown', 'ports', 'ledger'];
const coreArrows: Readonly<Record<string, readonly string[]>> = {
  engine: ['share', 'turn', 'deployments', 'pacer', 'wording', ...nouns],
  turn: ['opening', 'asking', 'sign-of-work', 'live-reply', 'figures', 'pacer', 'wording', ...nouns],
  opening: ['pacer', ...nouns],
  asking: nouns,
  'sign-of-work': ['pacer', ...nouns],
  figures: ['conversation', 'ports', 'ledger'],
  deployments: ['live-reply', 'pacer', 'wording', ...nouns],
  'live-reply': ['reply-messages', 'reply-layout', 'reply-pace', 'next-action', 'roll', 'pacer', ...nouns],
  'reply-pace': ['next-action', 'pacer', ...nouns],
  'reply-messages': ['next-action', 'growing', ...nouns],
  'reply-layout': nouns,
  roll: ['best-cut', 'blocks', 'cut', 'layout'],
  'next-action': ['conversation', 'layout', 'reply'],
  growing: ['blocks', 'inline', 'layout', 'steady'],
  pacer: ['bucket', 'clock', 'ports'],
  bucket: ['told', 'ports'],
  share: ['pacer', 'ports'],
  wording: ['errors', 'conversation'],
  ledger: ['conversation', 'ports', 'reply'],
  ports: ['conversation', 'reply', 'layout'],
  reply: ['conversation', 'suggestions'],
  conversation: [],
  suggestions: [],
  errors: [],
  clock: [],
};

/** Package -> rooms that may use it; `types` only by type. */
const vendors: Readonly<Record<string, readonly string[]>> = {
  '@slack/bolt': ['platforms/slack'],
  '@slack/web-api': ['platforms/slack'],
  '@slack/socket-mode': ['platforms/slack'],
  'discord.js': ['platforms/discord'],
  kysely: ['store'],
  pg: ['store'],
  undici: ['docs-api'],
  ai: ['docs-server'],
  'eventsource-parser': ['wire'],
  zod: ['config', 'wire', 'docs-server'],
  hono: ['ops', 'docs-server', 'sandbox'],
  '@hono/node-server': ['ops', 'docs-server', 'sandbox'],
  'prom-client': ['ops'],
  ws: ['sandbox'],
  pino: ['log'],
  yaml: ['docs-server'],
  stemmer: ['docs-server'],
  'rate-limiter-flexible': ['store'],
  '@ai-sdk/openai-compatible': ['docs-server'],
};

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
}

const imports = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|js)$/.test(file))
  .flatMap(importsOf);

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const found = [
    ...text.matchAll(/^(?:import|export)\b[^;']*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
  ];
  return found
    .map(([, from, bare, called]) => from ?? bare ?? called ?? '')
    .map((target) => ({ file, room: roomOf(file), target: resolve(file, target) }));
}

function resolve(file: string, target: string): string {
  return target.startsWith('.') ? `./${relative(src, normalize(join(src, dirname(file), target)))}` : target;
}

function roomOf(file: string): string {
  const parts = file.replace(/^\.\//, '').split('/');
  if (parts[0] === 'platforms') return parts.slice(0, 2).join('/');
  return (parts[0] ?? '').replace(/\.(ts|js)$/, '');
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('the house', () => {
  it('has only rooms that are drawn', () => {
    expect(Object.keys(arrows)).toEqual(expect.arrayContaining([...new Set(imports.map((each) => each.room))]));
  });

  it('has only the arrows that are drawn', () => {
    const wrong = imports.filter(({ file, room, target }) => {
      if (!target.startsWith('./') || roomOf(target) === room) return false;
      if (file === 'cli/try.ts' && roomOf(target) === 'sandbox') return false;
      return !arrows[room]?.includes(roomOf(target));
    });
    expect(wrong).toEqual([]);
  });

  it('has no loops between files', () => {
    const next = new Map<string, string[]>();
    for (const { file, target } of imports) {
      if (target.startsWith('./')) next.set(`./${file}`, [...(next.get(`./${file}`) ?? []), target]);
    }
    const loops = [...next.keys()].filter((file) => reaches(file, file, next));
    expect(loops).toEqual([]);
  });

  it('keeps the arrows inside the core downward', () => {
    const wrong = imports.filter(({ file, room, target }) => {
      if (room !== 'core' || !target.startsWith('./core/')) return false;
      const [from, to] = [file, target].map((each) => each.replace(/^(\.\/)?core\//, '').replace('.ts', ''));
      const allowed = coreArrows[from ?? ''];
      return allowed !== undefined && !allowed.includes(to ?? '');
    });
    expect(wrong).toEqual([]);
  });

  it('keeps each vendor library in its room', () => {
    const wrong = imports.filter(({ room, target }) => {
      if (target.startsWith('./') || target.startsWith('node:')) return false;
      const rooms = vendors[packageOf(target)];
      if (rooms) return !rooms.includes(room);
      return /^(mdast|micromark|string-width|unist)/.test(target) ? !/^(core|platforms|sandbox)/.test(room) : true;
    });
    expect(wrong).toEqual([]);
  });
});

function reaches(from: string, to: string, next: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [...(next.get(from) ?? [])];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (file === to) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(next.get(file) ?? []));
  }
  return false;
}
