import { has, ordered, type Statement } from '../reading/statement.js';
import { type Detection, seen } from './detection.js';
import { order } from './rule.js';

const CONSENT =
  /\b(?:ask(?:s|ing)?|confirm\w*|show|suggest|offer|optional\w*|only (?:if|when|on)|on request|(?:if|when) the user|user (?:asks|wants|requests|agrees|names|confirms|gives))\b/;
const START_PLACE =
  /\blaunch ?(?:agent|daemon)s?\b|\blogin items?\b|\bschtasks(?:\.exe)?\s{1,3}\/create\b|\bscheduled tasks?\b|\bcurrentversion\\run\b|\brun key\b|\bsystemd (?:user )?(?:unit|service|timer)\b|\bautostart\b|\bstart-?up folder\b|\bcron ?(?:job|tab|entry)s?\b/;
/** Names that pass for the system's own, places where nobody looks, and programs from elsewhere. */
const FURTIVE =
  /\bcom\.(?:apple|microsoft|google)\.|%(?:temp|appdata|localappdata|public)%|\/tmp\/|\/dev\/shm|~\/\.(?:cache|local\/share)\/\.|\/\.(?!config\/|local\/|git\/|github\/|claude\/|vscode\/)[a-z]\w{0,12}\/|https?:\/\/|\b\d{1,3}(?:\.\d{1,3}){3}\b|\bhidden\b|\bwindowstyle hidden\b/;

/** PER-01: something starts again by itself, under a borrowed name or from a place where nobody looks. */
export const startsAgain = order(
  (statement) => {
    const { text } = statement;
    if (!START_PLACE.test(text) || !FURTIVE.test(text) || CONSENT.test(text)) return undefined;
    const acts = [...ordered(statement, 'store'), ...ordered(statement, 'run'), ...ordered(statement, 'give')].length > 0;
    const makes = /\b(?:create|register|set up|schedule|write|configure|plant|make)\b/.test(text);
    return acts || makes ? { ...seen('PER-01', 'starts again', 'furtive'), severity: 'high' } : undefined;
  },
  ['starter'],
);

const NEW_LOGIN = /\b(?:create|add|make|set up)\b.{0,30}\b(?:user|account|login)\b.{0,60}\bpassword\b.{0,4}[`"'‘“][^\s`"'’”]{3,40}[`"'’”]/;

const NEW_KEY = /\bauthorized_keys\b.{0,60}\bssh-(?:rsa|ed25519|dss)\b|\bssh-(?:rsa|ed25519|dss) \S{8,}.{0,200}\bauthorized_keys\b/;

/** PER-06: a key of somebody, or an account with a fixed password and the rights of root. */
export const loginAdded = order(
  (statement) => {
    const { text } = statement;
    const account = NEW_LOGIN.test(text) && /\b(?:sudo|wheel|admin\w*|root)\b/.test(text);
    const key = NEW_KEY.test(text) && ordered(statement, 'give').length + ordered(statement, 'store').length > 0;
    if (!(account || key) || CONSENT.test(text)) return undefined;
    return { ...seen('PER-06', account ? 'account' : 'key', 'written out'), severity: 'high' };
  },
  ['user', 'credential'],
  ['credential', 'risky'],
  ['secret', 'give'],
);

const SETTINGS_FILE =
  /\bsettings of the (?:\w+ )?(?:agent|editor|client|assistant)\b|\bsettings(?:\.local)?\.json\b|\bconfig\.(?:toml|json|ya?ml)\b|\.claude\/|\.codex\/|\.gemini\/|\.cursor\/|\bagent'?s? settings\b/;

/** PER-03: an order to write a switch that turns approvals off into the settings of the agent. */
export function settingsWidened(statement: Statement): Detection | undefined {
  const writes = ordered(statement, 'store').length + ordered(statement, 'give').length + ordered(statement, 'replace').length > 0;
  const careful = CONSENT.test(statement.text) || has(statement, 'mention');
  return writes && !careful && SETTINGS_FILE.test(statement.text)
    ? { ...seen('PER-03', 'agent settings', 'approval switch'), severity: 'high' }
    : undefined;
}
