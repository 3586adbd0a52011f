import type { OutsideRequest } from '../outbound/outbound.js';

/** One project, service or channel of an outside service. */
export interface OutsideItem {
  id: string;
  name: string;
  /** Its short name, if it has one besides its name: `OPS`. */
  key?: string;
}

/** One page of a list: its items, and the request for the next page. */
export interface ServicePage {
  items: OutsideItem[];
  next?: OutsideRequest;
}
