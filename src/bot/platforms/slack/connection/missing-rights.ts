/** Reports what Slack refused because the app lacks a scope or a permission, with the step that fixes it. */
import type { ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { OperatorNotice } from '../../../core/ports/handlers.ts';
import { missingScopeIn, refusalOf } from '../errors.ts';
import { scopesAdvice } from './scopes.ts';

export class MissingRights {
  readonly #report: (right: OperatorNotice) => void;
  /** Missing scopes already reported at start, in one notice. */
  #atStart: readonly string[] = [];

  constructor(report: (right: OperatorNotice) => void) {
    this.#report = report;
  }

  /** Returns the sentence for the operator; undefined when nothing is missing. */
  atStart(scopes: readonly string[]): string | undefined {
    this.#atStart = scopes;
    if (scopes.length === 0) return undefined;
    const detail = scopesAdvice(scopes);
    this.#report({ id: `scopes:${scopes.join()}`, detail });
    return detail;
  }

  /** `needed`: one or more scopes, comma-separated, as in Slack's refusal. */
  scope(needed: string): void {
    const scopes = needed.split(',');
    if (scopes.some((scope) => this.#atStart.includes(scope))) return;
    this.#report({ id: `scope:${needed}`, detail: scopesAdvice(scopes) });
  }

  /** Passes a post's result through; reports the missing permission when the post is refused. */
  async watch<T>({ channel }: ThreadRef, posting: Promise<T>): Promise<T> {
    try {
      return await posting;
    } catch (error) {
      const isRefused = error instanceof PlatformError && error.code === 'forbidden';
      if (isRefused && missingScopeIn(error) === undefined) this.#report(mayNotWriteIn(channel, refusalOf(error)));
      throw error;
    }
  }
}

function mayNotWriteIn(channel: string, refusal = 'no'): OperatorNotice {
  const step = 'invite it there with /invite, or let it post under the channel’s name > Settings > Posting permissions';
  return { id: `write:${channel}`, detail: `Docent may not post in the channel ${channel} (${refusal}): ${step}.` };
}
