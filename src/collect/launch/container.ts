import { type LaunchState, note, parseOptions, type Valued, type Word } from './words.js';

/**
 * Options of `docker run` (and podman, nerdctl) that take a value; all others are switches or have their value after
 * `=`.
 */
const VALUED: Valued = new Set([
  ...['-a', '--attach', '--add-host', '--annotation', '--cap-add', '--cap-drop', '--cgroup-parent', '--cgroupns', '--cidfile', '-c'],
  ...['--cpus', '--cpu-shares', '--cpuset-cpus', '--device', '--dns', '--dns-search', '--entrypoint', '-e', '--env', '--env-file'],
  ...['--expose', '--gpus', '--group-add', '--health-cmd', '-h', '--hostname', '--ip', '--ipc', '--isolation', '-l', '--label'],
  ...['--label-file', '--link', '--log-driver', '--log-opt', '--mac-address', '-m', '--memory', '--memory-swap', '--mount', '--name'],
  ...['--network', '--net', '--network-alias', '--pid', '--pids-limit', '--platform', '-p', '--publish', '--pull', '--restart'],
  ...['--runtime', '--security-opt', '--shm-size', '--stop-signal', '--stop-timeout', '--storage-opt', '--sysctl', '--tmpfs'],
  ...['--ulimit', '-u', '--user', '--userns', '--uts', '-v', '--volume', '--volumes-from', '-w', '--workdir', '--secret'],
]);

const GLOBAL: Valued = new Set(['-H', '--host', '-c', '--context', '--config', '-l', '--log-level', '--connection', '--url']);

/**
 * Reads `docker run … image`: the image, and the names of variables passed to it. Other sub-commands start no image
 * that we know.
 */
export function runContainer(words: readonly Word[], state: LaunchState, name: string): undefined {
  const { operands } = parseOptions(words, GLOBAL);
  const sub = operands[0]?.text === 'container' ? operands.slice(1) : operands;
  if (sub[0]?.text !== 'run') return;
  const { options, operands: image } = parseOptions(sub.slice(1), VALUED);
  state.runner = name;
  if (image[0]) state.image = image[0].text;
  for (const option of options) {
    if ((option.name !== '-e' && option.name !== '--env') || option.value === undefined) continue;
    if (!note({ text: option.value, index: option.index }, state)) state.envNames.add(option.value);
  }
}
