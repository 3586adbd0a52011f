import type { IacMap, IacResource, IacValue } from '../../../../model/iac.js';
import { entriesOf, itemsOf, mapOf, member } from './body.js';

/** Kinds of engines for workflows that write containers without the specification of a pod around them. */
const ARGO: Readonly<Record<string, readonly string[]>> = {
  Workflow: ['spec'],
  WorkflowTemplate: ['spec'],
  ClusterWorkflowTemplate: ['spec'],
  CronWorkflow: ['spec', 'workflowSpec'],
};
const TEKTON: Readonly<Record<string, readonly string[]>> = {
  Task: ['spec'],
  ClusterTask: ['spec'],
  TaskRun: ['spec', 'taskSpec'],
};

/** The pods that an object of Argo Workflows or Tekton starts, as templates of pods. */
export function* enginePods({ type, body }: IacResource): Iterable<IacValue> {
  const version = member(body, 'apiVersion');
  const group = version?.kind === 'scalar' ? String(version.value) : '';
  if (group.startsWith('argoproj.io/') && Object.hasOwn(ARGO, type)) yield* argoPods(member(body, ...(ARGO[type] ?? [])));
  if (group.startsWith('tekton.dev/') && Object.hasOwn(TEKTON, type)) yield* tektonPods(member(body, ...(TEKTON[type] ?? [])), body);
}

/** What a template says goes before what its workflow says. */
const OF_WORKFLOW = [
  'securityContext',
  'serviceAccountName',
  'automountServiceAccountToken',
  'hostNetwork',
  'nodeSelector',
  'volumes',
] as const;

function* argoPods(spec: IacValue | undefined): Iterable<IacValue> {
  for (const template of itemsOf(member(spec, 'templates'))) {
    const main = mapOf(member(template, 'container')) ?? mapOf(member(template, 'script'));
    const set = itemsOf(member(template, 'containerSet', 'containers'));
    const containers = [...(main ? [main] : []), ...set, ...itemsOf(member(template, 'sidecars'))];
    if (containers.length === 0) continue;
    const shared = OF_WORKFLOW.flatMap((key) => {
      const value = member(template, key) ?? member(spec, key);
      return value ? [[key, value] as const] : [];
    });
    const initial = member(template, 'initContainers');
    yield podOf(template, [
      ...shared,
      ['containers', { kind: 'list', at: template.at, items: containers }],
      ...(initial ? [['initContainers', initial] as const] : []),
    ]);
  }
}

/** What a pod of Tekton is beside its steps is decided by whatever runs the task. */
function* tektonPods(spec: IacValue | undefined, body: IacMap): Iterable<IacValue> {
  const steps = [...itemsOf(member(spec, 'steps')), ...itemsOf(member(spec, 'sidecars'))];
  if (!spec || steps.length === 0) return;
  const base = mapOf(member(spec, 'stepTemplate'));
  const containers = steps.map((step) => (step.kind === 'map' && base ? merged(base, step) : step));
  const pod = member(body, 'spec', 'podTemplate');
  const volumes = member(spec, 'volumes');
  yield podOf(spec, [
    ...entriesOf(pod),
    ...(volumes ? [['volumes', volumes] as const] : []),
    ['containers', { kind: 'list', at: spec.at, items: containers }],
  ]);
}

function merged(base: IacMap, step: IacMap): IacMap {
  return { ...step, entries: new Map([...base.entries, ...step.entries]) };
}

function podOf({ at }: IacValue, entries: Iterable<readonly [string, IacValue]>): IacValue {
  return { kind: 'map', at, entries: new Map([['spec', { kind: 'map', at, entries: new Map(entries) }]]) };
}
