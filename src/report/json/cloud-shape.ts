import {
  type CloudAnswer,
  type CloudResource,
  type ContainerImage,
  cloudAccessLevels,
  cloudProviders,
  cloudResourceKinds,
} from '../../model/cloud.js';
import { factsShape, listShape, objectShape, oneOf, textShape, wordShape } from './shape.js';

const texts = listShape(textShape);
const answer = wordShape<CloudAnswer>({ yes: true, no: true, unknown: true });

/** A thing that an account of a cloud holds. */
export const cloudResource = objectShape<CloudResource>('One thing of a cloud, without values of its environment or secrets.', {
  ref: textShape,
  provider: oneOf(cloudProviders),
  account: textShape,
  region: textShape,
  kind: oneOf(cloudResourceKinds),
  type: textShape,
  native_id: textShape,
  name: textShape,
  public: answer,
  authenticated: answer,
  runs_as: texts,
  uses: texts,
  reaches: listShape(
    objectShape<CloudResource['reaches'][number]>('What a role may do; `to` is a ref, or * for the whole account.', {
      to: textShape,
      access: oneOf(cloudAccessLevels),
    }),
  ),
  images: texts,
  env_names: texts,
  literal_env_names: texts,
  facts: factsShape,
});

/** An image that services run. */
export const containerImage = objectShape<ContainerImage>('A container image by its reference, and the refs of what runs it.', {
  reference: textShape,
  used_by: texts,
});
