import type { IacMap, IacResource, IacValue } from '../../../../model/iac.js';
import type { IacView } from '../../contract/estate.js';
import { textOf } from '../../contract/values.js';
import { entriesOf, itemsOf, member } from './body.js';
import type { Container } from './workload.js';

/** The programs of a cluster that kubeadm sets up, with the flags that its configuration adds to those of its own. */
export const kubeadmPrograms: IacView<Container> = {
  id: 'kubeadm-programs',
  *of(resource) {
    if (resource.format !== 'kubernetes' || resource.type !== 'ClusterConfiguration') return;
    for (const [program, ...way] of KUBEADM_ARGUMENTS) {
      const given = member(resource.body, ...way, 'extraArgs');
      // A mapping until v1beta3, a list of names and values since.
      const pairs: (readonly [string, IacValue])[] =
        given?.kind === 'list'
          ? itemsOf(given).flatMap((item) => {
              const [name, value] = [textOf(member(item, 'name')), member(item, 'value')];
              return name !== undefined && value ? [[name, value] as const] : [];
            })
          : [...entriesOf(given)];
      if (given && pairs.length > 0) yield programOf(resource, program, pairs);
    }
  },
};

const KUBEADM_ARGUMENTS = [
  ['kube-apiserver', 'apiServer'],
  ['etcd', 'etcd', 'local'],
] as const;

function programOf(resource: IacResource, program: string, pairs: readonly (readonly [string, IacValue])[]): Container {
  const { at, name, body } = resource;
  const items = pairs.flatMap(([flagName, value]): IacValue[] =>
    value.kind === 'scalar' ? [{ kind: 'scalar', at: value.at, value: `--${flagName}=${String(value.value)}` }] : [],
  );
  const command: IacValue = { kind: 'list', at, items: [{ kind: 'scalar', at, value: program }, ...items] };
  const spec: IacMap = { kind: 'map', at, entries: new Map() };
  const workload = { at, kind: resource.type, name, namespace: undefined, labels: undefined, annotations: undefined, spec, windows: false };
  return { workload, kind: 'containers', name: program, body: { ...body, entries: new Map([['command', command]]) } };
}
