/** What is tried out on Slack only: streams as others see them, and the shapes that Slack does not document. */
import { PlatformError } from '../../bot/core/model/errors.ts';
import { refusalOf } from '../../bot/platforms/slack/errors.ts';
import { maxStreamBytes } from '../../bot/platforms/slack/outbound/render.ts';
import { isObject, valueAt } from '../../kit/base/json.ts';
import { type Finding, type LiveCheck, ok, skipped } from './checks.ts';
import { type OpenStream, type Trial, toBody } from './trial.ts';

const streamDocs = 'docs/slack-streaming.md';
const shapeDocs = 'docs/decisions/sandbox.md';
const readWords = 6;
/** As many words as a person is shown, and the pause before each. */
const shownWords = 60;
const wordPauseMs = 1_500;
const chunk = 'Docent tries out how long a streamed message may be. '.repeat(20).slice(0, 1_000);
const maxChunks = 14;
/** Deeper than Slack nests anything. */
const maxPathChars = 200;

export const slackChecks: readonly LiveCheck[] = [
  {
    name: 'Stream, read back',
    fact: 'Does Slack’s API show others a stream while it grows?',
    documented: streamDocs,
    run: (trial) =>
      streaming(trial, async ({ message, append }) => {
        let seen = 1;
        for (let n = 2; n <= readWords; n += 1) {
          await append(wordOf(n));
          const shown = (await trial.read(message)) ?? '';
          seen = Math.max(seen, ...[...shown.matchAll(/word-(\d)/g)].map(([, word]) => Number(word)));
        }
        if (seen > 1) return { ...ok(`others could read ${seen} of ${readWords} words while it grew`), stream: 'read' };
        return {
          state: 'warning',
          detail: 'others could read only its beginning until it ended',
          stream: 'hidden',
        };
      }),
  },
  {
    name: 'Stream, watched',
    fact: 'Does somebody other than the asker see a stream grow?',
    documented: streamDocs,
    async run(trial) {
      const { onlooker, clock, signal } = trial;
      const here = await trial.post(toBody('Docent tries out a stream below: watch it.'));
      const isWatched = await onlooker.asks(
        `Ask somebody other than the one who pressed to open ${trial.linkTo(here)} Do they see the thread?`,
      );
      if (!isWatched) return skipped;
      return streaming(trial, async ({ append }) => {
        let isOver = false;
        const answer = onlooker.asks('Words are coming. Do they see them one after another? n: only the first ones.');
        const answered = answer.finally(() => {
          isOver = true;
        });
        for (let n = 2; n <= shownWords && !isOver && !signal.aborted; n += 1) {
          await append(wordOf(n));
          await Promise.race([answered, clock.wait(wordPauseMs, signal)]);
        }
        const sees = await answered;
        if (sees === undefined) return skipped;
        if (sees) return { ...ok('somebody else saw it grow'), stream: 'seen' };
        return { state: 'warning', detail: 'somebody else saw only its beginning until it ended', stream: 'hidden' };
      });
    },
  },
  {
    name: 'Longest stream',
    fact: 'How many bytes does a streamed message take?',
    documented: streamDocs,
    run: (trial) =>
      streaming(trial, async ({ append }) => {
        for (let sent = 1; sent <= maxChunks; sent += 1) {
          try {
            await append(chunk);
          } catch (error) {
            if (refusalOf(error) !== 'msg_too_long') throw error;
            const bytes = (sent - 1) * chunk.length;
            const detail = `about ${bytes} bytes; Docent uses ${maxStreamBytes}`;
            return { state: bytes < maxStreamBytes ? 'warning' : 'ok', detail };
          }
        }
        return ok(`at least ${maxChunks * chunk.length} bytes; Docent uses ${maxStreamBytes}`);
      }),
  },
  {
    name: 'Forwarded message',
    fact: 'Does a forward from a channel that Docent cannot see name that channel?',
    documented: shapeDocs,
    run: (trial) =>
      ofPerson(trial, 'Forward into the thread a message from a channel that Docent is not in.', (message) => {
        const [path] = sharesIn(message);
        if (path === undefined) return undefined;
        const isNamed = valueAt(firstAttachment(message), 'channel_id') !== undefined;
        return ok(isNamed ? 'it names its channel' : 'it names no channel: Docent takes it for private');
      }),
  },
  {
    name: 'Forwarded forward',
    fact: 'How does Slack nest a forward of a forward?',
    documented: shapeDocs,
    run: (trial) =>
      ofPerson(trial, 'Forward into the thread a message that is itself a forward.', (message) => {
        const paths = sharesIn(message);
        return paths.length === 0 ? undefined : ok(`shared messages are at ${paths.join(', ')}`);
      }),
  },
  {
    name: 'Edited table',
    fact: 'Does an edit of a table alone set `edited`?',
    documented: shapeDocs,
    run: (trial) =>
      ofPerson(trial, 'Paste a table into the thread, send it, then change one of its cells only.', (message) => {
        const isTable = JSON.stringify(message).includes('"type":"table"');
        if (!isTable) return undefined;
        return ok(valueAt(message, 'edited') === undefined ? 'it does not: Docent ignores the edit' : 'it does');
      }),
  },
];

/** Starts a stream for the person who pressed, or for anyone in the channel. */
async function streaming(trial: Trial, write: (stream: OpenStream) => Promise<Finding>): Promise<Finding> {
  const { witness, presses, place } = trial;
  const reader = presses.presser() ?? (await witness.people?.someone(place));
  if (reader === undefined) return { state: 'skipped', detail: 'nobody else is in the channel' };
  try {
    return await trial.stream(reader, wordOf(1), write);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code !== 'not_streaming') throw error;
    const detail = `Slack refuses it (${refusalOf(error) ?? 'no such method'}), so Docent edits`;
    return { state: 'warning', detail, stream: 'refused' };
  }
}

function wordOf(n: number): string {
  return `word-${n}. `;
}

/** Asks for a message in the thread. `read`: undefined if it is not the one that was asked for. */
async function ofPerson(
  { onlooker, witness, thread, ...trial }: Trial,
  request: string,
  read: (message: object) => Finding | undefined,
): Promise<Finding> {
  const here = await trial.post(toBody('Docent tries out what you write below.'));
  if (!(await onlooker.asks(`${request} The thread: ${trial.linkTo(here)} Is it there?`))) return skipped;
  const [message] = (await witness.people?.written(thread))?.slice(-1) ?? [];
  return (message && read(message)) ?? { state: 'warning', detail: 'the newest message of the thread is another one' };
}

function firstAttachment(message: object): unknown {
  const attachments = valueAt(message, 'attachments');
  return Array.isArray(attachments) ? attachments[0] : undefined;
}

/** Where shared messages are in a message: `attachments`, `attachments.message_blocks.message.attachments`. Names of fields only. */
export function sharesIn(message: object): readonly string[] {
  const found = new Set<string>();
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: message, path: '' }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { value, path } = at;
    if (Array.isArray(value)) open.push(...value.map((item) => ({ value: item, path })));
    if (!isObject(value)) continue;
    if (value.is_share === true || value.is_msg_unfurl === true) found.add(path);
    for (const [name, inner] of Object.entries(value)) {
      const deeper = path === '' ? name : `${path}.${name}`;
      if (/^[a-z_]+$/.test(name) && deeper.length <= maxPathChars) open.push({ value: inner, path: deeper });
    }
  }
  return [...found].toSorted();
}
