import {
  type CloudAnswer,
  type CloudFacts,
  type CloudResource,
  cloudAccessLevels,
  cloudResourceKinds,
  estateProviders,
} from '../../model/cloud.js';
import { flagShape, listShape, nullable, objectShape, oneOf, optional, type Shape, textShape, wordShape } from './shape.js';

const texts = listShape(textShape);
const answer = wordShape<CloudAnswer>({ yes: true, no: true, unknown: true });

const answered = optional(nullable(flagShape));
const readonlyTexts: Shape<readonly string[]> = texts;

const facts = objectShape<CloudFacts>('What rules ask besides; null: it could not be told.', {
  guardrail: answered,
  logged: answered,
  encrypted: answered,
  tls_only: answered,
  static_credentials: answered,
  network_restricted: answered,
  internet_access: answered,
  root: answered,
  privileged: answered,
  administrator: answered,
  assumed_by_outsiders: answered,
  external_id_required: answered,
  written_by_outsiders: answered,
  shared_with: optional(nullable(readonlyTexts)),
  holds_models: answered,
  holds_knowledge: answered,
  holds_secrets: answered,
  written_credentials: answered,
  versioned: answered,
  mutable_tags: answered,
  models_restricted: answered,
  everybody_asks_models: answered,
  other_regions: answered,
  mcp: answered,
  model: optional(nullable(textShape)),
  tools: optional(nullable(readonlyTexts)),
  outside_location: optional(nullable(textShape)),
});

/** A thing that an account of a cloud holds. */
export const cloudResource = objectShape<CloudResource>('One thing of a cloud, without values of its environment or secrets.', {
  ref: textShape,
  provider: oneOf(estateProviders),
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
  facts,
});
