/**
 * The setup steps for what answers: a service that runs already (its URL, domain and key, checked before they are saved), or docs
 * that `docent start` serves itself.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { codeOfListening } from '../../bot/app/doctor.ts';
import { v } from '../../bot/config/variables.ts';
import { type AssistantCheck, createAssistant } from '../../bot/docs-api/assistant.ts';
import { createKey } from '../../service/keys.ts';
import type { ProjectSettings } from '../../service/service.ts';
import { v as service } from '../../service/variables.ts';
import { UsageError } from '../terminal/command.ts';
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

/** `projectOf`: what a folder or an address means; it fails with UsageError. */
export async function setUpAssistant(dialog: Dialog, projectOf: ProjectOf): Promise<Values> {
  const choice = await dialog.choose('What should answer?', {
    own: 'Docs of mine: a folder on this machine, a git repository, or a website',
    service: 'A documentation service: a hosted one, or docent serve elsewhere',
  });
  return choice === 'own' ? serveOwnDocs(dialog, projectOf) : askForService(dialog);
}

type ProjectOf = (given: string) => ProjectSettings;

/** The key is permanent: it is made here, and nobody else needs it. */
async function serveOwnDocs(dialog: Dialog, projectOf: ProjectOf): Promise<Values> {
  for (;;) {
    const given = await dialog.ask(
      'The folder, or the address of the repository (https://….git#branch) or the website',
      checkDocs(projectOf),
    );
    const { source, domain } = projectOf(given);
    const folder = 'folder' in source ? resolve(source.folder) : undefined;
    if (folder !== undefined && !(await isFolder(folder))) {
      dialog.warn(`There is no folder ${folder}.`);
      continue;
    }
    const site = await dialog.ask(
      'Where are these docs published? Answers link there. Press Enter if they are not',
      checkSite,
      '',
    );
    const port = await freePort();
    dialog.say('docent start will serve these docs itself, to this bot alone');
    return {
      DOCENT_DOCS: folder ?? given,
      ASSISTANT_URL: `http://127.0.0.1:${port}`,
      ASSISTANT_DOMAIN: domain,
      ASSISTANT_API_KEY: createKey('assistant'),
      ...(site !== '' && { DOCS_SITE_URL: site }),
    };
  }
}

function checkDocs(projectOf: ProjectOf): (words: string) => string | undefined {
  return (words) => {
    if (words === '') return 'Expected a folder, or an address.';
    try {
      projectOf(words);
      return undefined;
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  };
}

function checkSite(words: string): string | undefined {
  return words === '' ? undefined : checkFor(service.siteUrl)(words);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** The usual one, or one of the next if something listens there. */
async function freePort(): Promise<number> {
  for (const port of ports) if ((await codeOfListening('127.0.0.1', port)) === undefined) return port;
  return ports[0];
}

const ports = [8080, 8081, 8082, 8083, 8084] as const;

async function askForService(dialog: Dialog): Promise<Values> {
  dialog.show('The service', ['It has a URL, a domain and an API key; docent serve DIR prints all three.']);
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
