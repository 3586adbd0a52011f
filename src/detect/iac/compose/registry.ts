import type { IacRule } from '../contract/iac-rule.js';
import { capabilitiesKept } from './capabilities-kept.js';
import { dangerousCapability } from './dangerous-capability.js';
import { dockerSocket } from './docker-socket.js';
import { hostIpc } from './host-ipc.js';
import { hostNetwork } from './host-network.js';
import { hostPid } from './host-pid.js';
import { hostUserns } from './host-userns.js';
import { imageFloating } from './image-floating.js';
import { literalSecretInCompose } from './literal-secret.js';
import { memoryUnlimited } from './memory-unlimited.js';
import { noNewPrivilegesMissing } from './no-new-privileges-missing.js';
import { pidsUnlimited } from './pids-unlimited.js';
import { portAllInterfaces } from './port-all-interfaces.js';
import { privileged } from './privileged.js';
import { seccompOff } from './seccomp-off.js';
import { sensitiveHostMount } from './sensitive-host-mount.js';

/** Rules about docker compose. */
export const composeRules: readonly IacRule[] = [
  privileged,
  dockerSocket,
  hostNetwork,
  hostPid,
  hostIpc,
  hostUserns,
  sensitiveHostMount,
  portAllInterfaces,
  dangerousCapability,
  capabilitiesKept,
  noNewPrivilegesMissing,
  seccompOff,
  memoryUnlimited,
  pidsUnlimited,
  imageFloating,
  literalSecretInCompose,
];
