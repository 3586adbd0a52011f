import type { IacMap, IacValue } from '../../../model/iac.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { INTERNAL_BALANCER } from '../views/kubernetes/balancer.js';
import { entriesOf, itemsOf, member, textsOf, unknownIn } from '../views/kubernetes/body.js';
import { kubernetesObject } from '../views/kubernetes/object.js';
import { fails, kubernetesRule, passes, undecided } from './judge.js';

/** Annotations by which something in front of the cluster ends TLS. */
const TLS_IN_FRONT =
  /^(?:alb\.ingress\.kubernetes\.io\/(?:certificate-arn|listen-ports)|(?:nginx\.)?ingress\.kubernetes\.io\/(?:force-)?ssl-redirect|nginx\.ingress\.kubernetes\.io\/force-ssl-redirect|networking\.gke\.io\/managed-certificates|ingress\.gcp\.kubernetes\.io\/pre-shared-cert|appgw\.ingress\.kubernetes\.io\/(?:ssl-redirect|appgw-ssl-certificate)|traefik\.ingress\.kubernetes\.io\/router\.tls.*|route\.openshift\.io\/termination)$/;
const SNIPPET = /^nginx\.ingress\.kubernetes\.io\/[\w-]*-snippets?$/;
const GROUPS_OF_INGRESS = /^(?:networking\.k8s\.io|extensions)\//;

/** Rules about ways into a cluster. */
export const networkRules: readonly IacRule[] = [
  kubernetesRule({
    id: 'k8s-service-nodeport',
    title: 'Service of type NodePort',
    severity: 'low',
    confidence: 'high',
    rationale: 'The port opens on every node, outside of the ingress and its rules.',
    fix: 'Use ClusterIP, and let an Ingress or a Gateway publish the service.',
    references: ['CWE-668', 'https://kubernetes.io/docs/concepts/services-networking/service/#type-nodeport'],
    swallowedBy: ['ai-model-server-exposed', 'ai-vector-db-public', 'ai-dashboard-public', 'ai-mcp-server-public'],
    view: kubernetesObject('Service'),
    snippet: 'spec:\n  type: ClusterIP',
    check({ body }) {
      const type = member(body, 'spec', 'type');
      if (type?.kind === 'unknown') return undecided(type);
      return type && textOf(type) === 'NodePort' ? fails(type, 'type: NodePort') : passes;
    },
  }),
  kubernetesRule({
    id: 'k8s-service-public-loadbalancer',
    title: 'Load balancer open to the internet',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'A load balancer gets a public address unless the manifest says otherwise; databases and model servers become public so.',
    fix: 'Make the load balancer internal by the annotation of the cloud, or name the ranges that may call it.',
    references: ['CWE-668', 'https://kubernetes.io/docs/concepts/services-networking/service/#internal-load-balancer'],
    swallowedBy: ['ai-model-server-exposed', 'ai-vector-db-public', 'ai-dashboard-public', 'ai-mcp-server-public'],
    view: kubernetesObject('Service'),
    snippet: 'spec:\n  type: LoadBalancer\n  loadBalancerSourceRanges:\n    - 10.0.0.0/8',
    check: publicBalancer,
  }),
  kubernetesRule({
    id: 'k8s-ingress-no-tls',
    title: 'Ingress without TLS',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'Cookies and tokens of sessions cross the network in clear.',
    fix: 'Add a `tls` section with a Secret that holds the certificate.',
    references: ['CWE-319', 'https://kubernetes.io/docs/concepts/services-networking/ingress/#tls'],
    view: kubernetesObject('Ingress'),
    snippet: 'spec:\n  tls:\n    - hosts: [app.example.com]\n      secretName: app-tls',
    check: ingressTls,
  }),
  kubernetesRule({
    id: 'k8s-ingress-snippet',
    title: 'Snippet for nginx in an annotation',
    severity: 'high',
    confidence: 'high',
    rationale: 'Whoever edits the Ingress writes the configuration of the controller, and reads all secrets that it may read.',
    fix: 'Remove the snippet, use the named annotations, and switch snippets off in the controller (`allow-snippet-annotations: "false"`).',
    references: [
      'CVE-2021-25742',
      'CVE-2025-1974',
      'CWE-94',
      'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations-risk/',
    ],
    view: kubernetesObject('Ingress'),
    *check({ body }) {
      for (const [name, value] of entriesOf(member(body, 'metadata', 'annotations')))
        if (SNIPPET.test(name) && textOf(value) !== '') yield value.kind === 'unknown' ? undecided(value) : fails(value, name);
    },
  }),
  kubernetesRule({
    id: 'k8s-network-policy-allow-all',
    title: 'Network policy that lets everything in or out',
    severity: 'medium',
    confidence: 'high',
    rationale: 'The namespace looks protected, and is not in this direction.',
    fix: 'Name the pods and the ports that may talk to each other.',
    references: ['CIS-K8s 5.3.2', 'CWE-668', 'https://kubernetes.io/docs/concepts/services-networking/network-policies/'],
    view: kubernetesObject('NetworkPolicy'),
    snippet:
      'spec:\n  podSelector: {}\n  policyTypes: [Ingress]\n  ingress:\n    - from:\n        - podSelector:\n            matchLabels:\n              app: web',
    *check({ body }) {
      const spec = member(body, 'spec');
      const ingress = [...openDirection(spec, 'ingress', 'from')];
      const narrowsIngress = isAbout(spec, 'ingress') && ingress.every(({ verdict }) => verdict === 'pass');
      yield* ingress;
      for (const judged of openDirection(spec, 'egress', 'to'))
        yield judged.verdict === 'fail' && narrowsIngress ? { ...judged, severity: 'low' } : judged;
    },
  }),
];

function publicBalancer({ body }: { body: IacMap }): IacJudgement | undefined {
  const type = member(body, 'spec', 'type');
  if (type?.kind === 'unknown') return undecided(type);
  if (!type || textOf(type) !== 'LoadBalancer') return passes;
  const annotations = member(body, 'metadata', 'annotations');
  for (const [name, internal] of Object.entries(INTERNAL_BALANCER)) {
    const value = annotations?.kind === 'map' ? annotations.entries.get(name) : undefined;
    if (value?.kind === 'unknown') return undecided(value);
    if (value && internal.test(textOf(value) ?? '')) return passes;
  }
  const listed = member(body, 'spec', 'loadBalancerSourceRanges');
  const open = itemsOf(listed).find((range) => isWholeInternet(textOf(range)));
  if (open) return fails(open, `loadBalancerSourceRanges: ${textOf(open)}`);
  const unknown = unknownIn(listed) ?? openEnded(annotations);
  if (unknown) return undecided(unknown);
  return textsOf(listed).length > 0 ? passes : fails(type, 'type: LoadBalancer');
}

function openEnded(annotations: IacValue | undefined) {
  if (annotations?.kind === 'unknown') return annotations;
  return annotations?.kind === 'map' && annotations.rest !== undefined ? { at: annotations.at, expression: annotations.rest } : undefined;
}

/** `/0` is the whole internet, whatever address stands before it. */
function isWholeInternet(range: string | undefined): boolean {
  return range !== undefined && /\/0+$/.test(range);
}

function ingressTls({ body }: { body: IacMap }): IacJudgement | undefined {
  if (!GROUPS_OF_INGRESS.test(textOf(member(body, 'apiVersion')) ?? '')) return undefined;
  const spec = member(body, 'spec');
  const tls = member(spec, 'tls');
  if (tls?.kind === 'unknown') return undecided(tls);
  if (itemsOf(tls).length > 0) return passes;
  const rules = member(spec, 'rules') ?? member(spec, 'defaultBackend') ?? member(spec, 'backend');
  if (!rules) return undefined;
  const annotations = member(body, 'metadata', 'annotations');
  const front = entriesOf(annotations).find(([name, value]) => TLS_IN_FRONT.test(name) && textOf(value) !== 'false');
  if (front) return undecided({ at: front[1].at, expression: front[0] });
  const unknown = openEnded(annotations);
  if (unknown) return undecided(unknown);
  return fails(tls ?? rules, 'no tls', isInternal(spec, annotations) ? { severity: 'low' } : {});
}

function isInternal(spec: IacValue | undefined, annotations: IacValue | undefined): boolean {
  const name = textOf(member(spec, 'ingressClassName')) ?? textOf(member(annotations, 'kubernetes.io/ingress.class')) ?? '';
  return /internal|private|intranet/i.test(name) || textOf(member(annotations, 'alb.ingress.kubernetes.io/scheme')) === 'internal';
}

/** Rules of a direction that `policyTypes` leaves out do nothing. Without `policyTypes` a policy is about what comes in, and about what it has rules for. */
function isAbout(spec: IacValue | undefined, direction: 'ingress' | 'egress'): boolean {
  const types = member(spec, 'policyTypes');
  if (types === undefined || itemsOf(types).length === 0) return direction === 'ingress' || member(spec, direction) !== undefined;
  return unknownIn(types) !== undefined || textsOf(types).some((type) => type.toLowerCase() === direction);
}

function* openDirection(spec: IacValue | undefined, direction: 'ingress' | 'egress', peers: 'from' | 'to'): Iterable<IacJudgement> {
  if (!isAbout(spec, direction)) return;
  const selector = member(spec, 'podSelector');
  const everyPod = selector === undefined || (selector.kind === 'map' && selector.entries.size === 0 && selector.rest === undefined);
  for (const rule of itemsOf(member(spec, direction))) {
    if (rule.kind === 'unknown') yield undecided(rule);
    if (rule.kind !== 'map') continue;
    if (rule.entries.size === 0) {
      yield rule.rest === undefined ? fails(rule, `${direction}: [{}]`) : undecided({ at: rule.at, expression: rule.rest });
      continue;
    }
    if (!everyPod || itemsOf(member(rule, 'ports')).length > 0) continue;
    const open = itemsOf(member(rule, peers)).find(
      (peer) => isWholeInternet(textOf(member(peer, 'ipBlock', 'cidr'))) && itemsOf(member(peer, 'ipBlock', 'except')).length === 0,
    );
    yield open ? fails(member(open, 'ipBlock', 'cidr') ?? open, `${peers}: ${textOf(member(open, 'ipBlock', 'cidr'))}`) : passes;
  }
}
