import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { archiveBomb } from './mdl-arc-bomb.js';
import { archiveMismatch, archiveOpaque } from './mdl-arc-mismatch.js';
import { archiveLink, archiveTraversal } from './mdl-arc-traversal.js';
import { executable } from './mdl-exe.js';
import { npyObject } from './mdl-npy-object.js';
import { torchExtra, torchScript, torchStorage } from './mdl-torch.js';
import { typeMismatch, typePolyglot } from './mdl-type.js';

/** Rules about archives, array files and executables. */
export const archiveRules: readonly Rule<ModelFile>[] = [
  archiveTraversal,
  archiveLink,
  archiveBomb,
  archiveMismatch,
  archiveOpaque,
  torchExtra,
  torchScript,
  torchStorage,
  npyObject,
  typeMismatch,
  typePolyglot,
  executable,
];
