/** Asks the language model that the settings name once: for `docent doctor`, and at the start of `docent serve`. */
import type { SetupCheck } from '../bot/core/model/setup-check.ts';
import type { Env } from '../kit/settings/reader.ts';
import { DocsServerError } from '../service/errors.ts';
import { checkModel } from '../service/model-endpoint/model-check.ts';
import { readModelSettings } from '../service/model-endpoint/settings.ts';
import { asTyped } from './terminal/as-typed.ts';
import type { CommandIo } from './terminal/command.ts';

/** No check if the settings name no model. */
export async function modelChecks(env: Env, signal: AbortSignal): Promise<readonly SetupCheck[]> {
  const name = 'Language model';
  try {
    const settings = readModelSettings(env);
    if (!settings) return [];
    const { detail, ...check } = await checkModel(settings, signal);
    return [{ name, ...check, detail: `${settings.model} ${detail}` }];
  } catch (error) {
    if (!(error instanceof DocsServerError)) throw error;
    return [{ name, state: 'failed', detail: error.message.replaceAll('\n', '; ') }];
  }
}

/** Prints what is wrong; nothing if the model answers. */
export async function tellModelProblem(env: Env, io: Pick<CommandIo, 'env' | 'err' | 'signal'>): Promise<void> {
  for (const { state, detail, remedy = '' } of await modelChecks(env, io.signal)) {
    if (state !== 'ok' && !io.signal.aborted) io.err(asTyped(`The model ${detail}. ${remedy}\n`, io.env));
  }
}
