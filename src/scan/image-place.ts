import type { Location } from '../model/component.js';

/** How locations name the image: only where the scan has more than one input. */
export type ImagePlace = Pick<Location, 'image'>;
