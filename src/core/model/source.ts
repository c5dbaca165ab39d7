/** A page that an answer cites. Types only; imports nothing. */

/** A page cited. `url` is whole when it can be linked; otherwise it is missing and `path` is shown as text. */
export interface Source {
  readonly path: string;
  readonly title?: string;
  readonly url?: string;
}
