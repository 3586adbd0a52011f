import type { Readable } from 'node:stream';
import type { Ground } from '../ground/ground.js';
import { ProxyAlerts } from '../store/proxy-alerts.js';
import type { ProxyEventFilter } from '../store/proxy-events.js';
import { eventFrame, eventStream, type Followed } from '../streams/event-stream.js';
import type { News, StatesOf } from '../streams/news.js';
import { shownEvent } from './shown-event.js';

/** What a stream of alerts needs. */
export interface AlertGround extends Ground {
  readonly alertNews: News;
}

/** Name of the tenant's one list of alerts, which all filters share. */
const ALL = 'alerts';
/** Alerts in one read. */
const LOOK = 200;

/** The number of the tenant's last alert, which changes with each new one. */
export const alertStates: StatesOf = async (store) => new Map([[ALL, String(await new ProxyAlerts(store).head())]]);

export interface FollowedAlerts extends Pick<Followed, 'checkAccess' | 'lastsMs'> {
  tenantId: string;
  filter: ProxyEventFilter;
  /** Number of the last alert that the client has; undefined: the stream begins with the next alert. */
  after: number | undefined;
}

/** New alerts as server-sent events. Without a number to resume after, the first frame states the number after which the stream begins. */
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
        // Another database gave a number beyond our last one, so the stream cannot resume after it.
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
