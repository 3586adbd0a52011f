/** Privileges that change nothing (access control privileges reference). */
const READING = new Set([
  'AUDIT',
  'IMPORT SHARE',
  'MONITOR',
  'MONITOR EXECUTION',
  'MONITOR SECURITY',
  'MONITOR USAGE',
  'READ',
  'REFERENCE_USAGE',
  'REFERENCES',
  'RESOLVE ALL',
  'SELECT',
  'USAGE',
  'VIEW LINEAGE',
]);

export function isReading(privilege: string): boolean {
  return READING.has(privilege);
}

/** Objects whose USAGE runs code that may change something with the rights of its owner. */
const RUN_AS_OWNER = new Set(['PROCEDURE', 'APPLICATION', 'APPLICATION ROLE', 'STREAMLIT', 'NOTEBOOK']);

/** True where the privilege alone does not say whether something can be changed. */
export function isUncertain(privilege: string, grantedOn: string): boolean {
  return privilege === 'USAGE' && RUN_AS_OWNER.has(grantedOn);
}
