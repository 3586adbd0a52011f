import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { pickleCode } from './mdl-pkl-code.js';
import { pickleDotted } from './mdl-pkl-dotted.js';
import { pickleEmbedded } from './mdl-pkl-embedded.js';
import { pickleExec } from './mdl-pkl-exec.js';
import { pickleHook } from './mdl-pkl-hook.js';
import { pickleImport } from './mdl-pkl-import.js';
import { pickleIndirect } from './mdl-pkl-indirect.js';
import { pickleNested } from './mdl-pkl-nested.js';
import { pickleAllocation, pickleExpansion, pickleMemo } from './mdl-pkl-resources.js';
import { pickleExtension, picklePartial, picklePersistent, pickleTrailing, pickleUnresolved } from './mdl-pkl-structure.js';
import { pickleUnknown, pickleUnknownReference } from './mdl-pkl-unknown.js';

/** Rules about pickle streams in any file or member. */
export const pickleRules: readonly Rule<ModelFile>[] = [
  pickleExec,
  pickleImport,
  pickleUnknown,
  pickleUnknownReference,
  pickleDotted,
  pickleIndirect,
  pickleHook,
  pickleCode,
  pickleNested,
  pickleEmbedded,
  pickleUnresolved,
  pickleExtension,
  picklePersistent,
  pickleTrailing,
  picklePartial,
  pickleMemo,
  pickleExpansion,
  pickleAllocation,
];
