/** The id of a person as the assistant's service gets it. */
import { createHmac } from 'node:crypto';

/** The id, or with FP_SECRET a keyed hash of it, so that the service learns no one's name. */
export function fingerprinter(secret: string | undefined): (person: string) => string {
  if (secret === undefined) return (person) => person;
  return (person) => createHmac('sha256', secret).update(person).digest('hex').slice(0, 32);
}
