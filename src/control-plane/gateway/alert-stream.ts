import type { Readable } from 'node:stream';
import type { Ground } from '../ground/ground.js';
import { ProxyAlerts } from '../store/proxy-alerts.js';
import type { ProxyEventFilter } from '../store/proxy-events.js';
import { eventFrame, eventStream, type Followed } from '../streams/event-stream.js';
import type { News, StatesOf } from '../streams/news.js';
import { shownEvent } from './shown-event.js';

/** The ground of those who follow alerts. */
export interface AlertGround extends Ground {
  readonly alertNews: News;
}

/** Alerts have one list a tenant, whatever is sought in it. */
const ALL = 'alerts';
/** Alerts that one look gives. */
const LOOK = 200;

export const alertStates: StatesOf = async (store) => new Map([[ALL, String(await new ProxyAlerts(store).head())]]);

export interface FollowedAlerts extends Pick<Followed, 'checkAccess' | 'lastsMs'> {
  tenantId: string;
  filter: ProxyEventFilter;
  /** Number of the last alert that is known already; undefined: what comes from now on is told. */
  after: number | undefined;
}

/** Alerts as server-sent events, as they come. Without a number to resume after, the first frame tells the one that the stream begins after. */
export function followAlerts(ground: AlertGround, { tenantId, filter, after, checkAccess, lastsMs }: FollowedAlerts): Readable {
  let number = after;
  return eventStream({
    openBell: () => ground.alertNews.follow(tenantId, ALL),
    keepAliveMs: ground.options.keepAliveMs,
    checkAccess,
    ...(lastsMs !== undefined && { lastsMs }),
    look: () =>
      ground.store.read(tenantId, async (store) => {
        const list = new ProxyAlerts(store);
        const head = await list.head();
        // A number beyond the last was given by another database: there is nothing to go on from.
        if (number === undefined || number > head) {
          number = head;
          return { frames: [`id: ${head}\n\n`], ended: false };
        }
        const { alerts, upTo } = await list.after(number, filter, LOOK);
        const skipped = upTo > number && alerts.at(-1)?.number !== upTo ? [`id: ${upTo}\n\n`] : [];
        number = upTo;
        return { frames: [...alerts.map((alert) => eventFrame(alert.number, 'alert', shownEvent(alert))), ...skipped], ended: false };
      }),
  });
}
