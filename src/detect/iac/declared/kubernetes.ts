import type { CloudResource } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { entriesOf, textOf } from '../contract/values.js';
import { anyContainers } from '../views/ai/ai-workload.js';
import { firstLabelOf, selects } from '../views/ai/kubernetes-publications.js';
import type { BuiltImages } from '../views/built-images.js';
import { mayBeSame, namespaceOf } from '../views/kubernetes/access.js';
import { workloads } from '../views/kubernetes/workload.js';
import { hostsNamedBy, thingsOfRun } from './containers.js';
import { KubernetesAccess } from './kubernetes-access.js';
import { sorted } from './thing.js';

/** What pods run, what it calls, the paths of nodes that it sees, and the service accounts and roles it acts with. */
export function kubernetesThings(estate: IacEstate, built: BuiltImages): CloudResource[] {
  const access = new KubernetesAccess(estate);
  const running = estate.resources
    .filter(({ format }) => format === 'kubernetes')
    .map((resource) => ({ resource, containers: [...anyContainers.of(resource, estate)] }))
    .filter(({ containers }) => containers.length > 0);
  const called = new ServiceNames(
    estate,
    running.map(({ resource }) => resource),
  );
  const things = running.flatMap((run) => {
    const [workload, ...mounts] = thingsOfRun(run);
    if (!workload) return [];
    const used = hostsNamedBy(run.containers).flatMap((host) => called.workloadsBehind(host, run.resource));
    const told = {
      ...workload,
      images: sorted([...workload.images, ...built.basesOfNamed(workload.images)]),
      uses: sorted(used.filter((ref) => ref !== workload.ref)),
      runs_as: access.accountsOf(run.resource),
    };
    return [told, ...mounts];
  });
  return [...things, ...access.things()];
}

/** The workloads that the names of services lead to. */
class ServiceNames {
  private readonly behind = new Map<IacResource, string[]>();

  constructor(
    private readonly estate: IacEstate,
    private readonly running: readonly IacResource[],
  ) {}

  /** `name`, `name.namespace`, `name.namespace.svc.cluster.local`. */
  workloadsBehind(host: string, caller: IacResource): string[] {
    const [name = '', namespace, svc] = host.split('.');
    if (svc !== undefined && svc !== 'svc') return [];
    const wanted = namespace ?? namespaceOf(caller);
    return this.estate
      .withKey(
        'services by name',
        name,
        () => this.estate.ofType('Service'),
        (service) => [service.name],
      )
      .filter((service) => service.format === 'kubernetes' && mayBeSame(namespaceOf(service), wanted))
      .flatMap((service) => this.selectedBy(service));
  }

  private selectedBy(service: IacResource): string[] {
    const known = this.behind.get(service);
    if (known) return known;
    const found = firstLabelOf(service)
      .flatMap((label) =>
        this.estate.withKey(
          'running by label',
          label,
          () => this.running,
          (resource) => this.labelsOf(resource),
        ),
      )
      .filter((resource) => mayBeSame(namespaceOf(resource), namespaceOf(service)))
      .filter((resource) => [...workloads.of(resource, this.estate)].some(({ labels }) => selects(service, textsIn(labels))))
      .map(({ ref }) => ref);
    this.behind.set(service, found);
    return found;
  }

  private labelsOf(resource: IacResource): string[] {
    return [...workloads.of(resource, this.estate)].flatMap(({ labels }) =>
      [...textsIn(labels)].map(([name, value]) => `${name}=${value}`),
    );
  }
}

function textsIn(labels: Parameters<typeof entriesOf>[0]): Map<string, string | undefined> {
  return new Map(entriesOf(labels).entries.map(([name, value]) => [name, textOf(value)]));
}
