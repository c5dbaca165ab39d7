/**
 * The v2 answer stream (`x-vercel-ai-ui-message-stream`): server-sent events, one JSON object each. Events in, body
 * text out, and the way back. Pure.
 */
import {
  type AnswerEncoder,
  type AnswerEvent,
  acceptedReason,
  type EncoderOptions,
  toSearchOutput,
} from './answer-event.ts';

/** The response headers of a v2 stream. */
export const uiMessageStreamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
} as const;

/** Writes one answer as v2: `start`, steps with text blocks, `finish` with the thread as metadata, `[DONE]`. */
export function createUiMessageStreamEncoder(options: EncoderOptions): AnswerEncoder {
  let started = false;
  let stepOpen = false;
  let threadId: string | undefined;
  let sources = 0;
  const open = new Set<number>();

  function start(): string {
    if (started) return '';
    started = true;
    return chunk({ type: 'start', messageId: options.messageId });
  }

  function endStep(): string {
    if (!stepOpen) return '';
    stepOpen = false;
    const ends = [...open].map((block) => chunk({ type: 'text-end', id: `text-${block}` }));
    open.clear();
    return `${ends.join('')}${chunk({ type: 'finish-step' })}`;
  }

  function textOf(block: number, delta: string): string {
    const id = `text-${block}`;
    const begin = open.has(block) ? '' : chunk({ type: 'text-start', id });
    open.add(block);
    return begin + chunk({ type: 'text-delta', id, delta });
  }

  function finish(reason: string | undefined): string {
    const finishReason = reason !== undefined && { finishReason: acceptedReason(reason) };
    const messageMetadata = threadId !== undefined && { messageMetadata: { threadId } };
    return endStep() + chunk({ type: 'finish', ...finishReason, ...messageMetadata });
  }

  function body(event: AnswerEvent): string {
    switch (event.type) {
      case 'step': {
        const before = endStep();
        stepOpen = true;
        return before + chunk({ type: 'start-step' });
      }
      case 'text':
        return textOf(event.block, event.text);
      case 'search':
        return chunk({
          type: 'tool-input-available',
          toolCallId: event.call,
          toolName: 'search',
          input: { query: event.query ?? '' },
        });
      case 'found':
        return chunk({ type: 'tool-output-available', toolCallId: event.call, output: toSearchOutput(event.pages) });
      case 'source': {
        const { path: url, title } = event.page;
        return chunk({
          type: 'source-url',
          sourceId: `source-${++sources}`,
          url,
          ...(title !== undefined && { title }),
        });
      }
      case 'thread':
        threadId = event.id;
        return '';
      case 'error':
        return chunk({ type: 'error', errorText: event.message });
      case 'abort':
        return chunk({ type: 'abort' });
      case 'finish':
        return finish(event.reason);
      case 'reset':
      case 'thinking':
        // Older clients fail on reset-step, and reasoning is not shown.
        return '';
    }
  }

  return {
    headers: uiMessageStreamHeaders,
    keepAlive: ': keep-alive\n\n',
    encode: (event) => start() + body(event),
    end: () => `${start()}data: [DONE]\n\n`,
  };
}

function chunk(payload: object): string {
  return `data: ${JSON.stringify(payload)}\n\n`;
}
