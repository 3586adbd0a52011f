import { encodingFunctions } from './functions/encoding.js';
import { listFunctions } from './functions/lists.js';
import { logicFunctions } from './functions/logic.js';
import { mapFunctions } from './functions/maps.js';
import { numberFunctions } from './functions/numbers.js';
import { patternFunctions } from './functions/patterns.js';
import { semverFunctions } from './functions/semver.js';
import type { FunctionTable } from './functions/table.js';
import { textFunctions } from './functions/texts.js';
import { tomlFunctions } from './functions/toml.js';
import { urlFunctions } from './functions/urls.js';

/**
 * The functions of Go's templates, of sprig and of Helm that charts use. Those that need the templates themselves (`include`, `tpl`) are the
 * renderer's. A name in no list gives an unknown value.
 */
export const functions: FunctionTable = {
  ...logicFunctions,
  ...textFunctions,
  ...patternFunctions,
  ...numberFunctions,
  ...listFunctions,
  ...mapFunctions,
  ...encodingFunctions,
  ...semverFunctions,
  ...tomlFunctions,
  ...urlFunctions,
};

/** Functions whose result is unknown: they ask the cluster, a clock, chance or the program that renders, or charts hardly use them. */
export const unknowable: ReadonlySet<string> = new Set([
  'lookup',
  'now',
  'date',
  'dateInZone',
  'dateModify',
  'date_in_zone',
  'date_modify',
  'mustDateModify',
  'must_date_modify',
  'duration',
  'durationRound',
  'ago',
  'htmlDate',
  'htmlDateInZone',
  'unixEpoch',
  'toDate',
  'mustToDate',
  'randAlphaNum',
  'randAlpha',
  'randNumeric',
  'randAscii',
  'randBytes',
  'randInt',
  'shuffle',
  'uuidv4',
  'genPrivateKey',
  'genCA',
  'genCAWithKey',
  'genSelfSignedCert',
  'genSelfSignedCertWithKey',
  'genSignedCert',
  'genSignedCertWithKey',
  'buildCustomCert',
  'derivePassword',
  'bcrypt',
  'htpasswd',
  'encryptAES',
  'decryptAES',
  'getHostByName',
  'call',
]);
