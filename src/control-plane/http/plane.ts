import type { GatewayGround } from '../gateway/judge-call.js';
import type { Intake } from '../ingest/take-document.js';
import type { ScheduleGround } from '../jobs/scheduler.js';
import type { FollowGround } from '../jobs/stream.js';
import type { CursorCodec } from '../store/layer/paging.js';
import type { Metrics } from './metrics.js';

/** What requests are answered with: the ground, and beside it what the parts below hand out. */
export interface ControlPlane extends Intake, GatewayGround, FollowGround, ScheduleGround {
  readonly cursors: CursorCodec;
  readonly metrics: Metrics;
}
