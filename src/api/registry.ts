import { assetRoutes } from './assets.js';
import { auditRoutes } from './audit.js';
import { authRoutes } from './auth.js';
import { cloudRoutes } from './cloud.js';
import { complianceRoutes } from './compliance.js';
import { complianceIngestRoutes } from './compliance-ingest.js';
import { connectorRoutes } from './connectors.js';
import { credentialRoutes } from './credentials.js';
import { deliveryRoutes } from './deliveries.js';
import { evidenceRoutes } from './evidence.js';
import { exceptionRoutes } from './exceptions.js';
import { findingRoutes } from './findings.js';
import { findingsBulkRoutes } from './findings-bulk.js';
import { fleetRoutes } from './fleet.js';
import { gatewayRoutes } from './gateway.js';
import { governanceRoutes } from './governance.js';
import { graphRoutes } from './graph.js';
import { jobRoutes } from './jobs.js';
import { overviewRoutes } from './overview.js';
import { policyBindingRoutes } from './policy-bindings.js';
import { postureRoutes } from './posture.js';
import { proxyRoutes } from './proxy.js';
import { resultRoutes } from './results.js';
import { scheduleRoutes } from './schedules.js';
import { scimRoutes } from './scim.js';
import { sourceRoutes } from './sources.js';
import { systemRoutes } from './system.js';
import { traceRoutes } from './traces.js';
import { webhookRoutes } from './webhooks.js';

/** Every route by its key. The keys are the operation ids of the OpenAPI document. */
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
  ...findingsBulkRoutes,
  ...complianceRoutes,
  ...complianceIngestRoutes,
  ...authRoutes,
  ...scimRoutes,
  ...auditRoutes,
  ...exceptionRoutes,
  ...assetRoutes,
  ...graphRoutes,
  ...postureRoutes,
  ...overviewRoutes,
  ...governanceRoutes,
  ...evidenceRoutes,
  ...deliveryRoutes,
  ...webhookRoutes,
};
