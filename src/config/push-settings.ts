import { RELAYING } from './relay-settings.js';
import type { Setting } from './setting.js';

const group = 'control plane';
const PUSHING = ['push', 'scan', 'agents'] as const;
const LINKED = [...PUSHING, ...RELAYING] as const;
const TALKING = [...LINKED, 'connect', 'doctor'] as const;

/** The address and the key for pushes. None of them can be set in castellan.yaml: a scanned project must not decide who gets the key. */
export const pushSettings = {
  push: {
    flag: '--push',
    type: 'flag',
    common: true,
    group,
    help: 'send the result to the control plane, too',
    helpFor: { agents: 'send the agents to the fleet of the control plane' },
    commands: ['scan', 'agents'],
  },
  controlPlane: {
    flag: '--control-plane <url>',
    env: 'CONTROL_PLANE',
    type: 'text',
    common: RELAYING,
    needs: ['push', 'listen'],
    group,
    help: 'address of the control plane',
    helpFor: { proxy: 'control plane: its policies hold, events go to it; with --listen clients sign in with its keys' },
    commands: TALKING,
  },
  controlPlaneKey: { env: 'CONTROL_PLANE_KEY', type: 'text', isSecret: true, group, help: 'key for it', commands: TALKING },
  controlPlaneKeyFile: {
    env: 'CONTROL_PLANE_KEY_FILE',
    type: 'text',
    group,
    help: 'file with that key, as --key-file',
    commands: TALKING,
  },
  source: {
    flag: '--source <id>',
    env: 'SOURCE',
    type: 'text',
    needs: ['push', 'controlPlane'],
    group,
    help: 'source that the push is for (default: that of the key)',
    commands: LINKED,
  },
  partial: {
    flag: '--partial',
    type: 'flag',
    needs: ['push'],
    group,
    help: 'it is not all there is of the source: nothing is resolved',
    commands: PUSHING,
  },
  device: {
    flag: '--device <name>',
    env: 'DEVICE',
    type: 'text',
    needs: ['push'],
    group,
    help: 'name of this machine in the fleet (default: its host name)',
    commands: ['agents'],
  },
  retryFor: {
    flag: '--retry-for <time>',
    type: 'duration',
    default: '1m',
    needs: ['push'],
    group,
    help: 'how long to try again after 429, 5xx and lost connections',
    commands: PUSHING,
  },
  caFile: {
    flag: '--ca-file <file>',
    env: 'CA_FILE',
    type: 'text',
    needs: ['push', 'listen', 'judge'],
    group,
    help: 'certificates (PEM) to believe besides the known ones',
    commands: [...TALKING, 'skills audit'],
  },
  allowHttp: {
    flag: '--allow-http',
    type: 'flag',
    needs: ['push', 'listen', 'judge'],
    group,
    help: 'send the key over http:// to another machine',
    commands: [...TALKING, 'skills audit'],
  },
} as const satisfies Record<string, Setting>;
