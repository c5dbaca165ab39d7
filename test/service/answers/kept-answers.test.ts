/** Answers that the team keeps as pages of the docs. */
import { expect, test } from 'vitest';
import { asking, post, started, textOf } from '../asking.ts';
import { docsFolder } from '../folder.ts';

function kept(fields: string, text: string): string {
  return `---\ntitle: How do I descale the kettle?\nkind: answer\ndate: 2026-05-03\nsite: default\n${fields}---\n\n${text}\n`;
}

const docs = {
  'descale.md': '# Descale the kettle\n\nDescale the kettle with citric acid. How do I descale the kettle? With acid.',
  'answers/descale.md': kept('', 'Use **vinegar**.\n\n## Afterwards\n\n- Rinse it twice.'),
};

async function answer(files: Readonly<Record<string, string>>, question: string): Promise<string> {
  const server = await started({ docsDir: docsFolder(files), domain: 'kettle' });
  return textOf(await (await post(server, asking(question))).text());
}

test('a kept answer goes before any other to the same question, word for word', async () => {
  const said = await answer(docs, 'how can I descale the kettle');
  expect(said).toBe('Use **vinegar**.\n\n**Afterwards**\n\n- Rinse it twice.\n\n_From the team, 3 May 2026._');
});

test('another question, and what its readers may not see, are answered from the docs', async () => {
  expect(await answer(docs, 'How do I not descale the kettle?')).not.toContain('From the team');
  const limited = { ...docs, 'answers/descale.md': kept('groups: [staff]\n', 'Use **vinegar**.') };
  expect(await answer(limited, 'How do I descale the kettle?')).toMatch(/citric acid/);
  const plain = { ...docs, 'answers/descale.md': docs['answers/descale.md'].replace('kind: answer\n', '') };
  expect(await answer(plain, 'How do I descale the kettle?')).not.toContain('From the team');
});

test('a kept answer says in the language of the question whose it is', async () => {
  const german = kept('', 'Mit **Essig**.').replace(
    'How do I descale the kettle?',
    'Wie kann ich den Wasserkocher entkalken?',
  );
  expect(await answer({ 'essig.md': german }, 'Wie kann ich den Wasserkocher entkalken?')).toBe(
    'Mit **Essig**.\n\n_Vom Team, 3. Mai 2026._',
  );
});
