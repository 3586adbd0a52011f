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
  const count = endOfBase(config, layers)?.layers;
  if (name === undefined && digest === undefined && count === undefined) return undefined;
  return { ...(name !== undefined && { name }), ...(digest !== undefined && { digest }), layers: count ?? 0 };
}

/** Official images end with a command: the last one that layers follow ends the base. */
export function endOfBase(config: unknown, layers: number): { layers: number; steps: number } | undefined {
  const history = historyOf(config);
  if (history.filter(({ isEmpty }) => !isEmpty).length !== layers || !isObject(config)) return undefined;
  let below = 0;
  let found: { layers: number; steps: number } | undefined;
  for (const [step, { createdBy, isEmpty }] of history.entries()) {
    if (!isEmpty) below++;
    else if (COMMAND.test(createdBy) && below < layers && below > 0) found = { layers: below, steps: step + 1 };
  }
  return found;
}

const COMMAND = /(?:^|#\(nop\)\s+)(?:CMD|ENTRYPOINT)\b/;
