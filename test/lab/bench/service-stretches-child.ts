/** Runs the service on the hostile inputs one after another and prints the longest stretch of each as a line of JSON. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type DocsServer, startDocsServer } from '../../../src/service/service.ts';
import { silent } from '../../fakes/logger.ts';
import type { Sent } from './hostile-client.ts';
import { hostileOutputs, hostilePages, hostileRequests } from './hostile-service-inputs.ts';
import { longestStretch } from './longest-stretch.ts';
import type { ServiceStretch } from './service-stretches.ts';

const pattern = new RegExp(process.argv[2] ?? '');
const largeDocs = fileURLToPath(new URL('../../../node_modules/ai/docs', import.meta.url));
const smallDocs = fileURLToPath(new URL('../../../docs', import.meta.url));
const question = asking('What is the kettle?');
const modelQuestion = asking('How do I connect Docent to Slack?');

const client = new Worker(new URL('./hostile-client.ts', import.meta.url));
const model = new Worker(new URL('./hostile-model.ts', import.meta.url));
const [modelUrl] = await once(model, 'message');

await withService(largeDocs, {}, async (service) => {
  // Warm up: compile the code before anything is measured.
  for (let time = 0; time < 20; time += 1) await send(service, question);
  for (const { name, body, times, reason, operation } of hostileRequests.filter((request) =>
    pattern.test(request.name),
  )) {
    const sent = body();
    await printStretch(name, () => send(service, sent, times, operation), reason);
  }
});
for (const { name, file, text } of hostilePages.filter((page) => pattern.test(page.name))) {
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, 'other.md'), '# Other\n\nMore.\n');
  await printStretch(name, () => withService(folder, {}, (service) => send(service, question)));
  rmSync(folder, { recursive: true, force: true });
}
for (const { name } of hostileOutputs.filter((output) => pattern.test(output.name))) {
  const env = { DOCENT_MODEL_URL: modelUrl, DOCENT_MODEL: name };
  await withService(smallDocs, env, async (service) => {
    // Warm up the code for models, too.
    await send(service, modelQuestion);
    await printStretch(name, () => send(service, modelQuestion));
  });
}
await Promise.all([client.terminate(), model.terminate()]);

function asking(content: string): string {
  return JSON.stringify({ fp: 'bench', messages: [{ id: '1', role: 'user', content, parts: [] }] });
}

async function withService<T>(
  docsDir: string,
  env: Readonly<Record<string, string>>,
  act: (service: DocsServer) => Promise<T>,
): Promise<T> {
  const limits = { perKeyAndMonth: 100_000, perOrganizationAndHour: 100_000, perAddressAndDay: 100_000 };
  const service = await startDocsServer({ docsDir, domain: 'docs', port: 0, env, logger: silent, limits });
  try {
    return await act(service);
  } finally {
    await service.stop();
  }
}

/** Resolves to the number of characters received. */
async function send({ url, key }: DocsServer, body: string, times = 1, operation?: 'search'): Promise<number> {
  const path = operation ? '/v1/search/docs' : '/v1/assistant/docs/message';
  client.postMessage({ url: `${url}${path}`, key, body, times } satisfies Sent);
  const [chars] = await once(client, 'message');
  return Number(chars);
}

async function printStretch(input: string, act: () => Promise<number>, reason?: string): Promise<void> {
  const { longestMs, result } = await longestStretch(act);
  const stretch: ServiceStretch = { input, longestMs, answerChars: result, ...(reason && { reason }) };
  process.stdout.write(`${JSON.stringify(stretch)}\n`);
}
