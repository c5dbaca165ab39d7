/** A page that an answer cites. Types only; imports nothing. */

/** A cited page. `url` is absolute if the page can be linked; otherwise it is unset and `path` is shown as text. */
export interface Source {
  readonly path: string;
  readonly title?: string;
  readonly url?: string;
}
