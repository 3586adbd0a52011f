import type { JsonObject } from '../../../support/json.js';
import { object, schema } from '../schema/columns.js';

/** What things were like before. */
export const historySchema = schema({
  /** The last grade of each day. Numbers of findings follow from the findings themselves. */
  posture_days: {
    tenant: true,
    columns: {
      /** `2026-01-31`, in UTC. */
      day: 'text',
      grade: 'text',
    },
    primary: ['day'],
  },
  /** What an agent was like from a time on. */
  fleet_history: {
    tenant: true,
    columns: {
      agent_id: 'text',
      seen_at: 'text',
      /** The agent was approved then, as it was. */
      is_pin: 'flag',
      document: object<JsonObject>(),
    },
    primary: ['agent_id', 'seen_at'],
  },
});
