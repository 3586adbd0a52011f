import type { CloudResource } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import { IacEstate } from '../contract/estate.js';
import { awsThings } from './aws.js';
import { composeThings } from './compose.js';
import { kubernetesThings } from './kubernetes.js';

/**
 * What infrastructure code declares as things of an estate: agents and services with their exposure, roles, mounts and names of
 * variables, and the data they reach. Sorted by ref, each once.
 */
export function declaredEstate(resources: readonly IacResource[]): CloudResource[] {
  const estate = new IacEstate(resources);
  const byRef = new Map<string, CloudResource>();
  const things = [...composeThings(estate), ...kubernetesThings(estate), ...awsThings(estate)];
  for (const thing of things) if (!byRef.has(thing.ref)) byRef.set(thing.ref, thing);
  return [...byRef.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
}
