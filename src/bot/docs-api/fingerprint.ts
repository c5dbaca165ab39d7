/** The id under which the assistant's service knows a person. */
import { createHmac } from 'node:crypto';

/** Returns the id itself or, with FP_SECRET, a keyed hash of it, so that the service does not learn who asks. */
export function fingerprinter(secret: string | undefined): (person: string) => string {
  if (secret === undefined) return (person) => person;
  return (person) => createHmac('sha256', secret).update(person).digest('hex').slice(0, 32);
}
