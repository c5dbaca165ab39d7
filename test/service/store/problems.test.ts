import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProblems } from '../../../src/service/store/problems.ts';
import { openServiceStore } from '../../../src/service/store/store.ts';
import { docsFolder } from '../folder.ts';

it('problems are kept word for word, and deleted like threads', async () => {
  const url = `sqlite:${join(docsFolder({}), 'serve.db')}`;
  const store = await openServiceStore(url);
  const problem = { domain: 'docs', organization: 'acme', question: 'Why?\0', comment: 'No', reason: 'wrong' } as const;
  for (const at of [10, 60, 50]) await store.saveProblem({ ...problem, id: `p${at}`, pages: ['/a', '/b'], at });
  while (await store.deleteExpired({ now: 0, people: 20, vectors: 0 }));
  const storable = { ...problem, question: 'Why?\ufffd', pages: ['/a', '/b'] };
  expect(await readProblems(url, 50)).toEqual([
    { ...storable, id: 'p50', at: 50 },
    { ...storable, id: 'p60', at: 60 },
  ]);
  expect(await readProblems(url, 0)).toHaveLength(2);
  await store.close();
});
