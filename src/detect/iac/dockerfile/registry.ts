import type { IacRule } from '../contract/iac-rule.js';
import { addInsteadOfCopy } from './add-instead-of-copy.js';
import { addRemoteUrl } from './add-remote-url.js';
import { baseImageFloating } from './base-image-floating.js';
import { downloadAndRun } from './download-and-run.js';
import { exposeSsh } from './expose-ssh.js';
import { healthcheckMissing } from './healthcheck-missing.js';
import { literalSecretInBuild } from './literal-secret.js';
import { npmUnpinned } from './npm-unpinned.js';
import { passwordInBuild } from './password-in-build.js';
import { pipUnpinned } from './pip-unpinned.js';
import { secretFileCopied } from './secret-file-copied.js';
import { sudo } from './sudo.js';
import { tlsVerificationOff } from './tls-verification-off.js';
import { unsignedPackages } from './unsigned-packages.js';
import { updateAlone } from './update-alone.js';
import { userMissing } from './user-missing.js';
import { userRoot } from './user-root.js';
import { worldWritable } from './world-writable.js';

/** Rules about Dockerfiles. */
export const dockerfileRules: readonly IacRule[] = [
  userRoot,
  userMissing,
  baseImageFloating,
  addInsteadOfCopy,
  addRemoteUrl,
  literalSecretInBuild,
  secretFileCopied,
  sudo,
  exposeSsh,
  downloadAndRun,
  tlsVerificationOff,
  unsignedPackages,
  passwordInBuild,
  healthcheckMissing,
  updateAlone,
  pipUnpinned,
  npmUnpinned,
  worldWritable,
];
