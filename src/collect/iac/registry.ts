import { actionsEntry } from './actions/entry.js';
import { cloudformationEntry } from './cloudformation/entry.js';
import { composeEntry } from './compose/entry.js';
import type { IacReaderEntry } from './contract/iac-reader.js';
import { dockerfileEntry } from './dockerfile/entry.js';
import { kubernetesEntry } from './kubernetes/entry.js';
import { policiesEntry } from './policies/entry.js';
import { terraformEntry } from './terraform/entry.js';
import { terraformPlanEntry } from './terraform/plan/entry.js';

/** Every reader of infrastructure code. Where several match a name, the first one counts whose look at the head says so. */
export const iacReaders: readonly IacReaderEntry[] = [
  dockerfileEntry,
  composeEntry,
  actionsEntry,
  terraformEntry,
  terraformPlanEntry,
  cloudformationEntry,
  kubernetesEntry,
  policiesEntry,
];
