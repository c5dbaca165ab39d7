import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../../src/bot/config/config.ts';
import { loadRouting } from '../../../../src/bot/config/routing/load.ts';
import { routingFileSchema } from '../../../../src/bot/config/routing/schema.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/routing.md'), 'utf8');
const [smallest = '', whole = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example]) => example);

it('the smallest example in docs/routing.md is a valid routing file', () => {
  expect(loadRouting(smallest)).toMatchObject({ ok: true });
});

it('Docent can start with the complete example in docs/routing.md', () => {
  const loaded = loadRouting(whole);
  expect(loaded).toMatchObject({ ok: true });
  const env = {
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: 'xapp-1',
    ASSISTANT_URL: 'https://a.example',
    PRODUCT_API_KEY: 'p',
    HANDBOOK_API_KEY: 'h',
    PRODUCT_DEPLOY_TOKEN: 'd',
  };
  const read = loaded.ok ? readConfig(env, loaded.routing) : undefined;
  expect(read).toMatchObject({ ok: true, config: { assistant: { domain: 'product-docs' } } });
});

it('every setting of a rule has a row in docs/routing.md', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  // Discord servers have all settings of other places, and more for forums.
  const { name: _, ...settings } = routingFileSchema.shape.discord.unwrap().shape.servers.unwrap().valueType.shape;
  expect(rows).toEqual(Object.keys(settings));
});
