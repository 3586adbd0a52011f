import type { Agent, AiModel, Capability, CredentialRef, InImage, McpServer, ServerPackage, Skill, Tool } from '../../model/agent.js';
import { countShape, flagShape, listShape, nullable, objectShape, optional, textShape, wordShape } from './shape.js';

const texts = listShape(textShape);

const inImage = optional(
  objectShape<InImage>('The image that it lies in; `in_base` null: it could not be told.', {
    image: textShape,
    layer: optional(countShape),
    in_base: nullable(flagShape),
  }),
);

/** An AI client installation or project. */
export const agent = objectShape<Agent>('An AI client that runs MCP servers.', {
  ref: textShape,
  client: textShape,
  path: textShape,
  project_key: optional(textShape),
  in_image: inImage,
  servers: texts,
});

/** An MCP server as configured, with the names of variables and headers but never their values. */
export const server = objectShape<McpServer>('An MCP server as configured.', {
  ref: textShape,
  name: textShape,
  client: textShape,
  path: textShape,
  line: optional(countShape),
  in_image: inImage,
  transport: wordShape({ stdio: true, http: true, sse: true, extension: true, unknown: true }),
  command: nullable(textShape),
  args: texts,
  url: nullable(textShape),
  env_names: texts,
  header_names: texts,
  env_file: optional(textShape),
  disabled: flagShape,
  disabled_in: optional(textShape),
  package: optional(
    objectShape<ServerPackage>('The package its command would fetch; version null when none is pinned.', {
      ecosystem: textShape,
      name: textShape,
      version: nullable(textShape),
      floating: flagShape,
    }),
  ),
  image: optional(textShape),
  local_path: optional(textShape),
  auto_approve: texts,
  components: texts,
});

const capability = wordShape<Capability>({
  read: true,
  write: true,
  execute: true,
  network: true,
  secrets: true,
  destructive: true,
  private_data: true,
  untrusted_content: true,
  external_communication: true,
});

/** A tool that a server offers. */
export const tool = objectShape<Tool>('A tool of a server; hash is SHA-256 of its canonical definition.', {
  ref: textShape,
  server: textShape,
  name: textShape,
  capabilities: listShape(capability),
  hash: textShape,
});

/** The name of a secret and the servers that get it. */
export const credentialShape = objectShape<CredentialRef>('The name of a credential, never its value.', {
  ref: textShape,
  name: textShape,
  kind: wordShape({ env: true, header: true, env_file: true, input: true, keychain: true, file: true }),
  servers: texts,
});

/** An instruction file or bundle. */
export const skill = objectShape<Skill>('An instruction file or bundle an agent follows.', {
  ref: textShape,
  path: textShape,
  kind: textShape,
  in_image: inImage,
  verdict: wordShape({ benign: true, suspicious: true, malicious: true }),
  agents: optional(texts),
  components: optional(texts),
});

/** An AI model file. */
export const model = objectShape<AiModel>('An AI model file.', {
  ref: textShape,
  path: textShape,
  format: textShape,
  in_image: inImage,
  verdict: wordShape({ safe: true, suspicious: true, unsafe: true, unknown: true }),
  signature: wordShape({ verified: true, invalid: true, present: true, missing: true, not_checked: true }),
});
