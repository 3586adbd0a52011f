import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Is told a process group, then waits for the end of its input. A word more means that all is in order; no word, that the relay was killed:
 * then the group gets SIGTERM, and a second later SIGKILL.
 */
const SCRIPT = `read -r group || exit 0
read -r word && exit 0
kill -s TERM -- "-$group"
for i in 1 2 3 4 5 6 7 8 9 10; do kill -s 0 -- "-$group" || exit 0; sleep 0.1; done
kill -s KILL -- "-$group"`;

/**
 * A small process that outlives this one for as long as it takes to end the server's whole group, should this one be killed. It is started
 * before the server, and told of it as soon as the server's id is known. Where there is no shell there is no guard; a server's input still ends with this process.
 */
export class Guard {
  private readonly shell: ChildProcess;

  constructor() {
    // A session of its own: what ends the terminal's processes does not end it.
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'castellan-guard'], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    shell.on('error', () => {});
    shell.stdin.on('error', () => {});
    shell.unref();
    if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref();
    this.shell = shell;
  }

  /** `group`: id of a process group. */
  watch(group: number): void {
    this.shell.stdin?.write(`${group}\n`);
  }

  /** The group is gone: nobody has to be ended any more. */
  dismiss(): void {
    this.shell.stdin?.end('over\n');
  }
}
