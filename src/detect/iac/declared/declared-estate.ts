import type { CloudResource } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import { IacEstate } from '../contract/estate.js';
import { builtImages } from '../views/built-images.js';
import { asKubernetesObject } from '../views/kubernetes/terraform.js';
import { awsThings } from './aws.js';
import { azureThings } from './azure.js';
import { composeThings } from './compose.js';
import { entranceThings } from './entrances.js';
import { googleThings } from './google.js';
import { kubernetesThings } from './kubernetes.js';

/** Kinds of things that an entrance leads to. */
const ANSWERING: ReadonlySet<CloudResource['kind']> = new Set(['agent', 'service', 'model']);

/**
 * What infrastructure code declares as things of an estate: agents and services with their exposure, roles, mounts and names of
 * variables, and the data they reach. Sorted by ref, each once.
 */
export function declaredEstate(resources: readonly IacResource[]): CloudResource[] {
  const estate = new IacEstate(resources.map(asKubernetesObject));
  const built = builtImages(estate);
  const byRef = new Map<string, CloudResource>();
  const clouds = [...awsThings(estate), ...azureThings(estate), ...googleThings(estate)];
  const answering = new Set(clouds.filter(({ kind }) => ANSWERING.has(kind)).map(({ ref }) => ref));
  const things = [...composeThings(estate, built), ...kubernetesThings(estate, built), ...clouds, ...entranceThings(estate, answering)];
  for (const thing of things) if (!byRef.has(thing.ref)) byRef.set(thing.ref, thing);
  return [...byRef.values()].sort((a, b) => (a.ref < b.ref ? -1 : 1));
}
