/**
 * Tolerated difference in seconds between the clocks of an identity provider and ours: for `exp`, `nbf` and `iat`, and
 * for the times of an assertion.
 */
export const LEEWAY_S = 60;
