import type { ContainerImage, ImageContents, ImageLayer, ImageSystem } from '../../model/image.js';
import { countShape, flagShape, listShape, nullable, objectShape, optional, recordShape, textShape, timeShape } from './shape.js';

const texts = listShape(textShape);

const system = objectShape<ImageSystem>('The distribution in an image; version null: one without releases.', {
  id: textShape,
  version: nullable(textShape),
  codename: optional(textShape),
  eol: optional(textShape),
  extended_support: optional(
    objectShape<NonNullable<ImageSystem['extended_support']>>('Fixes that can be bought after the end of support.', {
      name: textShape,
      until: textShape,
    }),
  ),
});

const layer = objectShape<ImageLayer>('One layer, lowest first; `in_base` null: it could not be told.', {
  diff_id: textShape,
  digest: optional(textShape),
  size: countShape,
  created_by: optional(textShape),
  in_base: nullable(flagShape),
});

const base = objectShape<NonNullable<ImageContents['base']>>('The image that it was built on.', {
  name: optional(textShape),
  digest: optional(textShape),
  layers: countShape,
});

/** A container image that was read, that services run, or both. */
export const containerImage = objectShape<ContainerImage>('A container image; what reading it told, where it was read.', {
  ref: optional(textShape),
  reference: textShape,
  used_by: texts,
  name: optional(textShape),
  tags: optional(texts),
  digest: optional(textShape),
  config_digest: optional(textShape),
  platform: optional(textShape),
  created: optional(timeShape),
  os: optional(nullable(system)),
  base: optional(base),
  layers: optional(listShape(layer)),
  labels: optional(recordShape(textShape)),
});
