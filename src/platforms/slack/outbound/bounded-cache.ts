/**
 * What is remembered only to save work, or to be careful. In: what to add, and to what. Out: the same, never grown for ever.
 */
const maxRemembered = 1_000;

/** The oldest is forgotten when there are too many. */
export function remember(add: () => unknown, store: Map<string, unknown> | Set<string>): void {
  add();
  const [oldest] = store.keys();
  if (store.size > maxRemembered && oldest !== undefined) store.delete(oldest);
}
