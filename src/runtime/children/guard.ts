import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Waits for the end of its input. A word means that all is in order; no word, that the relay was killed: then the group gets SIGTERM, and a
 * second later SIGKILL.
 */
const SCRIPT = `read -r word && exit 0
kill -s TERM -- "-$1"
for i in 1 2 3 4 5 6 7 8 9 10; do kill -s 0 -- "-$1" || exit 0; sleep 0.1; done
kill -s KILL -- "-$1"`;

/** A small process that outlives this one for as long as it takes to end the server's whole group, should this one be killed. */
export class Guard {
  private shell: ChildProcess | undefined;
  private isDismissed = false;

  /** `group`: id of a process group. Without a shell there is no guard; the server's input still ends with this process. */
  watch(group: number): void {
    if (this.isDismissed) return;
    // A session of its own: what ends the terminal's processes does not end it.
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'castellan-guard', String(group)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    shell.on('error', () => {});
    shell.stdin.on('error', () => {});
    shell.unref();
    if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
    this.shell = shell;
  }

  /** The group is gone: nobody has to be ended any more. */
  dismiss(): void {
    this.isDismissed = true;
    this.shell?.stdin?.end('over\n');
  }
}
