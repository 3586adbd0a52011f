import type { AlertGround } from '../gateway/alert-stream.js';
import type { GatewayGround } from '../gateway/judge-call.js';
import type { Intake } from '../ingest/take-document.js';
import type { ScheduleGround } from '../jobs/scheduler.js';
import type { FollowGround } from '../jobs/stream.js';
import type { CursorCodec } from '../store/layer/paging.js';
import type { Metrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** What request handlers use: the ground and the services of the lower floors. */
export interface ControlPlane extends Intake, GatewayGround, FollowGround, AlertGround, ScheduleGround {
  readonly cursors: CursorCodec;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}
