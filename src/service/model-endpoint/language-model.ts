/** The language model at an endpoint that supports OpenAI's chat protocol. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai';
import type { ModelSettings } from './settings.ts';

/** `send` sends its requests. */
export function openLanguageModel(settings: ModelSettings, send: typeof fetch): Exclude<LanguageModel, string> {
  // Turns off the library's console warnings; real problems are failures.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  const provider = createOpenAICompatible({
    name: 'docs',
    baseURL: settings.url,
    includeUsage: true,
    fetch: send,
    ...(settings.key !== undefined && { apiKey: settings.key }),
  });
  // Some endpoints send a model's reasoning as part of its text.
  const thinking = extractReasoningMiddleware({ tagName: 'think' });
  return wrapLanguageModel({ model: provider(settings.model), middleware: thinking });
}
