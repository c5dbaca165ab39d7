import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { routingFileSchema } from '../../../../src/bot/config/routing/schema.ts';

const shipped = join(import.meta.dirname, '../../../../docs/docent.schema.json');

// To update it: npx vitest run test/bot/config/routing/json-schema.test.ts -u
it('the JSON Schema for editors matches the schema of the bot', async () => {
  const schema = { title: 'docent.yaml', ...z.toJSONSchema(routingFileSchema, { io: 'input' }) };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(shipped);
});
