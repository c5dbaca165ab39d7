/** The setup steps for the assistant: its URL, domain and key, checked before they are saved. */
import { v } from '../../bot/config/variables.ts';
import { type AssistantCheck, createAssistant } from '../../bot/docs-api/assistant.ts';
import { checkFor } from './checked.ts';
import type { Dialog } from './dialog.ts';
import type { Values } from './slack-steps.ts';

const found: Readonly<Record<Exclude<AssistantCheck, 'ready'>, string>> = {
  unreachable: 'Nothing answers at that URL.',
  unauthorized: 'The assistant rejected the key.',
  not_found: 'The assistant does not know this domain.',
};

/** Time limits of a check; no question is asked. */
const limits = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 5_000 };

export async function setUpAssistant(dialog: Dialog): Promise<Values> {
  dialog.show('What answers', [
    'A hosted documentation assistant, or your own. It has a URL, a domain and an API key; docent serve DIR prints all three.',
  ]);
  let url: string | undefined;
  let domain: string | undefined;
  for (;;) {
    url = await dialog.ask('Its URL, up to but not including /v1', checkFor(v.assistantUrl), url);
    const where = 'Its domain, the last part of its dashboard’s URL';
    domain = await dialog.ask(where, checkFor(v.assistantDomain), domain);
    const apiKey = await dialog.askSecret('Its API key', checkFor(v.assistantApiKey));
    const assistant = createAssistant({ url: url.replace(/\/+$/, ''), domain, apiKey, apiVersion: 'auto', ...limits });
    const check = await assistant.check().finally(() => assistant.close());
    const values = { ASSISTANT_URL: url, ASSISTANT_DOMAIN: domain, ASSISTANT_API_KEY: apiKey };
    if (check === 'ready') {
      dialog.say('The assistant is reachable and accepts the key');
      return values;
    }
    dialog.warn(found[check]);
    if (await dialog.confirm('Keep it anyway?', false)) return values;
  }
}
