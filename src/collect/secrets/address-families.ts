import { byteTable } from './byte-table.js';
import { ranks, type SearchedText, type SecretCandidate } from './candidate.js';
import { isStandIn, readsLikeWords } from './not-secret.js';
import { decodedText } from './structure.js';

const SCHEME = /[a-z][a-z0-9+.-]*$/i;
const LONGEST_SCHEME = 30;
const STORES =
  /^(?:jdbc:)?(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|clickhouse(?:\+\w+)?|cassandra|nats|tls|kafka|ldaps?|smtps?|ftps?|sftp|cockroachdb|couchdb|neo4j|bolt|influxdb|memcached|snowflake|redshift|trino|presto|vertica|db2|mqtts?|stomp|imaps?|pop3s?)(?:\+[a-z0-9_]+)?(?:\+?srv)?$/i;
const WEB = /^(?:git\+)?https?$|^wss?$|^socks5h?$|^svn$/i;
/** User, password and the host after it. */
const USER_INFO = /([^\s/:@"'`<>\\?#]{0,128}):([^\s@"'`<>\\]{1,256})@([^\s/:"'`<>\\?#,;)}]{1,253})/y;
const DEFAULTS =
  /^(?:postgres|postgresql|mysql|mariadb|root|guest|admin|password|passwd|pass|secret|redis|mongo|mongodb|rabbitmq|user|test|example|default|dev|local|app|sa|changeme|minio(?:admin)?|docker|db|pw|pwd|p|xxx+|\*+|[a-z_.-]*(?:passwo?r?d|secret|pass|passwort|clave)\d{0,4})$/i;
const LEAST = 4;
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|[a-z][a-z0-9_-]*)$/i;

/** Bytes that end an address. */
const ENDS = byteTable(' \t\n\v\f\r"\'`<>\\');
const AT = 64;
/** User and password, with the colon between them. */
const LONGEST_USER_INFO = 128 + 1 + 256;

/** Whether an `@` follows in the address whose `://` stands here; most have none. */
export function mayHaveUser(bytes: Uint8Array, at: number): boolean {
  const most = Math.min(bytes.length, at + 3 + LONGEST_USER_INFO + 1);
  for (let next = at + 3; next < most; next++) {
    const byte = bytes[next] as number;
    if (byte === AT) return true;
    if (ENDS[byte]) return false;
  }
  return false;
}

/** A user's password in an address whose `://` stands here. */
export function addressAt(subject: SearchedText, at: number): SecretCandidate | undefined {
  const { text, from } = subject.around(at);
  const scheme = SCHEME.exec(subject.slice(Math.max(0, at - LONGEST_SCHEME), at))?.[0];
  if (scheme === undefined) return undefined;
  const store = STORES.test(scheme);
  if (!store && !WEB.test(scheme)) return undefined;
  USER_INFO.lastIndex = at + 3 - from;
  const match = USER_INFO.exec(text);
  if (!match) return undefined;
  const [, user = '', password = '', host = ''] = match;
  // A slash ends the host: `http://localhost:5173/@vite/client` has a port and a path.
  if (!store && password.includes('/')) return undefined;
  if (isHarmless(user, password, host) || (subject.file.example && readsLikeWords(password))) return undefined;
  const start = at + 3 + user.length + 1;
  const gitStore = /^\.?git-credentials$/.test(subject.file.name);
  return {
    rule: gitStore ? 'secret-git-credentials' : store ? 'secret-connection-string' : 'secret-url-credentials',
    rank: gitStore ? ranks.format : ranks.address,
    value: password,
    start,
    end: start + password.length,
    severity: gitStore ? 'critical' : 'high',
    confidence: 'high',
    proof: 'structure',
    ...(user !== '' && { name: user }),
  };
}

function isHarmless(user: string, password: string, host: string): boolean {
  if (isStandIn(password) || /[{}$%]\w*[{}]|^[$%[({]|[)}\]]$|^:/.test(password) || /^[$%<{[]/.test(host)) return true;
  if (/^(?:x+|user(?:name)?:?|USER(?:NAME)?)$/.test(user) && /^(?:p(?:ass)?(?:w(?:or)?d)?|PASS(?:WORD)?)$/i.test(password)) return true;
  if (password.replace(/%[0-9a-f]{2}/gi, '').length < LEAST || /^\d{1,5}$/.test(password)) return true;
  return DEFAULTS.test(password) || (LOCAL.test(host) && (password === user || DEFAULTS.test(password)));
}

const CURL_USER = /(?:^|\s)(?:-u|--user|--proxy-user|-U)[ =]{0,4}(\\?["']?)([^\s:"'\\$]{1,128}):([^\s"'\\]{1,256})/g;

/** Passwords of the call of curl whose name begins here. */
export function* curlUsersAt(subject: SearchedText, at: number, lineEnd: number): Generator<SecretCandidate> {
  const line = subject.slice(at, Math.min(lineEnd, at + 2000));
  for (const match of line.matchAll(CURL_USER)) {
    const [whole, , user = '', password = ''] = match;
    if (isStandIn(password) || DEFAULTS.test(password) || password.startsWith('$')) continue;
    const start = at + match.index + whole.length - password.length;
    yield {
      rule: 'secret-curl-user',
      rank: ranks.header,
      value: password,
      start,
      end: start + password.length,
      severity: 'high',
      confidence: 'high',
      proof: 'structure',
      name: user,
    };
  }
}

/** The password of `user:password` in base 64; undefined where there is none. */
export function passwordOfBasic(value: string): string | undefined {
  const text = decodedText(value);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) return undefined;
  const password = text.slice(colon + 1);
  return password.length < 3 || isStandIn(password) || DEFAULTS.test(password) ? undefined : password;
}
