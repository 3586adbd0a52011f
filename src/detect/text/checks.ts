import { approvalsOff, neverAsk, protectionOff, seededMemory } from './approvals.js';
import {
  asksForSecrets,
  decodeAndFollow,
  decodeAndRun,
  downloadAndRun,
  fakePrerequisite,
  pipedAway,
  pipedToShell,
  reverseShell,
  savedAndRun,
} from './commands.js';
import { concealment } from './concealment.js';
import { coversTracks, waitingHarm, wipes } from './destruction.js';
import { borrowedName, displacement, grabsAll, plantedCode } from './displacement.js';
import { forgedRole } from './forged-role.js';
import { type Gate, gateOf } from './gate.js';
import type { Concept } from './lexicon/concepts.js';
import { claimedConsent, fixedVerdict, override, remoteOrders, spreading, unlimitedPersona } from './overrides.js';
import { loginAdded, startsAgain } from './persistence.js';
import { pressure, promptTold, sentQuietly } from './pressure.js';
import { dnsChannel, filesAway, seedAsked, storeDumped, storesSearched } from './secret-stores.js';
import { beacon, contextAway, fixedRecipient, secretDemanded, secretsAway } from './secrets-out.js';
import type { TextCheck } from './sighting.js';

/** A check and the gate that a sentence must pass before the check is asked. */
export interface GatedCheck {
  check: TextCheck;
  gate: Gate;
}

/** A check behind the rows of concepts without one of which it cannot succeed. */
function behind(check: TextCheck, ...rows: (readonly Concept[])[]): GatedCheck {
  return { check, gate: gateOf(...rows) };
}

/** Orders in sentences; they are looked for outside of shell fences. */
const orderChecks: readonly GatedCheck[] = [
  behind(override, ['void', 'instructions'], ['void', 'earlier']),
  behind(forgedRole),
  behind(unlimitedPersona, ['persona']),
  behind(fixedVerdict, ['claim', 'verdict'], ['blind']),
  behind(remoteOrders, ['address', 'fetch']),
  behind(spreading, ['give']),
  behind(claimedConsent, ['consent']),
  behind(concealment, ['hush'], ['keep'], ['disclose', 'negate']),
  behind(neverAsk, ['ask', 'negate'], ['grant']),
  behind(seededMemory, ['store']),
  behind(protectionOff, ['protection', 'disable']),
  behind(displacement, ['broken'], ['negate'], ['replace'], ['disclose']),
  behind(grabsAll),
  behind(borrowedName, ['trust'], ['verdict']),
  behind(plantedCode, ['give'], ['grant']),
  behind(secretsAway, ['secret'], ['contentOf'], ['homePath']),
  behind(secretDemanded, ['secret'], ['contentOf'], ['homePath']),
  behind(contextAway, ['context', 'give']),
  behind(beacon, ['address']),
  behind(fixedRecipient, ['recipient']),
  behind(decodeAndFollow, ['decode'], ['decoder']),
  behind(downloadAndRun, ['address', 'fetch']),
  behind(fakePrerequisite, ['download'], ['paste'], ['fetch', 'address']),
  behind(asksForSecrets, ['user', 'credential'], ['user', 'secret']),
  behind(wipes, ['wipe', 'precious'], ['eraser']),
  behind(coversTracks, ['wipe', 'trace']),
  behind(waitingHarm, ['wipe', 'precious']),
  behind(startsAgain, ['starter']),
  behind(loginAdded, ['user', 'credential'], ['credential', 'risky'], ['secret', 'give']),
  behind(pressure, ['secret', 'coerce'], ['contentOf', 'coerce']),
  behind(promptTold, ['prompt']),
  behind(sentQuietly, ['give', 'hush']),
  behind(storeDumped, ['secret', 'run']),
  behind(storesSearched, ['secret', 'take']),
  behind(seedAsked, ['secret', 'user']),
];

/** Commands; they are looked for in sentences and in shell fences. */
const commandChecks: readonly GatedCheck[] = [
  behind(pipedToShell, ['downloader']),
  behind(reverseShell, ['socket']),
  behind(decodeAndRun, ['decode'], ['decoder']),
  behind(savedAndRun, ['downloader']),
  behind(pipedAway, ['downloader'], ['socket']),
  behind(approvalsOff, ['bypass']),
  behind(filesAway, ['downloader', 'secret'], ['socket', 'secret']),
  behind(dnsChannel, ['credential'], ['secret'], ['context']),
];

const everyCheck = [...orderChecks, ...commandChecks];

/** The checks for a sentence, `shell` for lines of a command fence. */
export function checksFor(shell: boolean): readonly GatedCheck[] {
  return shell ? commandChecks : everyCheck;
}
