/** How far the clock of an identity provider may be from ours, in seconds: for `exp`, `nbf` and `iat`, and for the times of an assertion. */
export const LEEWAY_S = 60;
