/**
 * The v1 answer stream (`x-vercel-ai-data-stream`): lines `CODE:JSON`. Events in, lines out, and the way back. Pure.
 */
import {
  type AnswerEncoder,
  type AnswerEvent,
  acceptedReason,
  type EncoderOptions,
  toSearchOutput,
} from './answer-event.ts';

/** The response headers of a v1 stream. */
export const dataStreamHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'x-vercel-ai-data-stream': 'v1',
} as const;

const noUsage = { promptTokens: null, completionTokens: null };

/** Writes one answer as v1: `f:` `0:` … `e:`, then the thread as a `2:` item, then `d:`. */
export function createDataStreamEncoder(options: EncoderOptions): AnswerEncoder {
  let stepOpen = false;
  let thread = '';
  let sources = 0;

  function endStep(finishReason: string): string {
    if (!stepOpen) return '';
    stepOpen = false;
    return line('e', { finishReason, usage: noUsage, isContinued: false });
  }

  function encode(event: AnswerEvent): string {
    switch (event.type) {
      case 'step': {
        const before = endStep('tool-calls');
        stepOpen = true;
        return before + line('f', { messageId: options.messageId });
      }
      case 'text':
        return line('0', event.text);
      case 'search':
        return line('9', { toolCallId: event.call, toolName: 'search', args: { query: event.query ?? '' } });
      case 'found':
        return line('a', { toolCallId: event.call, result: toSearchOutput(event.pages) });
      case 'source': {
        const { path: url, title } = event.page;
        return line('h', { sourceType: 'url', id: `source-${++sources}`, url, ...(title !== undefined && { title }) });
      }
      case 'thread':
        thread = line('2', [{ type: 'finish', threadId: event.id }]);
        return '';
      case 'error':
        return line('3', event.message);
      case 'finish': {
        const finishReason = event.reason === undefined ? 'unknown' : acceptedReason(event.reason);
        return endStep(finishReason) + thread + line('d', { finishReason, usage: noUsage });
      }
      case 'reset':
      case 'thinking':
      case 'abort':
        // v1 has no word for these: an aborted answer ends without `d:`.
        return '';
    }
  }

  return { headers: dataStreamHeaders, keepAlive: '\n', encode, end: () => '' };
}

function line(code: string, payload: unknown): string {
  return `${code}:${JSON.stringify(payload)}\n`;
}
