import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Is told a process group, then waits for the end of its input. A word more means that all is in order; no word, that the relay was killed:
 * then the group gets SIGTERM, and a second later SIGKILL.
 *
 * A relay that is killed while it starts the server cannot tell the group. Its input ends only when the server has taken the place of the copy
 * of the relay that starts it: so the server is there by then, and is known by what no other process has all of: it leads a session, has the
 * parent that this shell has, was started after it and before the relay was gone, talks through two sockets, and has its standard error. Only Linux
 * shows all that, times in hundredths of a second.
 */
const SCRIPT = `groups=
life() {
  IFS= read -r line <"/proc/$1/stat" || return 1
  set -- \${line##*) }
  parent=$2 session=$4 started=\${20}
}
find_groups() {
  life $$ || return 1
  since=$started
  for entry in /proc/[0-9]*; do
    pid=\${entry#/proc/}
    [ -S "$entry/fd/0" ] && [ -S "$entry/fd/1" ] && [ "$entry/fd/2" -ef /proc/$$/fd/3 ] || continue
    life $$ && own=$parent && life "$pid" || continue
    [ "$session" = "$pid" ] && [ "$parent" = "$own" ] && [ "$started" -ge "$since" ] && [ "$started" -le "$latest" ] && groups="$groups -$pid"
  done
  [ -n "$groups" ]
}
if ! read -r group; then
  IFS=' .' read -r seconds part rest </proc/uptime || exit 0
  latest=$seconds$part
  for i in 1 2 3 4 5; do find_groups && break; sleep 0.1; done
elif [ "$group" != over ]; then
  exec 3>&-
  read -r word || groups=-$group
fi
[ -n "$groups" ] || exit 0
kill -s TERM -- $groups
for i in 1 2 3 4 5 6 7 8 9 10; do kill -s 0 -- $groups || exit 0; sleep 0.1; done
kill -s KILL -- $groups`;

const STDERR = 2;

/**
 * A small process that outlives this one for as long as it takes to end the server's whole group, should this one be killed. It is started
 * before the server, and told of it as soon as the server's id is known. Where there is no shell there is no guard; a server's input still ends with this process.
 */
export class Guard {
  private readonly shell: ChildProcess;

  constructor() {
    // A session of its own: what ends the terminal's processes does not end it. It is shown the standard error that the server will have.
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'castellan-guard'], { stdio: ['pipe', 'ignore', 'ignore', STDERR], detached: true });
    shell.on('error', () => {});
    shell.unref();
    const { stdin } = shell;
    stdin?.on('error', () => {});
    if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
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
