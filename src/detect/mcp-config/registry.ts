import type { Rule } from '../contract/rule.js';
import { serverBaseUrl, settingBaseUrl } from './api-base-url-override.js';
import {
  allProjectServersEnabled,
  automaticTasksAllowed,
  permissionBypassMode,
  sandboxDisabled,
  workspaceTrustOff,
} from './approval-settings.js';
import { archivedServer } from './archived-server.js';
import { autoApproveAll, autoApproveDangerousTool } from './auto-approve.js';
import { bindsAllInterfaces } from './binds-all-interfaces.js';
import { configCommandSubstitution } from './config-command-substitution.js';
import {
  containerDockerSocket,
  containerHostNamespace,
  containerNoLimits,
  containerPrivileged,
  containerSensitiveMount,
} from './container-rights.js';
import { broadCredential, credentialToUnrelatedHost, manyCredentials } from './credential-reach.js';
import { deceptiveServerName } from './deceptive-server-name.js';
import { commandDownloads, serverDownloads } from './download-and-run.js';
import { configIsSymlink, configWritableByOthers, secretFileReadableByOthers } from './file-state.js';
import { filesystemRootWide } from './filesystem-root-wide.js';
import { floatingGitReference } from './floating-git-reference.js';
import { floatingPackageVersion } from './floating-package-version.js';
import { imageTagWithoutDigest, unpinnedImage } from './image-version.js';
import { encodedCommand, inlineCode, shellInlineCommand } from './inline-commands.js';
import { knownMaliciousPackage, knownVulnerableVersion } from './known-package.js';
import { literalSecretArg, literalSecretEnv, literalSecretHeader, literalSecretSetting, literalSecretUrl } from './literal-secret.js';
import { lookAlikePackage } from './look-alike-package.js';
import { hookRunsCommand, keyHelperCommand, marketplaceAddedByProject, taskRunsOnOpen } from './own-commands.js';
import { plainHttpRemote } from './plain-http-remote.js';
import { privilegedCommand } from './privileged-command.js';
import { relativeProgramPath } from './program-search.js';
import { projectConfigStartsProcess } from './project-config-starts-process.js';
import { remoteWithoutAuth } from './remote-without-auth.js';
import { runFromTemporaryPath } from './run-from-temporary-path.js';
import { shadowedServerName } from './shadowed-server-name.js';
import type { ConfigSubject, ServerSubject } from './subject.js';
import { serverTlsOff, settingTlsOff } from './tls-verification-off.js';
import { broadShellPermission, wideReadPermission } from './tool-permissions.js';
import { unknownRegistry } from './unknown-registry.js';

/**
 * Rules about servers that also apply to a disabled server: its secrets are exposed and its packages were fetched
 * already.
 */
export const restingServerRules: readonly Rule<ServerSubject>[] = [
  literalSecretEnv,
  literalSecretArg,
  literalSecretHeader,
  literalSecretUrl,
  knownMaliciousPackage,
];

/** Rules about enabled servers. */
export const runningServerRules: readonly Rule<ServerSubject>[] = [
  floatingPackageVersion,
  floatingGitReference,
  unpinnedImage,
  imageTagWithoutDigest,
  knownVulnerableVersion,
  archivedServer,
  lookAlikePackage,
  unknownRegistry,
  shellInlineCommand,
  encodedCommand,
  inlineCode,
  serverDownloads,
  privilegedCommand,
  runFromTemporaryPath,
  relativeProgramPath,
  configCommandSubstitution,
  projectConfigStartsProcess,
  deceptiveServerName,
  broadCredential,
  manyCredentials,
  credentialToUnrelatedHost,
  plainHttpRemote,
  serverTlsOff,
  bindsAllInterfaces,
  serverBaseUrl,
  remoteWithoutAuth,
  filesystemRootWide,
  containerPrivileged,
  containerDockerSocket,
  containerHostNamespace,
  containerSensitiveMount,
  containerNoLimits,
  autoApproveAll,
  autoApproveDangerousTool,
];

/** Rules about a file, its settings, and the commands that it makes its client run. */
export const fileRules: readonly Rule<ConfigSubject>[] = [
  shadowedServerName,
  commandDownloads,
  literalSecretSetting,
  settingTlsOff,
  settingBaseUrl,
  permissionBypassMode,
  sandboxDisabled,
  broadShellPermission,
  wideReadPermission,
  allProjectServersEnabled,
  workspaceTrustOff,
  hookRunsCommand,
  keyHelperCommand,
  taskRunsOnOpen,
  automaticTasksAllowed,
  marketplaceAddedByProject,
  configIsSymlink,
  configWritableByOthers,
  secretFileReadableByOthers,
];

/** Every rule of the family once, sorted by id; a rule with several checks is one rule. */
export function configRules(): Rule<never>[] {
  const all: Rule<never>[] = [...restingServerRules, ...runningServerRules, ...fileRules];
  return [...new Map(all.map((rule) => [rule.id, rule])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
