import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { mdlConfPath, mdlConfTarget, mdlHfFloating, mdlHfRemote } from './mdl-configs.js';
import { mdlNativeExt, mdlOnnxDomain, mdlOnnxExternal, mdlTfOp } from './mdl-graphs.js';
import { mdlGgufBounds, mdlMetaActive, mdlRPromise, mdlStHeader, mdlXmlEntity } from './mdl-headers.js';
import { mdlKerasBypass, mdlKerasLambda, mdlKerasModule, mdlKerasPath } from './mdl-keras.js';
import { mdlPyInit } from './mdl-py-init.js';
import { mdlSkopsType } from './mdl-skops.js';
import { mdlTemplateBackdoor, mdlTemplateSsti } from './mdl-template.js';

/** Rules about formats that are neither pickle nor archive. */
export const formatRules: readonly Rule<ModelFile>[] = [
  mdlKerasLambda,
  mdlKerasModule,
  mdlKerasBypass,
  mdlKerasPath,
  mdlTfOp,
  mdlOnnxExternal,
  mdlOnnxDomain,
  mdlNativeExt,
  mdlTemplateSsti,
  mdlTemplateBackdoor,
  mdlGgufBounds,
  mdlStHeader,
  mdlMetaActive,
  mdlXmlEntity,
  mdlRPromise,
  mdlHfRemote,
  mdlHfFloating,
  mdlPyInit,
  mdlConfTarget,
  mdlConfPath,
  mdlSkopsType,
];
