import { isPlaceholder, isSecretValue, namesSecret } from '../../../support/secret-value.js';

/** What a literal beside a name is: a secret, or the password that everybody tries first. */
export type LiteralSecret = 'secret' | 'default';

/** Passwords of examples and first installations. They are no secrets, and that is what is wrong with them. */
const DEFAULTS =
  /^(?:(?:my|your|the|super|some|top)?[-_ ]?(?:secret|password|passw0rd|passwd|pass|pw|pwd|admin|administrator|root|user|test|testing|guest|default|demo|example|postgres|postgresql|mysql|mariadb|mongo|redis|rabbitmq|minio|minioadmin|elastic|sa|letmein|welcome|qwerty|change[-_]?(?:me|it|this)|toor|foobar|foo|bar|abc|dev|development|local)[-_ ]?(?:\d{0,4}|password|pass|secret|pw)[!.]?|\d{1,9})$/i;
const SHORTEST = 4;
/** Values that name where a secret is, or that are no secret by their form. */
const NO_SECRET =
  /^(?:\/|~|\.{1,2}\/|file:|arn:|https?:\/\/[^@\s]*$|(?:true|false|null|none|yes|no|on|off|empty|disabled|enabled|required|optional)$)/i;

/** What a literal value is that stands beside a name; undefined for none of both. Values with references to others are none. */
export function literalSecret(name: string | undefined, value: string): LiteralSecret | undefined {
  const text = value.trim();
  if (text === '' || /\$\{?[A-Za-z_]|\$\(|\{\{|^<[^<>]*>$/.test(text)) return undefined;
  const isNamed = name !== undefined && namesSecret(name) && !/_file$/i.test(name);
  if (isNamed && DEFAULTS.test(text)) return 'default';
  if (isSecretValue(isNamed ? name : undefined, text)) return 'secret';
  if (!isNamed || text.length < SHORTEST || NO_SECRET.test(text) || isPlaceholder(text) || /\s/.test(text)) return undefined;
  return /^(?:[\d.,:_-]+|[A-Za-z_][\w.]*:[\w.]+)$/.test(text) ? undefined : 'secret';
}

/** A name with its value hidden, as a finding may show it. */
export function hidden(name: string): string {
  return `${name}=<redacted>`;
}
