import { approvalsOff, neverAsk, protectionOff, seededMemory } from './approvals.js';
import {
  asksForSecrets,
  coversTracks,
  decodeAndFollow,
  decodeAndRun,
  downloadAndRun,
  fakePrerequisite,
  pipedAway,
  pipedToShell,
  reverseShell,
  wipes,
} from './commands.js';
import { concealment } from './concealment.js';
import { displacement, grabsAll, plantedCode } from './displacement.js';
import { claimedConsent, fixedVerdict, forgedRole, override, remoteOrders, spreading, unlimitedPersona } from './overrides.js';
import { beacon, contextAway, fixedRecipient, secretDemanded, secretsAway } from './secrets-out.js';
import type { TextCheck } from './sighting.js';

/** Orders in sentences; they are looked for outside of shell fences. */
export const orderChecks: readonly TextCheck[] = [
  override,
  forgedRole,
  unlimitedPersona,
  fixedVerdict,
  remoteOrders,
  spreading,
  claimedConsent,
  concealment,
  neverAsk,
  seededMemory,
  protectionOff,
  displacement,
  grabsAll,
  plantedCode,
  secretsAway,
  secretDemanded,
  contextAway,
  beacon,
  fixedRecipient,
  decodeAndFollow,
  downloadAndRun,
  fakePrerequisite,
  asksForSecrets,
  wipes,
  coversTracks,
];

/** Commands; they are looked for in sentences and in shell fences. */
export const commandChecks: readonly TextCheck[] = [pipedToShell, reverseShell, decodeAndRun, pipedAway, approvalsOff];
