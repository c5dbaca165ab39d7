import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, PlatformError } from '../../../src/bot/core/model/errors.ts';
import type { RootLogger as CoreLogger } from '../../../src/kit/base/logger.ts';
import { logLevels } from '../../../src/kit/base/logger.ts';
import { createLogger, type LogOptions } from '../../../src/kit/log/log.ts';
import { StoreError } from '../../../src/kit/sql/store-errors.ts';

interface Capture {
  /** Typed so that it must satisfy the core's logger. */
  readonly logger: CoreLogger;
  readonly lines: string[];
  last(): Record<string, unknown>;
}

function capture(options: Partial<LogOptions> = {}): Capture {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', ...options, destination: { write: (line) => void lines.push(line) } });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '') };
}

describe('a log line', () => {
  it('is one JSON object with the level, the time, the fields and the phrase', () => {
    const { logger, lines, last } = capture();
    logger.info({ tookMs: 12, state: 'answered' }, 'turn ended');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith('\n')).toBe(true);
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      tookMs: 12,
      state: 'answered',
      msg: 'turn ended',
    });
  });

  it('includes the fields of its child logger', () => {
    const { logger, last } = capture();
    logger.child({ platform: 'slack' }).child({ turn: 't1' }).warn({ code: 'rate_limited' }, 'waited');
    expect(last()).toMatchObject({ level: 'warn', platform: 'slack', turn: 't1', code: 'rate_limited' });
  });

  it('is written at its level and above', () => {
    const counts = logLevels.map((level) => {
      const { logger, lines } = capture({ level });
      for (const each of logLevels) logger[each]({}, 'phrase');
      return lines.length;
    });
    expect(counts).toEqual([1, 2, 3, 4]);
  });

  it('is written at info and above if the level is unknown', () => {
    const { logger, lines } = capture({ level: 'loud' });
    logger.debug({}, 'phrase');
    logger.info({}, 'phrase');
    expect(lines).toHaveLength(1);
  });
});

describe('an error in the log', () => {
  it('has its name, code, status and our own message, and the same of its cause', () => {
    const { logger, last } = capture({ level: 'info' });
    const cause = Object.assign(new Error('secret words'), { code: 'ECONNRESET', statusCode: 502 });
    logger.error({ err: new PlatformError('unavailable', { cause }) }, 'failed');
    expect(last().err).toEqual({
      name: 'PlatformError',
      code: 'unavailable',
      message: 'platform: unavailable',
      at: expect.stringContaining('log.test.ts'),
      cause: { name: 'Error', code: 'ECONNRESET', status: 502, at: expect.stringContaining('log.test.ts') },
    });
  });

  it("has the platform's own code for a refusal, and none of its sentences", () => {
    const { logger, last } = capture();
    logger.warn({ err: Object.assign(new Error('x'), { data: { error: 'not_in_channel' } }) }, 'failed');
    expect(last().err).toMatchObject({ reason: 'not_in_channel' });
    logger.warn(
      { err: Object.assign(new Error('x'), { data: { error: 'You wrote: hello', needed: 'my help' } }) },
      'failed',
    );
    expect(last().err).not.toHaveProperty('reason');
    expect(last().err).not.toHaveProperty('needed');
  });

  it('has the scope that the platform reports as missing', () => {
    const { logger, last } = capture();
    const data = { error: 'missing_scope', needed: 'usergroups:read', provided: 'chat:write' };
    logger.warn({ err: new PlatformError('forbidden', { cause: Object.assign(new Error('x'), { data }) }) }, 'failed');
    expect(last().err).toMatchObject({ cause: { reason: 'missing_scope', needed: 'usergroups:read' } });
  });

  it('has the locations of its stack only at debug', () => {
    const debug = capture();
    debug.logger.error({ err: new StoreError() }, 'failed');
    expect(debug.last().err).toMatchObject({ stack: expect.arrayContaining([expect.stringMatching(/^at /)]) });
    const info = capture({ level: 'info' });
    info.logger.error({ err: new StoreError() }, 'failed');
    expect(info.last().err).not.toHaveProperty('stack');
  });

  it('does not reveal what it quotes in its message, its stack or its fields', () => {
    const { logger, lines } = capture();
    const request = { body: 'what people wrote', url: 'https://hooks.slack.com/commands/T1/2/what people wrote' };
    const error = Object.assign(new Error('what people wrote\n    at what people wrote'), {
      code: 'what people wrote',
      detail: 'Key (text)=(what people wrote)',
      request,
      cause: new SyntaxError('Unexpected token in what people wrote'),
    });
    error.name = 'Strange: what people wrote';
    for (const level of logLevels) logger[level]({ err: error }, 'failed');
    for (const level of logLevels) logger[level](error, 'failed');
    logger.error({ err: 'what people wrote', error: 'what people wrote' }, 'failed');
    logger.child({ err: error }).info({ nested: { list: [{ reason: error }] } }, 'failed');
    expect(lines).toHaveLength(10);
    expect(lines.join('')).not.toContain('what people wrote');
  });

  it('does not replace a missing phrase with its message', () => {
    const { logger, lines } = capture();
    // @ts-expect-error: a phrase is required
    logger.error(new Error('what people wrote'));
    expect(lines.join('')).not.toContain('what people wrote');
  });

  it('includes every problem of the configuration', () => {
    const { logger, last } = capture();
    logger.error({ err: new ConfigError(['PORT is missing']) }, 'refused');
    expect(last().err).toMatchObject({ message: expect.stringContaining('PORT is missing') });
  });
});

const secrets = [
  'xoxb-1234567890-abcdefghij',
  'xoxe.xoxb-1-abcdefghij',
  'xapp-1-A012345-6789-abcdef0123456789',
  `${'M'.repeat(24)}.Cl2FMQ.${'Z'.repeat(27)}`,
  'Bearer abcdefghij0123456789',
  'mint_dsc_abcdefghij0123456789',
  'postgres://docent:hunter2hunter2@db.example.com:5432/docent',
  'https://hooks.slack.com/commands/T1/2/hunter2hunter2',
  'https://discord.com/api/v10/webhooks/1/hunter2hunter2/messages/@original',
  'wss://wss-primary.slack.com/link/?ticket=hunter2hunter2',
  'a key of "any" shape',
] as const;
/** The parts of them that must never appear. */
const tails = [
  'abcdefghij',
  'abcdef0123456789',
  'Z'.repeat(27),
  'hunter2hunter2',
  'of \\"any\\" shape',
  'of "any" shape',
] as const;

describe('secrets', () => {
  it('are removed wherever they are, at any level', () => {
    const name = fc.constantFrom('url', 'detail', 'state', 'a', 'list', 'toString', '__proto__', 'env');
    const leaf = fc.tuple(fc.constantFrom(...secrets), fc.constantFrom('', 'see ', ' (', '"')).map(([a, b]) => b + a);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('fields')),
      fields: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), fc.constantFrom(...logLevels), (fields, level) => {
        const { logger, lines } = capture({ secrets: ['a key of "any" shape'] });
        logger[level](fields, 'phrase');
        logger.child(fields)[level]({}, 'phrase');
        expect(lines).toHaveLength(2);
        for (const tail of tails) expect(lines.join('')).not.toContain(tail);
      }),
    );
  });

  it('are removed by the name of their field, whatever they look like', () => {
    const { logger, lines } = capture();
    const fields = {
      token: 's3',
      botToken: 's3',
      bot_token: 's3',
      'x-api-key': 's3',
      Authorization: 's3',
      signingSecret: 's3',
      FP_SECRET: 's3',
      password: 's3',
      address: 's3',
      opens: 's3',
      cookie: 's3',
      'set-cookie': ['s3'],
      setCookie: 's3',
      sessionCookies: { any: 's3' },
      headers: { any: 's3' },
    };
    logger.debug({ ...fields, nested: [{ fields }] }, 'phrase');
    expect(lines.join('')).not.toContain('s3');
  });

  it('are removed from headers in lists and in lines', () => {
    const { logger, last } = capture();
    const rawHeaders = ['Set-Cookie', 'sid=s3', 'x-csrf-token', 's3', 'Server', 'nginx'];
    const pairs = [
      ['authorization', 's3'],
      ['server', 'nginx'],
    ];
    logger.debug({ rawHeaders, pairs, head: 'HTTP/1.1 200\r\nset-cookie: a="s3"; Path=/\r\nserver: nginx' }, 'phrase');
    expect(last()).toMatchObject({
      rawHeaders: ['Set-Cookie', '[removed]', 'x-csrf-token', '[removed]', 'Server', 'nginx'],
      pairs: [
        ['authorization', '[removed]'],
        ['server', 'nginx'],
      ],
      head: 'HTTP/1.1 200\r\nset-cookie: [removed]\r\nserver: nginx',
    });
  });

  it('are removed by their shape, as from a question', () => {
    const { logger, last } = capture();
    const token = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA';
    logger.info({ detail: `npm_${token}`, list: [`password="hunter22"`, `sig ?sv=1&sig=${token}`] }, 'phrase');
    expect(last()).toMatchObject({
      detail: '[removed]',
      list: ['password="[removed]"', 'sig ?sv=1&sig=[removed]'],
    });
  });

  it('are removed from paths without a host', () => {
    const { logger, last } = capture();
    logger.debug({ path: '/webhooks/12/s3?wait=true', detail: 'POST /interactions/12/s3/callback' }, 'phrase');
    expect(last()).toMatchObject({
      path: '/webhooks/[removed]?wait=true',
      detail: 'POST /interactions/[removed]/callback',
    });
  });

  it('do not make the host of a URL unreadable', () => {
    const { logger, last } = capture();
    logger.info({ host: 'https://slack.com', to: 'https://slack.com/api/x?token=1' }, 'phrase');
    expect(last()).toMatchObject({ host: 'https://slack.com', to: 'https://slack.com/…' });
    const advice = 'mend it at https://api.slack.com/apps, your app, or https://discord.com/developers/applications.';
    logger.info({ detail: advice, to: 'https://discord.com/developers/x?token=1' }, 'phrase');
    expect(last()).toMatchObject({ detail: advice, to: 'https://discord.com/…' });
  });

  it('are never numbers', () => {
    const { logger, last } = capture();
    logger.info({ tokens: 512, text: 12 }, 'phrase');
    expect(last()).toMatchObject({ tokens: 512, text: 12 });
  });

  it('can be added while the log is open', () => {
    const secrets = ['first-secret'];
    const { logger, last } = capture({ secrets });
    logger.info({ one: 'first-secret', two: 'later-secret' }, 'phrase');
    expect(last()).toMatchObject({ one: '[removed]', two: 'later-secret' });
    secrets.push('later-secret');
    logger.info({ one: 'first-secret', two: 'later-secret' }, 'phrase');
    expect(last()).toMatchObject({ one: '[removed]', two: '[removed]' });
  });

  it('are only searched for if they are long enough', () => {
    const { logger, last } = capture({ secrets: ['', 'turn'] });
    logger.info({}, 'turn ended');
    expect(last().msg).toBe('turn ended');
  });
});

describe('user content', () => {
  it('is removed by the name of its field, at any depth', () => {
    const { logger, lines } = capture();
    const fields = { text: 'wrote', content: 'wrote', markdown: 'wrote', answer: 'wrote', question: { a: 'wrote' } };
    const vendor = {
      message: { id: '1', note: 'wrote' },
      embeds: ['wrote'],
      blocks: ['wrote'],
      attachments: ['wrote'],
    };
    const deep = { one: [{ two: { ...fields, ...vendor, messages: ['wrote'], body: 'wrote', title: 'wrote' } }] };
    logger.info({ ...fields, message: 'wrote', deep }, 'phrase');
    logger.child({ fields }).info({}, 'phrase');
    expect(lines.join('')).not.toContain('wrote');
  });

  it('is removed from objects that serialize themselves, and from circular references', () => {
    const { logger, lines } = capture();
    const circle: Record<string, unknown> = { bytes: Buffer.from('wrote'), link: new URL('https://x.example/wrote') };
    circle.self = circle;
    logger.info({ circle }, 'phrase');
    expect(lines.join('')).not.toMatch(/wrote|119,114/);
  });
});
