/**
 * Node's HTTP server, which also closes connections that clients opened ahead. Node counts a connection on which nothing has
 * arrived as a request in progress, to limit slow clients (`headersTimeout`), so `closeIdleConnections` would leave it open.
 */
import { type RequestListener, Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

export class StoppableServer extends Server {
  private readonly sockets = new Set<Socket>();

  constructor(options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** `close` calls it. */
  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}
