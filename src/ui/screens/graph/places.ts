/** Where the map has put nodes, by id. It outlives a redraw, so that what grows leaves the rest where it was. */
export const places = new Map<string, { x: number; y: number }>();
