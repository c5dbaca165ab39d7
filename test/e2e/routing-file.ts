/** A routing file for the bot of a world. */
import { type Routing, readRouting } from '../../src/bot/config/config.ts';
import { loadRouting } from '../../src/bot/config/routing/load.ts';
import { type World, withoutAiNotice } from './world.ts';

/** The file as the bot reads it, together with the site that the world knows. */
export function routingOf({ assistant }: World, text: string): Routing {
  const loaded = loadRouting(text);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const { url, domain, apiKey } = assistant;
  const { routing } = loaded;
  const defaults = { ...withoutAiNotice.defaults, ...routing.file.defaults };
  const read = readRouting(
    { ASSISTANT_URL: url, ASSISTANT_DOMAIN: domain, ASSISTANT_API_KEY: apiKey },
    { ...routing, file: { ...routing.file, defaults } },
  );
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}
