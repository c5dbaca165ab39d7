/** Asks questions in a terminal. Ctrl+C ends the dialog with Cancelled. */
import { confirm, intro, isCancel, log, note, outro, password, select, text } from '@clack/prompts';

/** The user ended the dialog. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

export interface Dialog {
  begin(title: string): void;
  end(sentence: string): void;
  /** `check` returns what is wrong with the words, or undefined. Pressing Enter alone accepts `suggested`. */
  ask(message: string, check: (words: string) => string | undefined, suggested?: string): Promise<string>;
  /** Does not show what is typed. */
  askSecret(message: string, check: (words: string) => string | undefined): Promise<string>;
  choose<T extends string>(message: string, choices: Readonly<Record<T, string>>): Promise<T>;
  /** Pressing Enter alone accepts `suggested`, by default yes. */
  confirm(message: string, suggested?: boolean): Promise<boolean>;
  say(sentence: string): void;
  warn(sentence: string): void;
  /** Shows a titled note of several lines. */
  show(title: string, lines: readonly string[]): void;
  /** Prints text to copy or open, such as a URL, without wrapping it. */
  print(text: string): void;
}

export function openDialog(): Dialog {
  // clack would wrap at each letter on a pseudo-terminal without a size.
  if (process.stdout.columns === 0) process.stdout.columns = 80;
  return {
    begin: (title) => intro(title),
    end: (sentence) => outro(sentence),
    ask: async (message, check, suggested) => {
      const words = await text({
        message,
        ...(suggested !== undefined && { placeholder: suggested, defaultValue: suggested }),
        validate: (typed = '') => (typed === '' && suggested !== undefined ? undefined : check(typed.trim())),
      });
      return answered(words).trim();
    },
    askSecret: async (message, check) => {
      // Clears on error: hidden text is easier to paste again than to correct.
      const secret = await password({ message, clearOnError: true, validate: (typed = '') => check(typed.trim()) });
      return answered(secret).trim();
    },
    async choose<T extends string>(message: string, choices: Readonly<Record<T, string>>): Promise<T> {
      const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
      const chosen = answered(await select<string>({ message, options }));
      const known = Object.keys(choices) as T[]; // Object.keys returns string[]; these are the record's own keys.
      const found = known.find((key) => key === chosen);
      if (found === undefined) throw new Cancelled();
      return found;
    },
    confirm: async (message, suggested = true) => {
      const answer = await confirm({ message, initialValue: suggested });
      if (typeof answer === 'boolean') return answer;
      throw new Cancelled();
    },
    say: (sentence) => log.success(sentence),
    warn: (sentence) => log.warn(sentence),
    show: (title, lines) => note(lines.join('\n'), title),
    print: (text) => void process.stdout.write(`\n${text}\n\n`),
  };
}

function answered(answer: string | symbol): string {
  if (isCancel(answer) || typeof answer === 'symbol') throw new Cancelled();
  return answer;
}
