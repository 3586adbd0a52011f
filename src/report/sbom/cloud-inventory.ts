import { Enums, Models } from '@cyclonedx/cyclonedx-library';
import type { CloudResource, CloudResourceKind } from '../../model/cloud.js';
import type { ContainerImage } from '../../model/image.js';
import { safeText } from '../../support/terminal.js';
import { propertyRepository } from './ai-inventory.js';
import { imageName, imageRef } from './subject.js';

/** What of a cloud does something, or is asked for something. */
const SERVICES: ReadonlySet<CloudResourceKind> = new Set(['agent', 'service', 'entrance', 'data']);

/** Services of clouds by their refs; their dependencies are the services they use. Roles and protections have no place in a bill. */
export function cloudServices(resources: readonly CloudResource[]): Map<string, Models.Service> {
  const own = resources.filter(({ kind }) => SERVICES.has(kind));
  const services = new Map(
    own.map((resource) => [
      resource.ref,
      new Models.Service(safeText(resource.name) || 'unnamed', {
        bomRef: resource.ref,
        group: resource.provider,
        properties: propertyRepository(propertiesOf(resource)),
      }),
    ]),
  );
  for (const { ref, uses } of own) {
    for (const used of uses) {
      const target = services.get(used);
      if (target) services.get(ref)?.dependencies.add(target.bomRef);
    }
  }
  return services;
}

/** Models and images of clouds as components. */
export function cloudComponents(resources: readonly CloudResource[], images: readonly ContainerImage[]): Models.Component[] {
  const models = resources
    .filter(({ kind }) => kind === 'model')
    .map((resource) => component(Enums.ComponentType.MachineLearningModel, resource.ref, resource.name, propertiesOf(resource)));
  const named = new Map(images.map((image) => [imageRef(image), imageName(image)]));
  const run = [...named].map(([ref, name]) => component(Enums.ComponentType.Container, ref, name, [['castellan:kind', 'image']]));
  return [...models, ...run];
}

function component(
  type: Enums.ComponentType,
  bomRef: string,
  name: string,
  pairs: readonly (readonly [string, string])[],
): Models.Component {
  return new Models.Component(type, safeText(name) || 'unnamed', { bomRef, properties: propertyRepository(pairs) });
}

function propertiesOf(resource: CloudResource): [string, string][] {
  return [
    ['castellan:kind', resource.kind],
    ['castellan:type', resource.type],
    ['castellan:location', resource.native_id],
    ['castellan:region', resource.region],
    ['castellan:public', resource.public],
    ['castellan:authenticated', resource.authenticated],
    ...resource.runs_as.map((role): [string, string] => ['castellan:runs-as', role]),
    ...resource.env_names.map((name): [string, string] => ['castellan:environment', name]),
  ];
}
