import type { IacValue } from '../../../../model/iac.js';
import { textOf } from '../../contract/values.js';
import { member } from './body.js';

/** Annotations by which a cloud makes a load balancer internal, with the values that do so. */
export const INTERNAL_BALANCER: Readonly<Record<string, RegExp>> = {
  'service.beta.kubernetes.io/aws-load-balancer-internal': /^(?!false$|$)/i,
  'service.beta.kubernetes.io/aws-load-balancer-scheme': /^internal$/i,
  'service.beta.kubernetes.io/azure-load-balancer-internal': /^true$/i,
  'networking.gke.io/load-balancer-type': /^internal$/i,
  'cloud.google.com/load-balancer-type': /^internal$/i,
  'service.beta.kubernetes.io/oci-load-balancer-internal': /^true$/i,
  'service.beta.kubernetes.io/openstack-internal-load-balancer': /^true$/i,
  'service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type': /^intranet$/i,
  'service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type': /^private$/i,
  'service.kubernetes.io/qcloud-loadbalancer-internal-subnetid': /./,
};

/** True for a Service whose load balancer has no public address. */
export function internalBalancer(body: IacValue): boolean {
  return internalAnnotations(member(body, 'metadata', 'annotations'));
}

/** True for annotations that make a load balancer internal. */
export function internalAnnotations(annotations: IacValue | undefined): boolean {
  return Object.entries(INTERNAL_BALANCER).some(([name, internal]) => internal.test(textOf(member(annotations, name)) ?? ''));
}
