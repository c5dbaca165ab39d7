import { isIPv6 } from 'node:net';

/**
 * The client's address: the connection's, or behind `proxies` trusted proxies the one that the outermost of them saw. What a
 * client itself wrote into X-Forwarded-For is further left and is ignored.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const seen = [...(forwardedFor?.split(',') ?? []), connection ?? 'unknown'];
  const client = seen[Math.max(0, seen.length - 1 - proxies)]?.trim() ?? 'unknown';
  // Some proxies append a port, and put IPv6 into brackets.
  const [, v6, v4] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(client) ?? [];
  return v6 ?? v4 ?? client;
}

/** An IPv6 client owns at least a /64, which counts as one; IPv4-mapped addresses count as IPv4. */
export function networkOf(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address.slice(0, 100);
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
