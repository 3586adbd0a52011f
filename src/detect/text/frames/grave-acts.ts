import type { Concept } from '../lexicon/concepts.js';
import { type ConceptGate, gateOf } from '../reading/gate.js';
import { type FrameScene, isCommandOf } from './scene.js';
import {
  type DestinationShape,
  isCredential,
  isGuardOff,
  isGuardSetting,
  isHiddenProgram,
  isHostileCommand,
  isMarkup,
  isScriptAddress,
  isSentTo,
  isServedOutside,
  isStartFile,
  isTemporary,
  isValuedPlace,
  type ObjectShape,
} from './shapes.js';

/** What an order against the user does. */
export type GraveAct =
  | 'read'
  | 'collect'
  | 'send'
  | 'run'
  | 'fetch'
  | 'persist'
  | 'weaken'
  | 'delete'
  | 'alter'
  | 'conceal'
  | 'claim'
  | 'override'
  | 'prefer'
  | 'impersonate'
  | 'ask'
  | 'product';

/** One way to do a grave act: words of classes, and what must stand there besides. */
export interface GraveOrder {
  act: GraveAct;
  rule: string;
  /** The class of the act itself; none where the shapes speak for themselves. */
  verb?: Concept;
  /** Classes of the things, each of which must occur beside the act. */
  things: readonly Concept[];
  object?: ObjectShape;
  destination?: DestinationShape;
  shape?: Shape;
  /** Says of many harmless things that they happen; ordered of the agent's own run they are its doing. */
  occasional: boolean;
  gate: ConceptGate;
}

interface Ways {
  verbs: readonly (Concept | undefined)[];
  things?: readonly (readonly Concept[])[];
  object?: readonly [ObjectShape, Shape];
  destination?: readonly [DestinationShape, Shape];
  /** What must hold besides. */
  shape?: Shape;
  occasional?: true;
}

type Shape = (scene: FrameScene) => boolean;

/** A shape that several ways of acts ask for, each after the other for the same scene. */
function once(shape: Shape): Shape {
  let last: FrameScene | undefined;
  let met = false;
  return (scene) => {
    if (scene !== last) [last, met] = [scene, shape(scene)];
    return met;
  };
}

const CREDENTIAL = ['credential', once(isCredential)] as const;
const SERVED = ['foreign-place', once(isServedOutside)] as const;
const SENT_TO = ['foreign-place', once(isSentTo)] as const;
const HOSTILE = once(isHostileCommand);

/** All ways of an act: each verb with each row of things. */
function ways(act: GraveAct, rule: string, { verbs, things = [[]], object, destination, shape, occasional }: Ways): GraveOrder[] {
  const shapes = [object?.[1], destination?.[1], shape].filter((each) => each !== undefined);
  return verbs.flatMap((verb) =>
    things.map(
      (row): GraveOrder => ({
        act,
        rule,
        things: row,
        occasional: occasional === true,
        gate: gateOf([...(verb ? [verb] : []), ...row, ...(occasional ? (['occasion'] as const) : [])]),
        ...(verb && { verb }),
        ...(object && { object: object[0] }),
        ...(destination && { destination: destination[0] }),
        ...(shapes.length > 0 && { shape: (scene: FrameScene) => shapes.every((meets) => meets(scene)) }),
      }),
    ),
  );
}

/** Grave acts, worst first: the first that is met names the finding. */
export const graveOrders: readonly GraveOrder[] = [
  ...ways('run', 'RCE-01', { verbs: ['running', 'placing', 'fetching'], object: ['hostile-command', HOSTILE] }),
  ...ways('persist', 'PER-01', {
    verbs: ['placing'],
    object: ['start-file', (scene) => isStartFile(scene) && (HOSTILE(scene) || isHiddenProgram(scene))],
  }),
  ...ways('send', 'EXF-02', { verbs: ['sending', 'taking', 'placing'], object: CREDENTIAL, destination: SENT_TO }),
  ...ways('read', 'EXF-02', { verbs: ['taking', 'sending', 'placing'], things: [['wayOut']], object: CREDENTIAL }),
  ...ways('fetch', 'RCE-01', {
    verbs: ['fetching', 'running'],
    things: [['shellWord']],
    object: ['script-address', once(isScriptAddress)],
    destination: SERVED,
  }),
  ...ways('fetch', 'RCE-01', { verbs: ['fetching'], things: [['shellWord', 'running']], destination: SERVED }),
  ...ways('product', 'SUP-05', { verbs: ['placing'], things: [['product']], object: ['markup', isMarkup] }),
  ...ways('ask', 'CRD-03', { verbs: ['asking'], things: [['userSecret', 'person', 'wayOut']] }),
  ...ways('ask', 'CRD-03', { verbs: ['asking'], things: [['userSecret', 'person']], destination: ['temporary-file', isTemporary] }),
  ...ways('ask', 'CRD-03', { verbs: ['asking'], things: [['userSecret', 'person']], destination: SENT_TO }),
  ...ways('collect', 'EXF-03', { verbs: ['sending', 'taking'], things: [['private']], destination: SENT_TO }),
  ...ways('alter', 'EXF-06', { verbs: ['altering'], things: [['route']], destination: SENT_TO }),
  ...ways('weaken', 'APR-03', { verbs: ['disabling', 'voiding'], things: [['guard']], occasional: true }),
  ...ways('weaken', 'APR-03', { verbs: ['disabling'], object: ['guard-setting', isGuardSetting], occasional: true }),
  ...ways('weaken', 'APR-03', {
    verbs: ['running', 'placing', 'using', 'altering'],
    object: ['guard-setting', isGuardOff],
    occasional: true,
  }),
  ...ways('delete', 'DES-01', { verbs: ['wiping'], things: [['valued']], occasional: true }),
  ...ways('delete', 'DES-01', { verbs: ['wiping'], object: ['valued-place', isValuedPlace], occasional: true }),
  ...ways('conceal', 'INJ-04', { verbs: ['hiding'], things: [['event', 'report']] }),
  ...ways('claim', 'INJ-09', {
    verbs: ['counting'],
    things: [
      ['cleared', 'event'],
      ['cleared', 'precept'],
    ],
  }),
  ...ways('claim', 'INJ-09', { verbs: ['counting'], things: [['precept', 'authority']], shape: isCommandOf }),
  ...ways('override', 'INJ-01', { verbs: ['voiding'], things: [['precept', 'given']], occasional: true }),
  ...ways('prefer', 'TRG-02', { verbs: ['using'], things: [['inPlaceOf', 'ours', 'others']] }),
  ...ways('impersonate', 'INJ-03', { verbs: ['posing'], things: [['figure']], occasional: true }),
];
