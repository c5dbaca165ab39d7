import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onSignals, run } from '../../src/cli/main.ts';
import { enterEmptyFolder, openTerminal } from './terminal.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

async function print(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = openTerminal();
  const code = await run(args, terminal.io);
  return { code, out: terminal.out(), err: terminal.err() };
}

const overview = await print('--help');
const commands = [...overview.out.matchAll(/^ {2}docent ([a-z]+) /gm)].map(([, name = '']) => name);

describe('docent', () => {
  it('lists its commands', () => {
    expect([overview.code, overview.err]).toEqual([0, '']);
    expect(commands).toEqual(expect.arrayContaining(['start', 'try', 'serve', 'ask', 'eval']));
  });

  it.each([[[]], [['-h']], [['help']]])('lists them with %j', async (args) => {
    expect(await print(...args)).toEqual(overview);
  });

  it.each([[[]], ...commands.map((name) => [[name]])])('prints its version with %j', async (args) => {
    expect(await print(...args, '--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(await print('-v')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each(commands)('explains %s', async (name) => {
    const { code, out, err } = await print(name, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^docent ${name}\\b`));
    expect(await print(name, '-h')).toEqual({ code, out, err });
    expect(await print('help', name)).toEqual({ code, out, err });
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});

it('a command that does not stop by itself is left at the first signal', async () => {
  const terminal = openTerminal();
  const stdin = (async function* () {
    terminal.interrupt();
    await new Promise(() => {});
    yield '';
  })();
  expect(await run(['eval', '-', '--docs', '.'], { ...terminal.io, stdin })).toBe(1);
});

it('the first signal asks to stop, its repetition by npm changes nothing, and a later one ends the process', () => {
  const source = new EventEmitter();
  let now = 5;
  const codes: number[] = [];
  const signal = onSignals(
    source,
    () => now,
    (code) => void codes.push(code),
  );
  source.emit('SIGINT');
  source.emit('SIGINT');
  source.emit('SIGTERM');
  expect([signal.aborted, codes]).toEqual([true, []]);
  now += 4_000;
  source.emit('SIGINT');
  expect(codes).toEqual([1]);
});

describe('wrong arguments', () => {
  const cases: readonly (readonly [string[], string])[] = [
    [['strat'], 'There is no command “strat”; did you mean start? See: docent --help'],
    [['sevre', 'docs'], 'There is no command “sevre”; did you mean serve? See: docent --help'],
    [['hepl'], 'There is no command “hepl”; did you mean help? See: docent --help'],
    [['nosuch'], 'There is no command “nosuch”. See: docent --help'],
    [['help', 'nosuch'], 'There is no command “nosuch”. See: docent --help'],
    [['--foo'], 'There is no option --foo. See: docent --help'],
    [['--verison'], 'There is no option --verison; did you mean --version? See: docent --help'],
    [['constructor'], 'There is no command “constructor”. See: docent --help'],
    [['start', 'now'], 'Unexpected argument “now”; put words that belong together in quotes. See: docent start --help'],
    [['start', '--port', '1'], 'There is no option --port. See: docent start --help'],
    [['try', '--port', '65536'], '--port takes a whole number from 0 to 65535, not “65536”. See: docent try --help'],
    [['try', '--once=yes'], '--once takes no value. See: docent try --help'],
    [['try', '--ask'], '--ask needs a value. See: docent try --help'],
    [['try', '--prot', '1'], 'There is no option --prot; did you mean --port? See: docent try --help'],
    [['serve', '-p'], 'There is no option -p. See: docent serve --help'],
    [['ask'], 'Give one question in quotes, or --batch. See: docent ask --help'],
    [['ask', 'why', '--batch'], 'Give one question in quotes, or --batch. See: docent ask --help'],
    [['ask', ' '], 'The question is empty. See: docent ask --help'],
    [
      ['ask', 'why', 'not'],
      'Unexpected argument “not”; put words that belong together in quotes. See: docent ask --help',
    ],
    [['ask', 'why', '--docs', '--json'], '--docs needs a value. See: docent ask --help'],
    [['ask', 'why', '--docs='], '--docs needs a value. See: docent ask --help'],
    [['ask', 'why', '--__proto__'], 'There is no option --__proto__. See: docent ask --help'],
  ];

  it.each(cases)('are refused in one sentence: %j', async (args, sentence) => {
    expect(await print(...args)).toEqual({ code: 2, out: '', err: `${sentence}\n` });
  });
});

describe('an address that cannot be used', () => {
  it('is reported by try in one sentence if its port is in use', async () => {
    const port = await takePort();
    const { code, err } = await print('try', '--once', '--port', String(port));
    // On a busy machine it prints how far it has read.
    expect([code, err.replaceAll(/^(?:Reading page|Left out:) .*\n/gm, '')]).toEqual([
      1,
      `Port ${port} is in use: stop the program that listens on it, or choose another with --port.\n`,
    ]);
  });

  it('is reported by start in one sentence if its port is in use', async () => {
    enterEmptyFolder();
    const port = await takePort();
    const terminal = openTerminal({ ...settings, HOST: '127.0.0.1', PORT: String(port) });
    expect(await run(['start'], terminal.io)).toBe(1);
    expect(terminal.err()).toBe(
      `Port ${port} is in use: stop the program that listens on it, or choose another with HOST and PORT.\n`,
    );
  });

  it('is reported by start in one sentence if it is not of this machine', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({ ...settings, HOST: '192.0.2.1' });
    expect(await run(['start'], terminal.io)).toBe(1);
    expect(terminal.err()).toMatch(
      /^Docent cannot listen there \(listen \w+: .+\): choose another address with HOST and PORT\.\n$/,
    );
  });
});

/** Enough settings to start, with nothing at the other end. */
const settings = {
  DISCORD_TOKEN: 'a.b.c',
  DISCORD_API_URL: 'http://127.0.0.1:9/api',
  ASSISTANT_URL: 'http://127.0.0.1:9',
  ASSISTANT_DOMAIN: 'docs',
  ASSISTANT_API_KEY: 'key',
  DATABASE_URL: 'sqlite::memory:',
  LOG_LEVEL: 'error',
};

describe('a database that cannot be used', () => {
  it('is reported by start in one sentence', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({ ...settings, DATABASE_URL: 'sqlite:/no/such/folder/docent.db' });
    expect(await run(['start'], terminal.io)).toBe(1);
    expect(terminal.err()).toMatch(
      /^Docent cannot use its database sqlite:\/no\/such\/folder\/docent.db \(ENOENT.*\): check DATABASE_URL, and that .+\.\n$/,
    );
    expect(terminal.out()).toBe('');
  });
});

describe('settings that are missing or wrong', () => {
  it('are all listed by start together, each with its name', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({ SLACK_BOT_TOKEN: 'xoxp-secret', DEPLOY_URL: 'https://docs.example', PORT: 'http' });
    expect(await run(['start'], terminal.io)).toBe(2);
    expect(terminal.out()).toBe('');
    const [head, ...problems] = terminal.err().trimEnd().split('\n');
    expect(head).toBe('Docent cannot start:');
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      '  - SLACK_BOT_TOKEN is wrong (it looks like another kind of Slack token)',
      '  - SLACK_APP_TOKEN is missing',
      '  - ASSISTANT_URL is missing',
      '  - ASSISTANT_DOMAIN is missing',
      '  - ASSISTANT_API_KEY is missing',
      '  - DEPLOY_PROJECT_ID is missing',
      '  - DEPLOY_TOKEN is missing',
      '  - PORT is wrong',
    ]);
    expect(terminal.err()).not.toContain('secret');
  });

  it('are listed by start along with mistyped names of settings', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({
      DISCORD_TOKEN: 'a.b.c',
      ASISTANT_URL: 'https://docs.example',
      ASSISTANT_DOMAIN: 'docs',
      ASSISTANT_API_KEY: 'key',
      DEPLOY_ALOW: 'slack:U1',
    });
    expect(await run(['start'], terminal.io)).toBe(2);
    expect(terminal.err()).toMatch(
      /^Docent cannot start:\n {2}- ASSISTANT_URL is missing: .+\n {2}- ASISTANT_URL is not a setting; did you mean ASSISTANT_URL\?\n {2}- DEPLOY_ALOW is not a setting; did you mean DEPLOY_ALLOW\?\n$/,
    );
  });

  it('make start point to try if no platform is set up', async () => {
    enterEmptyFolder();
    const terminal = openTerminal();
    expect(await run(['start'], terminal.io)).toBe(2);
    expect(terminal.err()).toContain('docent try');
  });

  it('are reported in a clone with the commands to type there', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({ npm_lifecycle_script: 'exec node src/docent.js' });
    expect(await run(['start'], terminal.io)).toBe(2);
    expect(terminal.err()).toContain('Run npm run -s docent -- setup slack or npm run -s docent -- setup discord');
    expect(terminal.err()).toContain('or npm run try, which shows Docent at work');
  });

  it('are all listed by ask together', async () => {
    enterEmptyFolder();
    const terminal = openTerminal({ ASSISTANT_URL: 'docs.example', ASSISTANT_API_KEY: ' ', ASSISTANT_DOMIAN: 'docs' });
    expect(await run(['ask', 'Why?'], terminal.io)).toBe(2);
    expect(terminal.out()).toBe('');
    expect(terminal.err()).toMatch(/^Docent cannot ask:\n {2}- ASSISTANT_URL is wrong/);
    expect(terminal.err()).toMatch(/ASSISTANT_DOMAIN is missing[\s\S]*ASSISTANT_API_KEY is missing[\s\S]*--docs DIR/);
    expect(terminal.err()).toContain('ASSISTANT_DOMIAN is not a setting; did you mean ASSISTANT_DOMAIN?');
  });
});

async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port; // a TCP server's address is an object
}
