/** What is tried out on each platform: which fact each check decides, and where the docs state it. */

import { PlatformError } from '../../bot/core/model/errors.ts';
import type { SetupCheck } from '../../bot/core/model/setup-check.ts';
import { idOf, newKey, type Trial, toBody } from './trial.ts';

export interface Finding extends Pick<SetupCheck, 'state' | 'detail' | 'remedy'> {
  /** What others see of a stream. */
  readonly stream?: StreamSeen;
}

/** refused: no stream may be started. hidden: others see its beginning and its end. read: the API shows it growing. seen: a person saw it grow. */
export type StreamSeen = 'refused' | 'hidden' | 'read' | 'seen';

export interface LiveCheck {
  readonly name: string;
  /** What it decides, as a question. */
  readonly fact: string;
  /** Where the docs say what Docent relies on. */
  readonly documented: string;
  /** Fails with PlatformError if the platform refuses a call. */
  run(trial: Trial): Promise<Finding>;
}

/** More than any burst that Docent would use. */
const maxEdits = 30;
const maxFileBytes = 20_000;
export const skipped: Finding = { state: 'skipped', detail: 'skipped' };

export const checks: readonly LiveCheck[] = [
  {
    name: 'Edits',
    fact: 'Do others read the edited text?',
    documented: 'docs/freshness.md',
    async run(trial) {
      const message = await trial.post(toBody('Docent tries out an edit: kettle.'));
      await trial.edit(message, toBody('Docent tries out an edit: teapot.'));
      const shown = await trial.read(message);
      if (shown?.includes('teapot')) return ok('others read the edited text');
      return { state: 'failed', detail: 'others read the text as it was before the edit' };
    },
  },
  {
    name: 'Repeated posts',
    fact: 'Does a post that is repeated with the same key make no second message?',
    documented: 'docs/decisions/sdk-traps.md',
    async run(trial) {
      const [body, key] = [toBody('Docent tries out a repeated post.'), newKey()];
      const first = await trial.post(body, key);
      const second = await trial.post(body, key, true);
      if (first === second) return ok('they make no second message');
      return { state: 'warning', detail: 'they make a second message, so a lost response may double an answer' };
    },
  },
  {
    name: 'Longest message',
    fact: 'Is the longest message that Docent sends accepted, posted and edited?',
    documented: 'docs/how-it-works.md',
    async run(trial) {
      const longest = longestBody(trial);
      const message = await trial.post(toBody(longest));
      await trial.edit(message, toBody(longest.replace('.', '!')));
      return ok(`${longest.length} characters can be posted and edited`);
    },
  },
  {
    name: 'Deletions',
    fact: 'Is a deleted message gone for others?',
    documented: 'docs/threads.md',
    async run(trial) {
      const message = await trial.post(toBody('Docent tries out a deletion.'));
      await trial.remove(message);
      if ((await trial.read(message)) === undefined) return ok('a deleted message is gone for others');
      return { state: 'failed', detail: 'a deleted message can still be read' };
    },
  },
  {
    name: 'Button and form',
    fact: 'Do presses and forms reach Docent?',
    documented: 'docs/feedback.md',
    async run({ onlooker, presses, ...trial }) {
      if (presses.missing !== undefined) return { ...skipped, detail: presses.missing };
      const message = await trial.post(toBody('Docent tries out its buttons.', { controls: presses.controls }));
      const request = `Press “Not helpful” under ${trial.linkTo(message)}, choose a reason and send the form.`;
      const pressed = await onlooker.awaits(request, Promise.race([presses.pressed, presses.sent]));
      if (pressed === undefined) return { ...skipped, detail: 'no press arrived' };
      const sent = await onlooker.awaits('The press has arrived. Now send the form.', presses.sent);
      if (sent) return ok('the press and the form have arrived');
      return { state: 'warning', detail: 'the press has arrived, and no form' };
    },
  },
  {
    name: 'Attached file',
    fact: 'Can Docent read a file that somebody attaches?',
    documented: 'docs/privacy.md',
    async run({ platform, thread, onlooker, ...trial }) {
      const here = await trial.post(toBody('Docent tries out files: attach one to a message in this thread.'));
      const isThere = await onlooker.asks(
        `Attach a small text file to a message in the thread ${trial.linkTo(here)}. Is it there?`,
      );
      if (!isThere || !platform.threads || !platform.files) return skipped;
      const id = idOf(await trial.post(toBody('Thank you.')));
      const question = { id: `${platform.name}:${id}`, eventId: id, thread, asker: '', text: '', askedAt: 0 };
      const earlier = await platform.threads.earlierIn(thread, { ...question, addressed: 'mention' });
      if (earlier === 'unread') return { state: 'failed', detail: 'the messages of the thread cannot be read' };
      const file = earlier.flatMap(({ files = [] }) => files).at(-1);
      const bytes = file && (await platform.files.read(file, maxFileBytes, thread));
      if (bytes) return ok(`${bytes.length} bytes of it were read`);
      return { state: 'failed', detail: file ? 'it cannot be read' : 'it was not found in the thread' };
    },
  },
];

/** Last, since it uses up what it measures. */
export const limitCheck: LiveCheck = {
  name: 'Edits at once',
  fact: 'How many edits does the platform accept without a pause?',
  documented: 'docs/decisions/rate-limiter.md',
  async run(trial) {
    const { platform, thread, signal } = trial;
    const message = await trial.post(toBody('Docent tries out how many edits are accepted.'));
    const [budget] = platform.budgets('edit', thread);
    for (let accepted = 0; accepted < maxEdits && !signal.aborted; accepted += 1) {
      try {
        // Without the rate limiter, which would wait.
        await platform.edit(thread, message, toBody(`Edit ${accepted + 1}.`));
      } catch (error) {
        if (!(error instanceof PlatformError) || error.code !== 'rate_limited') throw error;
        const waitMs = error.waitMs ?? 0;
        trial.pause('edit', waitMs);
        const reported = budget?.reported?.() && platform.budgets('edit', thread)[0];
        const size = reported ? `; the reported limit is ${reported.limit} in ${seconds(reported.windowMs)}` : '';
        return ok(`${accepted}, then a pause of ${seconds(waitMs)}${size}`);
      }
    }
    return ok(`all ${maxEdits} were accepted`);
  },
};

export function ok(detail: string): Finding {
  return { state: 'ok', detail };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** The longest text of this kind that fits into one message, by halving. */
function longestBody({ platform }: Trial): string {
  const text = 'Docent tries out a long message. '.repeat(400);
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (platform.fits(toBody(text.slice(0, middle)))) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, fits);
}
