import type { Assignment } from './assignment.js';
import { ranks, type SearchedText, type SecretCandidate } from './candidate.js';
import { credentialKind, isHashName, type NameKind } from './names.js';
import { entropyOf, isStandIn, readsLikeWords } from './not-secret.js';

const LEAST_TOKEN = 20;
const LEAST_PASSWORD = 8;
const MOST_PASSWORD = 128;
const LONG = 12;
const HEX_BITS = 3;
const TEXT_BITS = 3.5;
/** Twice what the shortest token needs: in tests and documentation. */
const TWICE = 2 * LEAST_TOKEN * TEXT_BITS;

const PLACE =
  /^urn:|^#|^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/|^~?\.{0,2}[/\\]|^[A-Za-z]:\\|^[\w.+-]+@[\w-]+\.[\w.-]+$|\.(?:pem|key|json|ya?ml|txt|crt|p12|pfx|jks|env|com|org|net|io|html?|php|aspx?|png|js|ts|css|xml|md|local)$/i;
const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|^\d+(?:[.,:_-]\d+)*$|^v?\d+\.\d+|^\d{4}-\d\d-\d\d/i;
const EXPRESSION = /[()]|=>|\$\{|\+\s|^\w+\.\w+$|^[A-Za-z_]\w*\[|::|->|\\[dwsb]|\^|^[A-Z][A-Z0-9_]*$|^--|<\/|;$/;

/** Names of addresses that are secret only with a password in them. */
const CONNECTION = /connection[._-]?strings?|dsn$|database[._-]?url/i;
/** A host with its port, or the port alone where a comma parts them; also with a database. */
const HOST_AND_PORT = /^(?:tcp:)?\w[\w-]*(?:\.[\w-]+)*:\d{1,5}(?:\/[\w.-]*)?$|^\d{1,5}$/;
const OPTION = /^([\w .-]{1,40}?)\s*=/;
const OPENS = /pass|pwd|key|secret|token|signature|auth|credential/i;

/** What a name and a literal say together, where no provider's shape does. */
export function genericSecret({ file }: SearchedText, found: Assignment): SecretCandidate | undefined {
  if (!file.generic || file.vendored || (!found.quoted && !mayBeBare(file.style, found))) return undefined;
  const kind = credentialKind(found.name);
  if (kind === undefined || isHashName(found.name)) return undefined;
  const value = found.value.replace(/[;&](?=\s?[\w ]{1,40}=).*$/s, '');
  if (isHarmless(value) || (CONNECTION.test(found.name) && opensNothing(found.value))) return undefined;
  const rule = ruleFor(kind, value, file.example);
  if (rule === undefined) return undefined;
  return {
    rule,
    rank: ranks.generic,
    value,
    start: found.start,
    end: found.start + value.length,
    severity: file.live ? 'high' : 'medium',
    confidence: 'medium',
    proof: 'name',
    name: found.name,
  };
}

function mayBeBare(style: SearchedText['file']['style'], { operator, name }: Assignment): boolean {
  if (style === 'code') return false;
  return style !== 'prose' || (operator === '=' && /^[A-Z][A-Z0-9_]*$/.test(name));
}

function isHarmless(value: string): boolean {
  return /\s/.test(value) || isStandIn(value) || PLACE.test(value) || IDENTIFIER.test(value) || EXPRESSION.test(value);
}

/** `redis:6379`, `Server=db;Database=shop`: says where something is, and holds nothing that lets one in. */
function opensNothing(connection: string): boolean {
  const parts = connection.split(/[;,]/).map((part) => part.trim());
  return parts.every((part) => {
    const option = OPTION.exec(part)?.[1];
    return option === undefined ? part === '' || HOST_AND_PORT.test(part) : !OPENS.test(option);
  });
}

function ruleFor(kind: NameKind, value: string, example: boolean): string | undefined {
  const bits = entropyOf(value);
  if (example && bits * value.length < TWICE) return undefined;
  if (kind === 'token' && value.length >= LEAST_TOKEN) return isToken(value, bits) ? 'secret-generic-token' : undefined;
  if (example) return undefined;
  return isPassword(value, kind) ? 'secret-generic-password' : undefined;
}

function isToken(value: string, bits: number): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || value.length > 512) return false;
  return bits >= (/^[0-9a-f]+$/i.test(value) ? HEX_BITS : TEXT_BITS) && !readsLikeWords(value);
}

function isPassword(value: string, kind: NameKind): boolean {
  if (value.length < LEAST_PASSWORD || value.length > MOST_PASSWORD) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9_.-]/].filter((one) => one.test(value)).length;
  const isWord = /^[A-Za-z]+[0-9]{0,4}[!.]?$/.test(value) && readsLikeWords(value.replace(/[^A-Za-z]/g, ''));
  const isPhrase = !/\d/.test(value) && readsLikeWords(value.replace(/[^A-Za-z]+/g, ' ').trim());
  if (isPhrase || (kind === 'token' && kinds < 3)) return false;
  return [kinds >= 2 && /[\d\W]/.test(value), value.length >= LONG, !isWord].filter(Boolean).length >= 2 && kinds >= 2;
}
