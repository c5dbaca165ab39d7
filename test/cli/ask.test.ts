import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../../src/cli/ask.ts';
import { run } from '../../src/cli/main.ts';
import { type Asked, pieces, type Scripted, startAssistantService } from '../e2e/assistant-service.ts';
import { docsFolder } from '../service/folder.ts';
import { startEndpoint } from '../service/model-endpoint.ts';
import { emptyFolder, enterEmptyFolder, openTerminal, type Terminal } from './terminal.ts';

const answer = 'Set the **token**, then restart.';
const sources = [{ path: '/guides/tokens', title: 'Tokens' }, { path: '/faq' }];
const whole: Scripted = { pieces: pieces(answer), sources, threadId: 'thread-1' };

/** A terminal whose settings point to a service that responds like this. */
async function openWith(script: (asked: Asked, index: number) => Scripted, stdin?: string) {
  enterEmptyFolder();
  const service = await startAssistantService(script);
  onTestFinished(() => service.stop());
  const env = {
    ASSISTANT_URL: service.url,
    ASSISTANT_DOMAIN: 'docs',
    ASSISTANT_API_KEY: 'key',
    ASSISTANT_SITE_URL: 'https://docs.example',
  };
  return { ...openTerminal(env, stdin), service };
}

function printed({ out, err }: Terminal): { out: string; err: string } {
  return { out: out(), err: err() };
}

describe('docent ask', () => {
  it('streams the answer, and lists its sources', async () => {
    const seen: string[] = [];
    const terminal = await openWith(() => ({ ...whole, gapMs: 20 }));
    const io = { ...terminal.io, out: (text: string) => void seen.push(text) };
    expect(await ask.run(['Where?'], io)).toBe(0);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.join('')).toBe(
      `${answer}\n\nSources:\n  Tokens  https://docs.example/guides/tokens\n  https://docs.example/faq\n`,
    );
    expect(terminal.service.asked.map((asked) => asked.messages)).toEqual([
      [expect.objectContaining({ role: 'user', parts: [{ type: 'text', text: 'Where?' }] })],
    ]);
  });

  it('reads its settings from the environment first, then from .env', async () => {
    const { io, service } = await openWith(() => whole);
    const { ASSISTANT_URL, ...rest } = io.env;
    writeFileSync('.env', `ASSISTANT_URL=${ASSISTANT_URL}\nASSISTANT_DOMAIN=wrong name\n`);
    expect(await ask.run(['Where?'], { ...io, env: rest })).toBe(0);
    expect(service.asked).toHaveLength(1);
  });

  it('prints one JSON object with --json', async () => {
    const terminal = await openWith(() => whole);
    expect(await ask.run(['Where?', '--json'], terminal.io)).toBe(0);
    expect(JSON.parse(terminal.out())).toEqual({
      text: answer,
      sources: [
        { title: 'Tokens', url: 'https://docs.example/guides/tokens' },
        { title: '/faq', url: 'https://docs.example/faq' },
      ],
      threadId: 'thread-1',
      finishReason: 'stop',
    });
    expect(terminal.err()).toBe('');
  });

  it('fails with one sentence if the service fails', async () => {
    const page = { status: 500, body: '<html>Oops</html>' };
    const terminal = await openWith(() => ({ refuse: page }));
    expect(await ask.run(['Where?'], terminal.io)).toBe(1);
    expect(terminal.out()).toBe('');
    expect(terminal.err()).toMatch(/^[A-Z][^\n]+\. \(unavailable: check ASSISTANT_URL\)\n$/);
    expect(terminal.err()).not.toContain('Oops');
  });

  it.each([
    [401, 'unauthorized: check ASSISTANT_API_KEY'],
    [404, 'not_found: check ASSISTANT_DOMAIN'],
  ])('names the setting that the service rejects with %i', async (status, told) => {
    const terminal = await openWith(() => ({ refuse: { status, body: '{}' } }));
    expect(await ask.run(['Where?'], terminal.io)).toBe(1);
    expect(terminal.err()).toContain(`(${told})`);
  });

  it('fails with one sentence if the service is unreachable', async () => {
    enterEmptyFolder();
    const env = { ASSISTANT_URL: 'http://127.0.0.1:9', ASSISTANT_DOMAIN: 'docs', ASSISTANT_API_KEY: 'key' };
    const terminal = openTerminal(env);
    expect(await ask.run(['Where?', '--json'], terminal.io)).toBe(1);
    expect(JSON.parse(terminal.out())).toEqual({ text: '', sources: [], threadId: null, finishReason: null });
    expect(terminal.err()).toMatch(/^[A-Z][^\n]+\. \(unavailable: check ASSISTANT_URL\)\n$/);
  });

  it('keeps what arrived before the stream was cut off, and fails', async () => {
    const terminal = await openWith(() => ({ pieces: ['Half an '], ends: 'cut' }));
    expect(await ask.run(['Where?'], terminal.io)).toBe(1);
    expect(terminal.out()).toBe('Half an \n');
    expect(terminal.err()).toMatch(/^[A-Z][^\n]+\. \(cut_off\)\n$/);
  });

  it('stops when interrupted', async () => {
    const terminal = await openWith(() => ({ pieces: ['Half an '], ends: 'stalled' }));
    const io = { ...terminal.io, out: () => terminal.interrupt() };
    expect(await ask.run(['Where?'], io)).toBe(1);
    expect(terminal.err()).toBe('Stopped.\n');
  });
});

describe('docent ask --batch', () => {
  it('answers line by line, and fails after reporting the numbers of lines that are not questions', async () => {
    const lines = [
      '{"id":1,"question":"One?"}',
      '',
      'not JSON',
      '{"id":"b","question":"Two?"}\r',
      '{"id":null,"question":"Three?"}',
      '{"id":4,"question":" "}',
      '{"question":"Five?"}',
      '[6]',
      '{"id":"seven","question":"Seven?"}',
    ];
    const terminal = await openWith(
      (asked) => ({ pieces: [`On ${asked.messages[0]?.parts?.[0]?.text}`], sources }),
      lines.join('\n'),
    );
    expect(await ask.run(['--batch'], terminal.io)).toBe(1);
    const answers = terminal
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id, text }) => [id, text])).toEqual([
      [1, 'On One?'],
      ['b', 'On Two?'],
      ['seven', 'On Seven?'],
    ]);
    expect(answers[0]).toEqual({
      id: 1,
      text: 'On One?',
      sources: expect.arrayContaining([{ title: 'Tokens', url: 'https://docs.example/guides/tokens' }]),
    });
    expect(
      terminal
        .err()
        .trimEnd()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual([3, 5, 6, 7, 8].map((number) => `line ${number}`));
  });

  it('continues after a question that the service failed to answer, and then fails', async () => {
    const terminal = await openWith(
      (asked) => (asked.messages[0]?.parts?.[0]?.text === 'One?' ? { refuse: { status: 401, body: '' } } : whole),
      '{"id":1,"question":"One?"}\n{"id":2,"question":"Two?"}\n',
    );
    expect(await ask.run(['--batch'], terminal.io)).toBe(1);
    expect(
      terminal
        .out()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).text),
    ).toEqual(['', answer]);
    expect(terminal.err()).toMatch(/^line 1: [A-Z][^\n]+\. \(unauthorized: check ASSISTANT_API_KEY\)\n$/);
  });

  it('exits with 0 if everything is answered, and if nothing was asked', async () => {
    const one = await openWith(() => whole, '{"id":1,"question":"One?"}');
    expect(await ask.run(['--batch'], one.io)).toBe(0);
    const none = await openWith(() => whole, '');
    expect([await ask.run(['--batch'], none.io), printed(none)]).toEqual([0, { out: '', err: '' }]);
  });
});

describe('docent ask --docs', () => {
  it('answers with the language model that docent serve would use', async () => {
    enterEmptyFolder();
    const endpoint = await startEndpoint([{ say: 'OUTCOME: answer\nTurn it: [Tokens](/tokens).' }, { finish: 'stop' }]);
    const folder = docsFolder({ 'tokens.md': '# Tokens\n\nRotate a token by turning it.' });
    writeFileSync('.env', `DOCENT_MODEL_URL=${endpoint.url}\nDOCENT_MODEL=parrot\n`);
    const terminal = openTerminal({});
    expect(await ask.run(['How do I rotate a token?', '--docs', folder], terminal.io)).toBe(0);
    expect(terminal.out()).toContain('Turn it:');
    expect(endpoint.requests.map(({ body }) => body.model)).toEqual(['parrot']);
    const wrong = openTerminal({ DOCENT_MODEL_URL: 'no address' });
    expect(await ask.run(['Why?', '--docs', folder], wrong.io)).toBe(2);
    expect(wrong.err()).toContain('DOCENT_MODEL_URL');
  });

  it('answers from that folder, and contacts no other service', async () => {
    const { io, out, err, service } = await openWith(() => whole);
    const folder = emptyFolder();
    writeFileSync(join(folder, 'tokens.md'), '# Rotate a token\n\nPress **Rotate** to get a new token.\n');
    expect(
      await ask.run(['How do I rotate a token?', '--json', '--docs', folder], {
        ...io,
        env: { ...io.env, ASSISTANT_URL: '!' },
      }),
    ).toBe(0);
    const { text, sources: found, threadId, finishReason } = JSON.parse(out());
    expect(text).toContain('Press **Rotate**');
    expect(found).toEqual([{ title: 'Rotate a token', url: '/tokens' }]);
    expect([typeof threadId, finishReason, err(), service.asked]).toEqual(['string', 'stop', '', []]);
  });

  it('prints no terminal control codes', async () => {
    const { io, out } = await openWith(() => whole);
    const folder = emptyFolder();
    writeFileSync(
      join(folder, 'tokens.md'),
      '# Rotate a token\u001b]0;title\u0007\n\nPress \u001b[2J**Rotate** to get a new token.\n',
    );
    expect(await run(['ask', 'How do I rotate a token?', '--docs', folder], io)).toBe(0);
    expect(out()).toContain('**Rotate**');
    expect(out().replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('names a folder that does not exist, and one without a page', async () => {
    enterEmptyFolder();
    const missing = openTerminal();
    expect(await ask.run(['Why?', '--docs', '/no/such/folder'], missing.io)).toBe(1);
    expect(printed(missing)).toEqual({ out: '', err: expect.stringMatching(/^[^\n]*\/no\/such\/folder[^\n]*\n$/) });
    const [empty, folder] = [openTerminal(), emptyFolder()];
    expect(await ask.run(['Why?', '--docs', folder], empty.io)).toBe(1);
    expect(printed(empty)).toEqual({ out: '', err: expect.stringContaining(folder) });
  });
});
