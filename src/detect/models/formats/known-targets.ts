import { dataFile } from '../../../support/data-file.js';

/** Libraries whose classes a diffusers or transformers pipeline may name without custom code. */
const HUB_LIBRARIES = new Set(dataFile('hub-libraries.txt'));

/** True when a hub's loader itself has the component's library; any other name is a Python file of the repository. */
export function isHubLibrary(name: string): boolean {
  return HUB_LIBRARIES.has(name);
}

/** Packages whose classes training configurations name as targets: they build modules, optimizers and data sets. */
const TARGETS =
  /^(?:nemo\.(?:core|collections)|torch\.(?:nn|optim)|torchvision\.(?:models|transforms|datasets)|torchaudio\.transforms|torchmetrics|pytorch_lightning|lightning(?:\.pytorch)?|lightning_fabric|megatron\.core|apex\.optimizers|transformers|diffusers|sklearn|monai\.(?:networks|losses|transforms|metrics|inferers|data|optimizers))(?:\.\w+)*\.[A-Z_]?\w+$/;

/**
 * True when a `_target_` is a class of a library for models, and not one of its utilities with access to the machine.
 */
export function isModelTarget(target: string): boolean {
  return (
    TARGETS.test(target) && !/\.(utils?|hub|io|load\w*|from_pretrained|dynamic_module_utils|download\w*|callbacks|cli)(\.|$)/.test(target)
  );
}

/** Targets that import or load whatever their arguments name. */
export function loadsAnything(target: string): boolean {
  return /^hydra\.(utils|_internal)\.|\.(restore_from|load_from_checkpoint|from_pretrained|import_class_by_path|load_model|get_method|get_object|load_state_dict_from_url|load_url)$/.test(
    target,
  );
}
