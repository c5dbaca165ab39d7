/**
 * What a test run starts must end with it, even if the run is killed: a shell waits on a pipe that only this process holds
 * open, and then runs a command.
 */
import { spawn } from 'node:child_process';

/** Runs the shell command when this process ends without having called the returned function. `$0`, `$1` …: the arguments. */
export function endWithParent(command: string, args: readonly string[], as: { uid?: number; gid?: number } = {}) {
  const guard = spawn('sh', ['-c', `read -r _; ${command}`, ...args], {
    ...as,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // The run need not wait for it; a pipe's handle is a socket.
  guard.unref();
  if (guard.stdin && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return (): void => void guard.kill('SIGKILL');
}

/** Kills a child, or its process group if `pid` is negative. Released when the child ends. */
export function killWithParent(
  child: { readonly pid?: number | undefined; once(event: 'exit', act: () => void): unknown },
  isGroup = false,
): void {
  if (child.pid === undefined) return;
  const release = endWithParent('kill -9 "$0"', [`${isGroup ? '-' : ''}${child.pid}`]);
  child.once('exit', release);
}
