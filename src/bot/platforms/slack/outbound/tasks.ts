/**
 * Shows searches as tasks of a streamed message, with the pages they found as sources.
 * Source: docs.slack.dev reference/methods/chat.appendStream (task_update), 2026-11-21.
 */

import { misleads } from '../../../../kit/markdown/link-labels.ts';
import { nameOf, type Source } from '../../../core/model/source.ts';
import type { Step } from '../../../core/model/step.ts';
import { plainText, safeUrl } from './escape.ts';

export interface Task {
  type: 'task_update';
  id: string;
  title: string;
  status: 'in_progress' | 'complete';
  sources?: Page[];
}

interface Page {
  type: 'url';
  url: string;
  text: string;
}

/** Maximum bytes of all tasks in a message. The limit for its text leaves room for them. */
const maxBytes = 1_500;

export function toTask({ id, title, pages }: Step): Task {
  const sources = pages?.flatMap(toPage) ?? [];
  return {
    type: 'task_update',
    id,
    title: plainText(title),
    status: pages ? 'complete' : 'in_progress',
    ...(sources.length > 0 && { sources }),
  };
}

/** New or changed steps, each with as many of its pages as fit. */
export function stepsToAppend(steps: readonly Step[], appended: readonly Step[]): readonly Step[] {
  const sent = [...appended];
  for (const step of steps) {
    if (sent.some(({ id, pages }) => id === step.id && (pages !== undefined || step.pages === undefined))) continue;
    const fitting = variantsOf(step).find((variant) => bytesOf([...sent, variant]) <= maxBytes);
    if (fitting) sent.push(fitting);
  }
  return sent.slice(appended.length);
}

/** The step with all its pages, then with ever fewer, down to none. */
function variantsOf(step: Step): readonly Step[] {
  const { pages } = step;
  return pages
    ? [...pages.keys(), pages.length].reverse().map((count) => ({ ...step, pages: pages.slice(0, count) }))
    : [step];
}

/** The bytes of the tasks as sent, with room for completing those that are still running. */
function bytesOf(steps: readonly Step[]): number {
  const ends = steps.filter(({ id, pages }) => !pages && !steps.some((other) => other.id === id && other.pages));
  return [...steps, ...ends].reduce((sum, step) => sum + Buffer.byteLength(JSON.stringify(toTask(step))), 0);
}

function toPage(source: Source): Page[] {
  const { url } = source;
  const target = url === undefined ? undefined : safeUrl(url);
  if (!target || !/^https?:$/.test(target.protocol)) return [];
  const name = plainText(nameOf(source));
  return [
    {
      type: 'url',
      url: target.href.replaceAll('@', '%40'),
      text: misleads(name, target) ? `${name} (${target.host})` : name || target.host,
    },
  ];
}
