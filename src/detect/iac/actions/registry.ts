import type { IacRule } from '../contract/iac-rule.js';
import { botCondition } from './bot-condition.js';
import { cachePoisoning } from './cache-poisoning.js';
import { dangerousTrigger } from './dangerous-trigger.js';
import { envFileWrite } from './env-file-write.js';
import { excessivePermissions } from './excessive-permissions.js';
import { literalCredential } from './literal-credential.js';
import { overprovisionedSecrets } from './overprovisioned-secrets.js';
import { permissionsMissing } from './permissions-missing.js';
import { persistCredentials } from './persist-credentials.js';
import { pwnRequest } from './pwn-request.js';
import { secretsInherit } from './secrets-inherit.js';
import { selfHostedRunner } from './self-hosted-runner.js';
import { templateInjection } from './template-injection.js';
import { unpinnedAction } from './unpinned-action.js';
import { unsecureCommands } from './unsecure-commands.js';

/** Rules about workflows and actions of GitHub. */
export const actionsRules: readonly IacRule[] = [
  templateInjection,
  dangerousTrigger,
  pwnRequest,
  unpinnedAction,
  unsecureCommands,
  excessivePermissions,
  permissionsMissing,
  secretsInherit,
  overprovisionedSecrets,
  persistCredentials,
  cachePoisoning,
  envFileWrite,
  literalCredential,
  botCondition,
  selfHostedRunner,
];
