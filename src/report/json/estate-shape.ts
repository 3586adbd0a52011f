import type { Agent, AiModel, Capability, CredentialRef, McpServer, ServerPackage, Skill, Tool } from '../../model/agent.js';
import { flag, list, nullable, object, optional, text, whole, word } from './shape.js';

const texts = list(text);

/** An AI client installation or project. */
export const agent = object<Agent>('An AI client that runs MCP servers.', {
  ref: text,
  client: text,
  path: text,
  project_key: optional(text),
  servers: texts,
});

/** An MCP server as configured; names of variables and headers, never their values. */
export const server = object<McpServer>('An MCP server as configured.', {
  ref: text,
  name: text,
  client: text,
  path: text,
  line: optional(whole),
  transport: word({ stdio: true, http: true, sse: true, extension: true, unknown: true }),
  command: nullable(text),
  args: texts,
  url: nullable(text),
  env_names: texts,
  header_names: texts,
  env_file: optional(text),
  disabled: flag,
  disabled_in: optional(text),
  package: optional(
    object<ServerPackage>('The package its command would fetch; version null when none is pinned.', {
      ecosystem: text,
      name: text,
      version: nullable(text),
      floating: flag,
    }),
  ),
  image: optional(text),
  local_path: optional(text),
  auto_approve: texts,
  components: texts,
});

const capability = word<Capability>({
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

/** What a server offers. */
export const tool = object<Tool>('A tool of a server; hash is SHA-256 of its canonical definition.', {
  ref: text,
  server: text,
  name: text,
  capabilities: list(capability),
  hash: text,
});

/** The name of a secret and who is given it. */
export const credential = object<CredentialRef>('The name of a credential, never its value.', {
  ref: text,
  name: text,
  kind: word({ env: true, header: true, env_file: true, input: true, keychain: true, file: true }),
  servers: texts,
});

/** An instruction file or bundle. */
export const skill = object<Skill>('An instruction file or bundle an agent follows.', {
  ref: text,
  path: text,
  kind: text,
  verdict: word({ benign: true, suspicious: true, malicious: true }),
  agents: optional(texts),
  components: optional(texts),
});

/** An AI model file. */
export const model = object<AiModel>('An AI model file.', {
  ref: text,
  path: text,
  format: text,
  verdict: word({ safe: true, suspicious: true, unsafe: true, unknown: true }),
  signature: word({ verified: true, invalid: true, present: true, missing: true, not_checked: true }),
});
