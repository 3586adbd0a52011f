import type { IacUnknown } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { builtImages } from '../views/built-images.js';
import { bindingsOf, serviceAccounts } from '../views/kubernetes/access.js';
import { isFalse, member, nameOf } from '../views/kubernetes/body.js';
import { type Workload, workloads } from '../views/kubernetes/workload.js';
import { containerRule, fails, kubernetesRule, passes, undecided } from './judge.js';

/** Rules about images, namespaces and identities of pods. */
export const workloadRules: readonly IacRule[] = [
  containerRule({
    id: 'k8s-image-floating',
    title: 'Image without tag or with latest',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Two nodes may run two programs, and nobody can say which one ran yesterday.',
    fix: 'Name a version, best with its digest.',
    references: ['CIS-K8s 5.5.1', 'CWE-829', 'https://kubernetes.io/docs/concepts/containers/images/'],
    snippet: 'image: registry.example.com/app:1.2.3@sha256:…',
    check({ body }, _resource, estate) {
      const named = body.entries.get('image') ?? member(body, 'image');
      return isBuiltHere(textOf(named), estate) ? passes : image(named, 'tag');
    },
  }),
  containerRule({
    id: 'k8s-image-no-digest',
    title: 'Image not bound by digest',
    severity: 'none',
    confidence: 'high',
    rationale: 'A tag can be moved to another image; a digest cannot.',
    fix: 'Add the digest to the name of the image.',
    references: ['CWE-494', 'https://kubernetes.io/docs/concepts/containers/images/#image-names'],
    swallowedBy: ['k8s-image-floating'],
    snippet: 'image: registry.example.com/app:1.2.3@sha256:…',
    check: ({ body }) => image(member(body, 'image'), 'digest'),
  }),
  kubernetesRule({
    id: 'k8s-token-automount',
    title: 'Service account token mounted without need',
    severity: 'low',
    confidence: 'medium',
    rationale: 'The token in the pod is what an intruder reads first; it opens the API server.',
    fix: 'Set `automountServiceAccountToken` to false where the program does not call the API server.',
    references: ['CIS-K8s 5.1.6', 'CWE-668', 'https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/'],
    view: workloads,
    snippet: 'spec:\n  automountServiceAccountToken: false',
    check: (workload, _resource, estate) => automount(workload, estate),
  }),
  kubernetesRule({
    id: 'k8s-default-namespace',
    title: 'Workload runs in the namespace default',
    severity: 'none',
    confidence: 'high',
    rationale: 'Policies, quotas and roles of a namespace draw no boundary around what runs in the default one.',
    fix: 'Give the application a namespace of its own.',
    references: ['CIS-K8s 5.7.4', 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/'],
    view: workloads,
    snippet: 'metadata:\n  namespace: my-app',
    check({ namespace, at }) {
      if (namespace === undefined) return undecided({ at, expression: 'metadata.namespace' });
      if (namespace.kind === 'unknown') return undecided(namespace);
      return textOf(namespace) === 'default' ? fails(namespace, 'namespace: default') : passes;
    },
  }),
];

/** A bare name that the tree builds gets its registry and its tag from what builds it, before the manifest is applied. */
function isBuiltHere(image: string | undefined, estate: IacEstate): boolean {
  return image !== undefined && /^[a-z0-9][\w./-]*$/.test(image) && !hasRegistry(image) && builtImages(estate).builds(image);
}

function hasRegistry(image: string): boolean {
  return /^(?:[^/]*[.:][^/]*|localhost)\//.test(image);
}

/** Words that a tool of the pipeline replaces before anybody applies the manifest. */
const REPLACED = /\$\{[^}]*\}|\$\([^)]*\)|\$[A-Z_]+|<[^<>]+>|\{\{[^}]*\}\}/;

function image(value: ReturnType<typeof member>, asked: 'tag' | 'digest'): IacJudgement | undefined {
  if (value === undefined) return undefined;
  if (value.kind === 'unknown') return value.pieces ? imagePieces(value, value.pieces, asked) : undecided(value);
  const text = textOf(value)?.trim() ?? '';
  if (text === '') return undefined;
  if (text.includes('@')) return passes;
  const replaced = REPLACED.exec(text);
  if (replaced && !(asked === 'tag' && isFixed(text.slice(replaced.index + replaced[0].length))))
    return undecided({ at: value.at, expression: replaced[0] });
  if (asked === 'digest') return fails(value, `image: ${text}`);
  const tag = tagOf(text);
  return tag === undefined || tag === 'latest' ? fails(value, `image: ${text}`) : passes;
}

/** A name known in part: the known end decides, if there is one. */
function imagePieces(value: IacUnknown, pieces: readonly (string | null)[], asked: 'tag' | 'digest'): IacJudgement {
  if (pieces.some((piece) => piece?.includes('@'))) return passes;
  const end = pieces.at(-1) ?? '';
  if (asked === 'digest' || !end.includes(':')) return undecided(value);
  return tagOf(end) === 'latest' ? fails(value, `image: …${end}`) : isFixed(end) ? passes : undecided(value);
}

function isFixed(end: string): boolean {
  const tag = tagOf(end);
  return tag !== undefined && tag !== '' && tag !== 'latest';
}

/** The tag of a name: what follows the colon after the last slash. */
function tagOf(image: string): string | undefined {
  const name = image.slice(image.lastIndexOf('/') + 1);
  const colon = name.indexOf(':');
  return colon === -1 ? undefined : name.slice(colon + 1);
}

function automount({ spec, namespace }: Workload, estate: IacEstate): IacJudgement {
  const own = member(spec, 'automountServiceAccountToken');
  if (own?.kind === 'unknown') return undecided(own);
  if (isFalse(own)) return passes;
  const named = member(spec, 'serviceAccountName') ?? member(spec, 'serviceAccount');
  const account = named === undefined ? 'default' : nameOf(named);
  const place = textOf(namespace);
  const bound = account !== undefined && account !== 'default' && bindingsOf(estate, account, place).length > 0;
  if (own) return fails(own, 'automountServiceAccountToken: true', bound ? { severity: 'none' } : {});
  const accounts = account === undefined ? [] : serviceAccounts(estate, account, place);
  if (accounts.length === 0 && named)
    return undecided(named.kind === 'unknown' ? named : { at: named.at, expression: `ServiceAccount ${account}` });
  for (const { body } of accounts) {
    const said = member(body, 'automountServiceAccountToken');
    if (said?.kind === 'unknown') return undecided(said);
    if (isFalse(said)) return passes;
    if (said) return fails(said, 'automountServiceAccountToken: true', bound ? { severity: 'none' } : {});
  }
  return fails(spec, 'no automountServiceAccountToken: false', bound ? { severity: 'none' } : {});
}
