/** Checks that the README and the docs match what they describe. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/bot/config/config.ts';
import { variableNames } from '../src/bot/config/variables.ts';
import { ignoredReasons } from '../src/bot/core/model/ignored-reason.ts';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));

function read(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

/** The cells of all table rows whose first column is a setting. */
function settingsIn(name: string): readonly (readonly string[])[] {
  const rows = read(name).matchAll(/^\| `([A-Z_]+)` \|(.*)\|$/gm);
  return [...rows].map(([, setting = '', rest = '']) => [setting, ...rest.split('|').map((cell) => cell.trim())]);
}

describe('docs/troubleshooting.md', () => {
  it('explains every reason for ignoring a message', () => {
    const rows = [...read('docs/troubleshooting.md').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
    const documented = rows.map(([, reason, meaning]) => [reason, meaning]);
    expect(documented).toEqual(expect.arrayContaining(Object.entries(ignoredReasons)));
  });
});

describe('the settings', () => {
  const settings = settingsIn('docs/configuration.md');

  it('are all in docs/configuration.md, which lists no others', () => {
    expect(settings.map(([name]) => name)).toEqual(variableNames);
    expect(settingsIn('README.md')).toEqual([]);
  });

  it.each(settings.filter(([, standard]) => standard?.startsWith('`')))(
    'have the documented default: %s %s',
    (name, cell) => {
      const documented = cell?.replaceAll('`', '');
      expect(readConfig({ ...whole, [name ?? '']: documented })).toMatchObject(readConfig(whole));
    },
  );
});

/** Settings that are required before any others are read. */
const whole = {
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  DISCORD_TOKEN: 'a.b.c',
  ASSISTANT_URL: 'https://docs.example',
  ASSISTANT_DOMAIN: 'docs',
  ASSISTANT_API_KEY: 'key',
  DEPLOY_URL: 'https://docs.example',
  DEPLOY_PROJECT_ID: 'docs',
  DEPLOY_TOKEN: 'key',
};

describe.each(pages)('%s', (name) => {
  const text = read(name);

  it('links only to existing pages and anchors', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g)];
    const broken = links.filter(([, path = '', anchor = '']) => {
      const target = path === '' ? name : join(dirname(name), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== '' && !anchorsOf(target).includes(anchor.slice(1));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names only scripts and commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const run = [...text.matchAll(/npm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, one, other]) => one ?? other,
    );
    expect(run.filter((script) => !(script && script in scripts))).toEqual([]);
    const commands = [...text.matchAll(/`docent ([a-z]+)|run -s docent -- ([a-z]+)/g)].map(
      ([, one, other]) => one ?? other,
    );
    const isCommand = (command = '') =>
      ['', 'data/'].some((room) => existsSync(join(root, `src/cli/${room}${command}.ts`)));
    expect(commands.filter((command) => !isCommand(command))).toEqual([]);
  });
});

it.skipIf(process.platform === 'win32')('shell examples are valid Bash', () => {
  for (const name of pages) {
    const typed = [...read(name).matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, lines]) => lines);
    const { stderr } = spawnSync('bash', ['-n'], { input: typed.join('\n'), encoding: 'utf8' });
    expect([name, stderr]).toEqual([name, '']);
  }
});

it('every page of the docs can be reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    for (const [, path = ''] of read(page).matchAll(/\]\((?!https?:)([^)#\s]+\.md)(?:#[^)\s]*)?\)/g))
      reached.add(join(dirname(page), path));
  }
  const served = pages.filter((page) => page.startsWith('docs/') && !page.startsWith('docs/decisions/'));
  expect(served.filter((page) => !reached.has(page))).toEqual([]);
});

it('the README links to the pages for users and operators', () => {
  const readme = read('README.md');
  const asked = ['privacy', 'upgrade', 'changelog', 'uninstall', 'requirements', 'faq'];
  expect(asked.filter((page) => !readme.includes(`](docs/${page}.md`))).toEqual([]);
});

it('the changelog begins with the version of the package, and the docs name its file', () => {
  const { version } = JSON.parse(read('package.json'));
  const [, newest] = /^## (.+)$/m.exec(read('docs/changelog.md')) ?? [];
  expect(newest).toBe(version);
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/docent-(\d[\d.]*)\.tgz/g)].map(([, number]) => number),
  );
  expect(new Set(named)).toEqual(new Set([version]));
});

it('the invitation in docs/discord.md requests exactly the listed permissions', () => {
  const page = read('docs/discord.md');
  const [, named = ''] = /and these permissions: ([^.]+)\./.exec(page) ?? [];
  const flags = new Map(Object.entries(PermissionFlagsBits));
  const bits = named.split(',').map((name) => flags.get(flagOf(name)) ?? 0n);
  expect(bits).not.toContain(0n);
  const sum = bits.reduce((all, bit) => all | bit, 0n);
  expect(page).toContain(`&permissions=${sum}`);
});

/** "View Channels" is `ViewChannel`. */
function flagOf(name: string): string {
  return name
    .replace('Channels', 'Channel')
    .replaceAll(/\s/g, '')
    .replace('Threadsin', 'ThreadsIn')
    .replace('Messagesin', 'MessagesIn');
}

it('pages for developers are hidden from the served docs', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
  expect(decisions.filter((name) => !read(name).split('\n---\n')[0]?.includes('\nhidden: true'))).toEqual([]);
});

it('CONTRIBUTING.md names only existing files and folders', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| ([^|]+) \| ([^|]+) \|(?: ([^|]+) \|)?$/gm)];
  const cells = rows.map(([, first = '', second = '', third]) => third ?? (/\//.test(second) ? second : first));
  const paths = cells.flatMap((cell) => [...cell.matchAll(/(?<![\w/])(?:[a-z][\w-]*|\*)(?:\/(?:[a-z][\w-]*|\*))+/g)]);
  const missing = paths.map(([path]) => path).filter((path) => !isThere(path));
  expect(missing).toEqual([]);
});

it('CONTRIBUTING.md names every room', () => {
  const map = read('CONTRIBUTING.md');
  const folders = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const rooms = folders.map(({ parentPath, name }) => relative(join(root, 'src'), join(parentPath, name)).split(sep));
  const paths = rooms.filter(({ length }) => length === 2).map((parts) => parts.join('/'));
  expect(paths.filter((path) => !['bot/core', 'bot/platforms'].includes(path) && !map.includes(path))).toEqual([]);
});

/** Whether a path is a folder or file below src or the repository; `*` stands for either platform. */
function isThere(path: string): boolean {
  return path.includes('*')
    ? ['slack', 'discord'].some((platform) => isThere(path.replace('*', platform)))
    : ['src/', ''].some((base) => ['', '.ts', '.yaml'].some((ending) => existsSync(join(root, base + path + ending))));
}

/** Anchors as GitHub derives them from headings. */
function anchorsOf(name: string): readonly string[] {
  return [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
