import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { fileHit, serverHit } from './hits.js';
import type { ConfigSubject, ServerSubject } from './subject.js';

const OFF = /^(?:0|false|no|off|none|disabled?)$/i;
const ON = /^(?:1|true|yes|on)$/i;

/** Variables, and the values that switch verification off. */
const VARIABLES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_VERIFY|NPM_CONFIG_STRICT_SSL)$/i, OFF],
  [/^(?:.+_)?(?:SSL_VERIFY|VERIFY_SSL|TLS_VERIFY|VERIFY_TLS|SSL_CERT_VERIFY|VERIFY_CERTS?|VERIFY_SSL_CERTS?|SSL_VERIFICATION)$/i, OFF],
  [
    /^(?:GIT_SSL_NO_VERIFY|(?:.+_)?(?:SKIP_TLS_VERIFY|TLS_SKIP_VERIFY|INSECURE_SKIP_VERIFY|INSECURE_TLS|SSL_NO_VERIFY|DISABLE_SSL_VERIFICATION|IGNORE_SSL_ERRORS|IGNORE_CERTIFICATE_ERRORS))$/i,
    ON,
  ],
  [/^(?:REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/i, /^$/],
];

const FLAGS =
  /^--?(?:insecure(?:-skip-(?:tls-)?verify)?|no-verify-(?:ssl|tls|certs?)|no-(?:ssl|tls)-(?:verify|verification)|no-check-certificate|skip-(?:tls|ssl)-(?:verify|verification)|(?:tls|ssl)-(?:skip|no)-verify|disable-(?:tls|ssl)-(?:verify|verification|check)|ignore-(?:ssl|certificate|https|tls|cert)-errors|allow-insecure(?:-(?:tls|ssl|https))?|trust-all-certs)(?:=(?:true|1|yes))?$|^--?(?:verify(?:-(?:ssl|tls|certs?))?|(?:ssl|tls)-verify|strict-ssl|reject-unauthorized)=(?:false|0|no)$/i;

function switchesOff(name: string, value: string): boolean {
  return VARIABLES.some(([names, values]) => names.test(name) && values.test(value.trim()));
}

const about = {
  id: 'tls-verification-off',
  family: 'mcp-config',
  title: 'TLS certificates are not checked',
  severity: 'high',
  confidence: 'high',
  rationale: 'Without the check anybody on the way can pose as the service, read the credentials and change the answers.',
  fix: 'Remove the switch; for a private authority name its certificate (NODE_EXTRA_CA_CERTS, SSL_CERT_FILE).',
  references: ['OWASP MCP07', 'CWE-295'],
} as const;

/** Checks variables and flags of servers. */
export const serverTlsOff: Rule<ServerSubject> = {
  ...about,
  *check(subject): Generator<RuleHit> {
    for (const variable of subject.variables.filter(({ name, value }) => switchesOff(name, value)))
      yield serverHit(subject, variable, `${quote(variable.name, 80)}=${quote(variable.value, 20)}`);
    for (const word of subject.configured.argv.filter(({ value }) => FLAGS.test(value)))
      yield serverHit(subject, word, quote(word.value, 60));
    for (const { program, words } of subject.steps) {
      const short = program === 'curl' ? words.find(({ text }) => /^-[a-zA-Z]*k/.test(text)) : undefined;
      if (short) yield serverHit(subject, subject.configured.argv[short.index], 'curl -k');
    }
  },
};

/** Checks variables that the client sets for itself and for everything it starts. */
export const settingTlsOff: Rule<ConfigSubject> = {
  ...about,
  *check({ config }): Generator<RuleHit> {
    for (const setting of config.settings) {
      const name = setting.name.startsWith('env.') ? setting.name.slice(4) : undefined;
      if (name === undefined || !switchesOff(name, String(setting.value))) continue;
      yield fileHit(config, setting, `${quote(name, 80)}=${quote(String(setting.value), 20)}`);
    }
  },
};
