import type { routes } from '../../../api/registry.js';
import type { Handlers } from '../call.js';
import { assetHandlers } from './assets.js';
import { auditHandlers } from './audit.js';
import { authHandlers } from './auth.js';
import { cloudHandlers } from './cloud.js';
import { complianceHandlers } from './compliance.js';
import { complianceIngestHandlers } from './compliance-ingest.js';
import { connectorHandlers } from './connectors.js';
import { credentialHandlers } from './credentials.js';
import { deliveryHandlers } from './deliveries.js';
import { evidenceHandlers } from './evidence.js';
import { exceptionHandlers } from './exceptions.js';
import { findingHandlers } from './findings.js';
import { findingsBulkHandlers } from './findings-bulk.js';
import { fleetHandlers } from './fleet.js';
import { gatewayHandlers } from './gateway.js';
import { governanceHandlers } from './governance.js';
import { graphHandlers } from './graph.js';
import { jobHandlers } from './jobs.js';
import { overviewHandlers } from './overview.js';
import { policyBindingHandlers } from './policy-bindings.js';
import { postureHandlers } from './posture.js';
import { proxyHandlers } from './proxy.js';
import { resultHandlers } from './results.js';
import { scheduleHandlers } from './schedules.js';
import { scimHandlers } from './scim.js';
import { sourceHandlers } from './sources.js';
import { systemHandlers } from './system.js';
import { traceHandlers } from './traces.js';
import { webhookHandlers } from './webhooks.js';

/** One handler for each route. */
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
  ...findingsBulkHandlers,
  ...complianceHandlers,
  ...complianceIngestHandlers,
  ...authHandlers,
  ...scimHandlers,
  ...auditHandlers,
  ...exceptionHandlers,
  ...assetHandlers,
  ...graphHandlers,
  ...postureHandlers,
  ...overviewHandlers,
  ...governanceHandlers,
  ...evidenceHandlers,
  ...deliveryHandlers,
  ...webhookHandlers,
};
