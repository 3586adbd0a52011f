import { encodingFunctions } from './functions/encoding.js';
import { listFunctions } from './functions/lists.js';
import { logicFunctions } from './functions/logic.js';
import { mapFunctions } from './functions/maps.js';
import { numberFunctions } from './functions/numbers.js';
import type { FunctionTable } from './functions/table.js';
import { textFunctions } from './functions/texts.js';

/**
 * The functions of Go's templates, of sprig and of Helm that charts use. Those that need the templates themselves (`include`, `tpl`) are the
 * renderer's. A name that stands nowhere gives an unknown value.
 */
export const functions: FunctionTable = {
  ...logicFunctions,
  ...textFunctions,
  ...numberFunctions,
  ...listFunctions,
  ...mapFunctions,
  ...encodingFunctions,
};

/** Functions whose result no tree holds: they ask the cluster, a clock or chance. */
export const unknowable: ReadonlySet<string> = new Set([
  'lookup',
  'now',
  'date',
  'dateInZone',
  'dateModify',
  'ago',
  'htmlDate',
  'unixEpoch',
  'toDate',
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
  'semver',
  'semverCompare',
  'urlParse',
  'urlJoin',
]);
