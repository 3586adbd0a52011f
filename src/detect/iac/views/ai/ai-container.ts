import type { IacResource, IacValue, SourcePlace } from '../../../../model/iac.js';

/** Who can reach a port: everybody who reaches the host or the load balancer, the network behind one, or the host itself. */
export type Reach = 'everywhere' | 'internal' | 'loopback' | 'unknown';

/** A port that something outside of the workload may reach. */
export interface Publication {
  readonly at: SourcePlace;
  /** As written: `8000:8000`, `type: LoadBalancer`. */
  readonly evidence: string;
  readonly reach: Reach;
  /** Of the workload; undefined: all of them. */
  readonly port?: number | undefined;
  /** Something in front asks callers who they are: undefined where nothing in the tree says so. */
  readonly guard?: 'yes' | 'unknown';
  /** For `unknown`: what nobody could evaluate. */
  readonly expression?: string;
}

/** A variable of a workload. */
export interface Variable {
  readonly name: string;
  readonly at: SourcePlace;
  /** Undefined: it comes from a secret, or from whoever starts the workload. */
  readonly value: IacValue | undefined;
}

export interface CommandWord {
  readonly text: string;
  readonly at: SourcePlace;
}

/** A path of the host that a workload sees. */
export interface HostPath {
  readonly at: SourcePlace;
  readonly path: string;
  readonly readOnly: boolean;
}

/** A container of compose or Kubernetes, in the words that the rules about AI ask in. */
export interface AiContainer {
  readonly resource: IacResource;
  readonly name: string;
  readonly at: SourcePlace;
  readonly image: string | undefined;
  readonly words: readonly CommandWord[];
  readonly variables: readonly Variable[];
  /** Variables may be missing here: a file of them is not in the tree, or the list could not be evaluated. */
  readonly openVariables?: string;
  readonly labels: readonly string[];
  readonly publications: readonly Publication[];
  readonly hostPaths: readonly HostPath[];
  /** What gives it rights over its host: `privileged: true`. */
  readonly rights: readonly { at: SourcePlace; evidence: string }[];
  /** Of Kubernetes. */
  readonly account?: { name: string; namespace: string | undefined };
}
