import type { policyBindingRoutes } from '../../../api/policy-bindings.js';
import type { Handlers } from '../call.js';

export const policyBindingHandlers: Handlers<typeof policyBindingRoutes> = {};
