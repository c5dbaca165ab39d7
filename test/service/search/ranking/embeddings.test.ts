import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEmbeddingSettings, readModelSettings } from '../../../../src/service/model-endpoint/settings.ts';
import { createEmbedder, type EmbeddingOptions } from '../../../../src/service/search/ranking/embeddings.ts';
import { type DocsServer, startDocsServer } from '../../../../src/service/service.ts';
import { asking, post, textOf } from '../../asking.ts';
import { type EmbeddingEndpoint, startEmbeddings } from '../../embedding-endpoint.ts';
import { docsFolder, silent } from '../../folder.ts';

const docs = {
  'kettle.md': '# Kettle\n\nIt boils water within two minutes.',
  'lamp.md': '# Lamp\n\nIt shines on the desk.',
  'chair.md': '# Chair\n\nIt carries whoever is tired.',
};

/** Words that mean the same to this model. */
const meanings = [/boils|steaming/, /shines|reading at night/, /carries|sit down/];

interface Serving extends DocsServer {
  /** Log phrases and counted metrics. */
  readonly said: readonly string[];
  /** The fields of the warnings. */
  readonly reasons: readonly object[];
}

async function serving(
  { url }: EmbeddingEndpoint,
  docsDir: string,
  more: Partial<EmbeddingOptions> = {},
  database = 'sqlite::memory:',
): Promise<Serving> {
  const said: string[] = [];
  const reasons: object[] = [];
  const say = (_: object, phrase: string): void => void said.push(phrase);
  const warn = (reason: object, phrase: string): void => {
    reasons.push(reason);
    say(reason, phrase);
  };
  const server = await startDocsServer({
    docsDir,
    domain: 'kettle',
    port: 0,
    logger: silent,
    database,
    embedderOf: (store) =>
      createEmbedder(
        { url, model: 'tiny' },
        {
          store,
          logger: { ...silent, info: say, warn },
          metrics: { count: (_, { result }) => void said.push(result) },
          // Ends only what hangs.
          queryMs: 600_000,
          ...more,
        },
      ),
  });
  onTestFinished(() => server.stop());
  return { ...server, said, reasons };
}

async function embedded({ said }: Serving, times = 1): Promise<void> {
  const count = (): number => said.filter((phrase) => phrase === 'sections embedded').length;
  await expect.poll(count, { interval: 5 }).toBe(times);
}

async function ask(server: DocsServer, question: string): Promise<string> {
  return textOf(await (await post(server, asking(question))).text());
}

test('a question finds a page with which it shares no word', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const server = await serving(endpoint, docsFolder(docs));
  await embedded(server);
  expect(await ask(server, 'How do I get something steaming?')).toMatch(
    /^I found no page about [^\n]*\. The nearest pages:\n- \[Kettle\]\(\/kettle\)/,
  );
  expect(await ask(server, 'Where can I sit down?')).toMatch(/nearest pages:\n- \[Chair\]\(\/chair\)/);
  expect(server.said).toEqual(['sections embedded', 'ok', 'ok']);
});

test('questions whose words match are answered as without the model', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const server = await serving(endpoint, docsFolder(docs));
  await embedded(server);
  expect(await ask(server, 'What boils water?')).toContain('It boils water within two minutes.');
});

test('a page that the filter excludes is not found by meaning either', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const secret = '---\ngroups: [staff]\n---\n# Safe\n\nIt boils steaming secrets.';
  const server = await serving(endpoint, docsFolder({ ...docs, 'safe.md': secret }));
  await embedded(server);
  const text = await ask(server, 'How do I get something steaming?');
  expect(text).toContain('/kettle');
  expect(text).not.toContain('/safe');
});

test('nothing is embedded again after a restart, and only changed sections after an update', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const folder = docsFolder(docs);
  const database = `sqlite:${join(docsFolder({}), 'serve.db')}`;
  const first = await serving(endpoint, folder, {}, database);
  await embedded(first);
  await first.stop();
  expect(endpoint.texts.splice(0)).toHaveLength(3);

  const second = await serving(endpoint, folder, {}, database);
  await embedded(second);
  expect(endpoint.texts).toEqual([]);
  writeFileSync(join(folder, 'lamp.md'), '# Lamp\n\nIt shines on the wall.');
  const headers = { authorization: `Bearer ${second.deployKey}` };
  await (await fetch(`${second.url}/v1/project/update/kettle`, { method: 'POST', headers })).text();
  await embedded(second, 2);
  expect(endpoint.texts).toEqual(['Lamp\n\nIt shines on the wall.']);
  expect(await ask(second, 'Something for reading at night?')).toMatch(/nearest pages:\n- \[Lamp\]/);
});

test('an endpoint that is down is logged and left alone for a while, and questions are still answered', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const server = await serving(endpoint, docsFolder(docs));
  await embedded(server);
  endpoint.mood = 'ill';
  expect(await ask(server, 'What boils water?')).toContain('It boils water within two minutes.');
  expect(await ask(server, 'What boils water?')).toContain('It boils water within two minutes.');
  expect(server.said).toEqual(['sections embedded', 'question not embedded', 'failed', 'skipped']);
  expect(server.reasons).toEqual([{ code: 'unavailable', status: 500 }]);
});

test('an endpoint that does not respond is given up at the time limit and tried again later', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const server = await serving(endpoint, docsFolder(docs), { queryMs: 20, restMs: 0 });
  await embedded(server);
  endpoint.mood = 'silent';
  expect(await ask(server, 'What boils water?')).toContain('It boils water within two minutes.');
  endpoint.mood = 'well';
  await expect.poll(() => ask(server, 'Where can I sit down?')).toContain('/chair');
});

test('sections that could not be embedded are tried again, and until then found by their words', async () => {
  const endpoint = await startEmbeddings(...meanings);
  endpoint.mood = 'ill';
  const progress: string[] = [];
  const onProgress = (done: number, of: number): void => void progress.push(`${done}/${of}`);
  const server = await serving(endpoint, docsFolder(docs), { restMs: 20, onProgress });
  expect(await ask(server, 'What boils water?')).toContain('It boils water within two minutes.');
  await expect.poll(() => server.said).toContain('sections not embedded');
  endpoint.mood = 'well';
  await embedded(server);
  expect([progress[0], progress.at(-1)]).toEqual(['0/3', '3/3']);
});

test('stopping does not wait for the endpoint', async () => {
  const endpoint = await startEmbeddings(...meanings);
  endpoint.mood = 'silent';
  const server = await serving(endpoint, docsFolder(docs));
  await server.stop();
  expect(server.said).toEqual([]);
});

test("an embedding model is configured at the language model's address, with or without a language model", () => {
  const env = { DOCENT_MODEL_URL: 'http://127.0.0.1:11434/v1', DOCENT_EMBEDDING_MODEL: 'tiny' };
  expect(readEmbeddingSettings(env)).toEqual({ url: 'http://127.0.0.1:11434/v1', model: 'tiny' });
  expect(readModelSettings(env)).toBeUndefined();
  expect(readEmbeddingSettings({ DOCENT_MODEL_URL: 'http://127.0.0.1:11434/v1', DOCENT_MODEL: 'x' })).toBeUndefined();
  expect(() => readEmbeddingSettings({ DOCENT_EMBEDDING_MODEL: 'tiny' })).toThrow('DOCENT_MODEL_URL is missing');
});

test('the endpoint never receives e-mail addresses or secrets from a question', async () => {
  const endpoint = await startEmbeddings(...meanings);
  const server = await serving(endpoint, docsFolder(docs));
  await embedded(server);
  await ask(server, 'Where can ada@example.com sit down with password=hunter22?');
  expect(endpoint.texts.at(-1)).toBe('Where can [email] sit down with password=[secret]?');
});

test('MASKING accepts only on and off, and off sends the question unchanged', () => {
  const env = { DOCENT_MODEL_URL: 'http://127.0.0.1:1/v1', DOCENT_MODEL: 'tiny' };
  expect(readModelSettings({ ...env, MASKING: 'on' })).not.toHaveProperty('masking');
  expect(readModelSettings({ ...env, MASKING: 'off' })).toHaveProperty('masking', 'off');
  expect(() => readModelSettings({ ...env, MASKING: 'no' })).toThrow('MASKING is wrong: expected on or off.');
});
