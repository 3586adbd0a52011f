import type { Check } from './check.js';
import { advisories } from './checks/advisories.js';
import { aliases } from './checks/aliases.js';
import { caFile } from './checks/ca-file.js';
import { clients } from './checks/clients.js';
import { clock } from './checks/clock.js';
import { configuration } from './checks/configuration.js';
import { controlPlane } from './checks/control-plane.js';
import { dataFolder } from './checks/data-folder.js';
import { epss } from './checks/epss.js';
import { feeds } from './checks/feeds.js';
import { git } from './checks/git.js';
import { kev } from './checks/kev.js';
import { lock } from './checks/lock.js';
import { osv } from './checks/osv.js';
import { osvApi } from './checks/osv-api.js';
import { platform } from './checks/platform.js';
import { program } from './checks/program.js';
import { proxy } from './checks/proxy.js';
import { auditChain } from './checks/server/audit-chain.js';
import { auditKey } from './checks/server/audit-key.js';
import { database } from './checks/server/database.js';
import { evidence } from './checks/server/evidence.js';
import { migrations } from './checks/server/migrations.js';
import { oidc } from './checks/server/oidc.js';
import { proxySecret } from './checks/server/proxy-secret.js';
import { publicUrl } from './checks/server/public-url.js';
import { saml } from './checks/server/saml.js';
import { serveSettingsCheck } from './checks/server/serve-settings.js';
import { services } from './checks/server/services.js';
import { serving } from './checks/server/serving.js';
import { workers } from './checks/server/workers.js';
import { settings } from './checks/settings.js';
import { sqlite } from './checks/sqlite.js';
import { terminal } from './checks/terminal.js';

/** Every check, in the order of the answer: what others stand on comes first. */
export const checks: readonly Check[] = [
  program,
  platform,
  sqlite,
  terminal,
  dataFolder,
  configuration,
  settings,
  aliases,
  advisories,
  feeds,
  proxy,
  caFile,
  osv,
  kev,
  epss,
  osvApi,
  clock,
  git,
  clients,
  lock,
  controlPlane,
  serveSettingsCheck,
  database,
  migrations,
  auditKey,
  auditChain,
  evidence,
  oidc,
  saml,
  publicUrl,
  proxySecret,
  workers,
  services,
  serving,
];
