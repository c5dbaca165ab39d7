/** A short link on this machine to a long address, which a terminal would break, for as long as a step of the setup lasts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShortLink extends AsyncDisposable {
  readonly url: string;
}

/** Listens on 127.0.0.1 and redirects every request to `address`. */
export async function openShortLink(address: string): Promise<ShortLink> {
  const server = createServer((_, response) => response.writeHead(302, { location: address }).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a TCP server is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Opens the desktop's browser. Does nothing where there is none, such as on a server. */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): void {
  const isDesktop = process.platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  if (!isDesktop) return;
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  // The link is shown anyway.
  child.once('error', () => {});
  child.unref();
}
