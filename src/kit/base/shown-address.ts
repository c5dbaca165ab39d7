/** Addresses as logs and messages show them: without user, password and query. Pure. */

/** A path or `user@host:path`, which have no scheme, contain no password. */
export function shownAddress(address: string): string {
  if (!address.includes('://')) return address;
  if (!URL.canParse(address)) return `${address.slice(0, address.indexOf('://'))}://…`;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
