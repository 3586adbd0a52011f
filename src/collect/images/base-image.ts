import type { ImageContents } from '../../model/image.js';
import { isObject } from '../../support/json.js';
import { historyOf } from './history.js';

const NAME = 'org.opencontainers.image.base.name';
const DIGEST = 'org.opencontainers.image.base.digest';

/** The image that another was built on, by what it says itself or by its history. Undefined: it could not be told. */
export function baseOf(
  config: unknown,
  annotations: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
  layers: number,
): ImageContents['base'] {
  const name = annotations[NAME] ?? labels[NAME];
  const digest = annotations[DIGEST] ?? labels[DIGEST];
  const count = layersOfBase(config, layers);
  if (name === undefined && digest === undefined && count === undefined) return undefined;
  return { ...(name !== undefined && { name }), ...(digest !== undefined && { digest }), layers: count ?? 0 };
}

/** Official images end with a command: the last one that layers follow ends the base. */
function layersOfBase(config: unknown, layers: number): number | undefined {
  const history = historyOf(config);
  if (history.filter(({ isEmpty }) => !isEmpty).length !== layers || !isObject(config)) return undefined;
  let below = 0;
  let found: number | undefined;
  for (const { createdBy, isEmpty } of history) {
    if (!isEmpty) below++;
    else if (COMMAND.test(createdBy) && below < layers && below > 0) found = below;
  }
  return found;
}

const COMMAND = /(?:^|#\(nop\)\s+)(?:CMD|ENTRYPOINT)\b/;
