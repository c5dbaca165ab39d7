/** The steps of the assistant: its address, domain and key, tried before they are saved. */
import { v } from '../../config/variables.ts';
import { type AssistantCheck, createAssistant } from '../../docs-api/assistant.ts';
import { checkFor } from './checked.ts';
import type { Dialog } from './dialog.ts';
import type { Values } from './slack-steps.ts';

const found: Readonly<Record<Exclude<AssistantCheck, 'ready'>, string>> = {
  unreachable: 'Nobody answers at that address.',
  unauthorized: 'The assistant refuses the key.',
  not_found: 'The assistant knows no such domain.',
};

/** Time limits of a check; no question is asked. */
const limits = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 5_000 };

export async function setUpAssistant(dialog: Dialog): Promise<Values> {
  dialog.show('What answers', [
    'A hosted documentation assistant, or your own. It has an address, a domain and an API key; docent serve DIR prints all three.',
  ]);
  let url: string | undefined;
  let domain: string | undefined;
  for (;;) {
    url = await dialog.ask('Its address, without /v1 and what follows', checkFor(v.assistantUrl), url);
    const where = 'Its domain, the last part of its dashboard’s address';
    domain = await dialog.ask(where, checkFor(v.assistantDomain), domain);
    const apiKey = await dialog.askSecret('Its API key', checkFor(v.assistantApiKey));
    const assistant = createAssistant({ url: url.replace(/\/+$/, ''), domain, apiKey, apiVersion: 'v1', ...limits });
    const check = await assistant.check().finally(() => assistant.close());
    const values = { ASSISTANT_URL: url, ASSISTANT_DOMAIN: domain, ASSISTANT_API_KEY: apiKey };
    if (check === 'ready') {
      dialog.say('The assistant is there and takes the key');
      return values;
    }
    dialog.warn(found[check]);
    if (await dialog.confirm('Keep it all the same?', false)) return values;
  }
}
