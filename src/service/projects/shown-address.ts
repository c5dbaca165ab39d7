/** Addresses of repositories as logs, statuses and chats may show them: without user, password, query and fragment. Pure. */

/** A path or `user@host:path`, which have no scheme, contain no password. */
export function shownAddress(address: string): string {
  if (!address.includes('://')) return address;
  if (!URL.canParse(address)) return `${address.slice(0, address.indexOf('://'))}://…`;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** Git's output without the address, which it may quote with or without the password. */
export function withShownAddresses(text: string, address: string): string {
  return text
    .replaceAll(address, () => shownAddress(address))
    .replace(/\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s'"]+/gi, (url) => shownAddress(url));
}
