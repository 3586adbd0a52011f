import type { CloudResource } from '../../../model/cloud.js';
import type { IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';
import { anyContainers } from '../views/ai/ai-workload.js';
import type { BuiltImages } from '../views/built-images.js';
import { hostsNamedBy, thingsOfRun } from './containers.js';
import { sorted } from './thing.js';

/** The services of compose projects, what they call, and the paths of their hosts that they see. */
export function composeThings(estate: IacEstate, built: BuiltImages): CloudResource[] {
  const services = estate.ofType('service').filter(({ format }) => format === 'compose');
  const byHost = new Map<string, string>();
  for (const { root, name, body, ref } of services) {
    const aliases = [name, textOf(member(body, 'container_name')), textOf(member(body, 'hostname')), ...networkAliases(body)];
    for (const alias of aliases) if (alias !== undefined) byHost.set(`${root}\n${alias}`, ref);
  }
  return services.flatMap((resource) => {
    const containers = [...anyContainers.of(resource, estate)];
    const [service, ...mounts] = thingsOfRun({ resource, containers });
    if (!service) return [];
    const named = [...dependsOn(resource.body), ...hostsNamedBy(containers)];
    const used = named.flatMap((name) => byHost.get(`${resource.root}\n${name}`) ?? []);
    const images = sorted([...service.images, ...built.basesOfService(resource), ...built.basesOfNamed(service.images)]);
    return [{ ...service, images, uses: sorted(used.filter((ref) => ref !== service.ref)) }, ...mounts];
  });
}

type Body = IacValue | undefined;

/** Services that it waits for or is linked with: both forms of `depends_on`, and `service:alias`. */
function dependsOn(body: Body): string[] {
  return ['depends_on', 'links'].flatMap((key) => {
    const value = member(body, key);
    if (value?.kind === 'map') return [...value.entries.keys()];
    return itemsOf(value).items.flatMap((item) => textOf(item)?.split(':', 1)[0] ?? []);
  });
}

function networkAliases(body: Body): string[] {
  return entriesOf(member(body, 'networks')).entries.flatMap(([, network]) =>
    itemsOf(member(network, 'aliases')).items.flatMap((item) => textOf(item) ?? []),
  );
}
