import type { Question } from '../outbound/outbound.js';

/** One project, service or channel of a service outside. */
export interface OutsideItem {
  id: string;
  name: string;
  /** What people call it by, where that is not its name: `OPS`. */
  key?: string;
}

/** One answer of a listing: what it held, and the question for the rest. */
export interface ServicePage {
  items: OutsideItem[];
  next?: Question;
}
