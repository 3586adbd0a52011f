import type { complianceIngestRoutes } from '../../../api/compliance-ingest.js';
import type { Handlers } from '../call.js';

export const complianceIngestHandlers: Handlers<typeof complianceIngestRoutes> = {};
