import type { IacResource } from '../../../../model/iac.js';
import type { IacView } from '../../contract/estate.js';

/** The objects of one kind, as they are. */
export function kubernetesObject(kind: string): IacView<IacResource> {
  return {
    id: `kubernetes-${kind}`,
    *of(resource) {
      if (resource.format === 'kubernetes' && resource.type === kind) yield resource;
    },
  };
}
