/** Roles of the control plane, least to most: each may do what the ones before it may. */
export const roles = ['viewer', 'analyst', 'admin'] as const;
export type Role = (typeof roles)[number];
