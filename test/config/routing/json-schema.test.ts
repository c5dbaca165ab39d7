import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { routingFileSchema } from '../../../src/config/routing/schema.ts';

const shipped = join(import.meta.dirname, '../../../docs/docent.schema.json');

// To write it anew: npx vitest run test/config/routing/json-schema.test.ts -u
it('the JSON Schema for editors is the one that the bot checks by', async () => {
  const schema = { title: 'docent.yaml', ...z.toJSONSchema(routingFileSchema, { io: 'input' }) };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(shipped);
});
