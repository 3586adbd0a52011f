import { commitSteps } from './commits.js';
import { connectionSteps } from './connections.js';
import { fleetSteps } from './fleet.js';
import { gatewaySteps } from './gateway.js';
import { governanceSteps } from './governance.js';
import { keySteps } from './people.js';
import { pushSteps } from './pushes.js';
import { relaySteps } from './relay.js';
import { scheduleSteps } from './schedules.js';
import { sourceSteps } from './sources.js';
import type { Step } from './step.js';

/** Two weeks of the company. Steps of one moment follow each other in this order. */
export const story: readonly Step[] = [
  ...keySteps,
  ...sourceSteps,
  ...scheduleSteps,
  ...connectionSteps,
  ...commitSteps,
  ...pushSteps,
  ...fleetSteps,
  ...gatewaySteps,
  ...relaySteps,
  ...governanceSteps,
];
