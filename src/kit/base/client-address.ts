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
