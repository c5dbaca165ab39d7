/** The language in which a person is answered: that of the place's rule, else of the person's locale on the platform. */
import type { Wording } from '../../wording/wording.ts';
import type { ThreadRef } from '../model/conversation.ts';
import type { Platform } from '../ports/platform.ts';
import type { Routing } from '../ports/routing.ts';

export interface Addressee {
  readonly thread: ThreadRef;
  /** In the form of `Question.asker`. */
  readonly person: string;
  readonly locale?: string | undefined;
}

/** Looks the locale up only if nothing else determines the language. Never fails. */
export async function findWording(
  { thread, person, locale }: Addressee,
  { routing, platform }: { readonly routing: Routing; readonly platform: Platform },
): Promise<Wording> {
  // Once its turn has ended, a person's id is a hash.
  const isNamed = person.startsWith(`${platform.name}:`);
  const isKnown = locale !== undefined || !isNamed || routing.routeFor(thread).language !== undefined;
  return routing.wordingFor(thread, isKnown ? locale : await platform.profiles?.localeOf(person, thread));
}
