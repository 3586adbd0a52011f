import { deliveryChapter } from './delivery.js';
import { errorsChapter } from './errors.js';
import type { Chapter } from './example.js';
import { federationChapter } from './federation.js';
import { connectionsChapter, gatewayChapter } from './gateway.js';
import { identityChapter } from './identity.js';
import { fleetChapter, intakeChapter } from './intake.js';
import { jobsChapter, schedulesChapter } from './jobs.js';
import { exceptionsChapter, findingsChapter, graphChapter, postureChapter } from './knowledge.js';
import { provisioningChapter, rootProvisioningChapter } from './provisioning.js';
import { serviceChapter } from './service.js';
import { credentialsChapter, sourcesChapter } from './sources.js';

/** docs/api.md from its beginning to its end: what a call needs stands before it. */
export const chapters: readonly Chapter[] = [
  serviceChapter,
  identityChapter,
  sourcesChapter,
  credentialsChapter,
  intakeChapter,
  fleetChapter,
  jobsChapter,
  schedulesChapter,
  gatewayChapter,
  connectionsChapter,
  findingsChapter,
  exceptionsChapter,
  graphChapter,
  postureChapter,
  deliveryChapter,
  federationChapter,
  provisioningChapter,
  rootProvisioningChapter,
  errorsChapter,
];
