import { assetRoutes } from '../../../api/assets.js';
import { auditRoutes } from '../../../api/audit.js';
import { authRoutes } from '../../../api/auth.js';
import { cloudRoutes } from '../../../api/cloud.js';
import { complianceRoutes } from '../../../api/compliance.js';
import { connectorRoutes } from '../../../api/connectors.js';
import { credentialRoutes } from '../../../api/credentials.js';
import { evidenceRoutes } from '../../../api/evidence.js';
import { exceptionRoutes } from '../../../api/exceptions.js';
import { findingRoutes } from '../../../api/findings.js';
import { fleetRoutes } from '../../../api/fleet.js';
import { gatewayRoutes } from '../../../api/gateway.js';
import { governanceRoutes } from '../../../api/governance.js';
import { graphRoutes } from '../../../api/graph.js';
import { jobRoutes } from '../../../api/jobs.js';
import { policyBindingRoutes } from '../../../api/policy-bindings.js';
import { postureRoutes } from '../../../api/posture.js';
import { proxyRoutes } from '../../../api/proxy.js';
import { resultRoutes } from '../../../api/results.js';
import { scheduleRoutes } from '../../../api/schedules.js';
import { scimRoutes } from '../../../api/scim.js';
import { sourceRoutes } from '../../../api/sources.js';
import { systemRoutes } from '../../../api/system.js';
import { traceRoutes } from '../../../api/traces.js';
import type { Handlers } from '../call.js';
import { assetHandlers } from './assets.js';
import { auditHandlers } from './audit.js';
import { authHandlers } from './auth.js';
import { cloudHandlers } from './cloud.js';
import { complianceHandlers } from './compliance.js';
import { connectorHandlers } from './connectors.js';
import { credentialHandlers } from './credentials.js';
import { evidenceHandlers } from './evidence.js';
import { exceptionHandlers } from './exceptions.js';
import { findingHandlers } from './findings.js';
import { fleetHandlers } from './fleet.js';
import { gatewayHandlers } from './gateway.js';
import { governanceHandlers } from './governance.js';
import { graphHandlers } from './graph.js';
import { jobHandlers } from './jobs.js';
import { policyBindingHandlers } from './policy-bindings.js';
import { postureHandlers } from './posture.js';
import { proxyHandlers } from './proxy.js';
import { resultHandlers } from './results.js';
import { scheduleHandlers } from './schedules.js';
import { scimHandlers } from './scim.js';
import { sourceHandlers } from './sources.js';
import { systemHandlers } from './system.js';
import { traceHandlers } from './traces.js';

/** Every route by its key; keys are the operation ids of the OpenAPI document. */
export const routes = {
  ...systemRoutes,
  ...sourceRoutes,
  ...jobRoutes,
  ...scheduleRoutes,
  ...credentialRoutes,
  ...fleetRoutes,
  ...proxyRoutes,
  ...gatewayRoutes,
  ...policyBindingRoutes,
  ...connectorRoutes,
  ...traceRoutes,
  ...resultRoutes,
  ...cloudRoutes,
  ...findingRoutes,
  ...complianceRoutes,
  ...authRoutes,
  ...scimRoutes,
  ...auditRoutes,
  ...exceptionRoutes,
  ...assetRoutes,
  ...graphRoutes,
  ...postureRoutes,
  ...governanceRoutes,
  ...evidenceRoutes,
};

/** One handler for each. */
export const handlers: Handlers<typeof routes> = {
  ...systemHandlers,
  ...sourceHandlers,
  ...jobHandlers,
  ...scheduleHandlers,
  ...credentialHandlers,
  ...fleetHandlers,
  ...proxyHandlers,
  ...gatewayHandlers,
  ...policyBindingHandlers,
  ...connectorHandlers,
  ...traceHandlers,
  ...resultHandlers,
  ...cloudHandlers,
  ...findingHandlers,
  ...complianceHandlers,
  ...authHandlers,
  ...scimHandlers,
  ...auditHandlers,
  ...exceptionHandlers,
  ...assetHandlers,
  ...graphHandlers,
  ...postureHandlers,
  ...governanceHandlers,
  ...evidenceHandlers,
};
