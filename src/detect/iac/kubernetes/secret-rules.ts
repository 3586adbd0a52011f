import type { IacValue } from '../../../model/iac.js';
import { wordsOfName } from '../../../support/name-words.js';
import { isPlaceholder, isSecretValue } from '../../../support/secret-value.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import type { IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { entriesOf, itemsOf, member } from '../views/kubernetes/body.js';
import { containersOf, workloads } from '../views/kubernetes/workload.js';
import { containerRule, fails, kubernetesRule, passes, undecided } from './judge.js';

/** A text of a manifest that may be a secret, with the name that its place gives it. */
interface NamedText {
  readonly name: string;
  readonly value: IacValue;
  /** Of a Secret: text of any name is meant to be secret. */
  readonly meant?: boolean;
}

const namedTexts: IacView<NamedText> = {
  id: 'kubernetes-named-text',
  *of(resource, estate) {
    const { format, type, body } = resource;
    if (format !== 'kubernetes') return;
    if (type === 'ConfigMap') yield* named(member(body, 'data'));
    yield* named(member(body, 'metadata', 'annotations'));
    if (type === 'Secret') yield* secretData(body);
    for (const workload of workloads.of(resource, estate as IacEstate)) {
      if (workload.annotations !== member(body, 'metadata', 'annotations')) yield* named(workload.annotations);
      for (const { body: container } of containersOf(workload)) {
        for (const variable of itemsOf(member(container, 'env'))) {
          const value = member(variable, 'value');
          if (value) yield { name: textOf(member(variable, 'name')) ?? '', value };
        }
        yield* flags([...itemsOf(member(container, 'command')), ...itemsOf(member(container, 'args'))]);
      }
    }
  },
};

/** Rules about secrets in manifests. */
export const secretRules: readonly IacRule[] = [
  containerRule({
    id: 'k8s-secret-in-env',
    title: 'Secret handed over as environment variable',
    severity: 'none',
    confidence: 'high',
    rationale: 'Child processes inherit the environment, and crash reports and debug pages print it.',
    fix: 'Mount the Secret as a volume, and let the program read the file.',
    references: ['CIS-K8s 5.4.1', 'CWE-526', 'https://kubernetes.io/docs/concepts/configuration/secret/'],
    snippet: 'volumeMounts:\n  - name: credentials\n    mountPath: /run/secrets/app\n    readOnly: true',
    *check({ body }) {
      for (const variable of itemsOf(member(body, 'env'))) {
        const source = variable.kind === 'map' ? member(variable, 'valueFrom', 'secretKeyRef') : undefined;
        if (source) yield source.kind === 'unknown' ? undecided(source) : fails(source, `env ${textOf(member(variable, 'name')) ?? ''}`);
      }
      for (const from of itemsOf(member(body, 'envFrom'))) {
        const source = from.kind === 'map' ? member(from, 'secretRef') : undefined;
        if (source)
          yield source.kind === 'unknown' ? undecided(source) : fails(source, `envFrom secret ${textOf(member(source, 'name')) ?? ''}`);
      }
    },
  }),
  kubernetesRule({
    id: 'k8s-literal-secret',
    title: 'Literal secret in a manifest',
    severity: 'high',
    confidence: 'medium',
    rationale: 'Manifests go to version control, and everybody who reads the namespace reads them. Base64 hides nothing.',
    fix: 'Replace the value, and take it from a Secret that is made outside of the repository: SealedSecret, ExternalSecret, or a secret store of the cloud.',
    references: ['CWE-798', 'CWE-312', 'https://kubernetes.io/docs/concepts/security/secrets-good-practices/'],
    swallowedBy: ['ai-provider-key-literal'],
    view: namedTexts,
    snippet: 'env:\n  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef:\n        name: database\n        key: password',
    // A value that the tree does not hold is no literal of it, so an unknown one passes.
    check({ name, value, meant }) {
      const text = textOf(value)?.trim();
      if (text === undefined || text === '') return undefined;
      if (meant) return isMeantSecret(text) ? fails(value, `Secret key ${name}`, { severity: 'medium', part: name }) : passes;
      return text.split('\n', 2_000).some((line) => isSecretLine(name, line, text))
        ? fails(value, `literal value of ${name}`, { part: name })
        : passes;
    },
  }),
];

function* named(value: IacValue | undefined): Iterable<NamedText> {
  for (const [name, entry] of entriesOf(value)) yield { name, value: entry };
}

/** Keys of a Secret that are public by their kind. */
const PUBLIC_KEYS = /(?:^|[._-])(?:ca|tls|cert|certificate|chain|bundle)\.(?:crt|pem|cert)$|\.pub$/i;
/** Last words of keys that say who, where or which one: `clientId`, `azurestorageaccountname`. */
const DESCRIBES =
  /^(?:id|port|database)$|(?:name|namespace|user|host|url|uri|endpoint|(?:account|app|client|key|project|subscription|tenant|user)id)$/;

/** True where only the value can tell that it is secret. The id of a secret (`secret_id` of Vault) opens as a password does. */
function isDescription(key: string): boolean {
  const words = wordsOfName(key);
  return DESCRIBES.test(words.at(-1) ?? '') && !/(?:secret|session)_?id$/.test(words.join('_'));
}

function* secretData(body: IacValue): Iterable<NamedText> {
  for (const [name, value] of entriesOf(member(body, 'stringData')))
    if (!PUBLIC_KEYS.test(name)) yield { name, value, meant: !isDescription(name) };
  for (const [name, value] of entriesOf(member(body, 'data'))) {
    const text = textOf(value);
    if (text === undefined || PUBLIC_KEYS.test(name)) continue;
    const decoded = Buffer.from(text, 'base64').toString('utf8');
    yield { name, value: { kind: 'scalar', at: value.at, value: decoded }, meant: !isDescription(name) };
  }
}

function isMeantSecret(text: string): boolean {
  if (/^-----BEGIN (?:PUBLIC KEY|CERTIFICATE)/.test(text) || /^(?:true|false|\d{1,5})$/i.test(text)) return false;
  return !isPlaceholder(text) && !/^(?:admin|root|user|postgres|example|test|dummy|changeit)$/i.test(text);
}

/** `--password=…` and `--password …` of a command line. */
function* flags(parts: readonly IacValue[]): Iterable<NamedText> {
  for (const [index, value] of parts.entries()) {
    const text = textOf(value);
    if (text === undefined) continue;
    const [, name, given] = /^-{1,2}([\w.-]+)(?:=(.*))?$/s.exec(text) ?? [];
    const next = parts[index + 1];
    if (name === undefined) yield { name: '', value };
    else if (given !== undefined) yield { name, value: { kind: 'scalar', at: value.at, value: given } };
    else if (next && !textOf(next)?.startsWith('-')) yield { name, value: next };
  }
}

/** A password may be short where its name leaves no doubt. */
function isShortPassword(name: string, value: string): boolean {
  return /pass(?:word|wd|phrase)?$|pwd$/i.test(name) && value.length >= 4 && /^[^\s/:$<{]+$/.test(value) && !isPlaceholder(value);
}

/** A line of a file that a ConfigMap holds may set a value of its own: `password: …`, `token = …`. */
function isSecretLine(name: string, line: string, whole: string): boolean {
  if (line === whole) return isSecretValue(name, whole) || isShortPassword(name, whole);
  const [, own, given] = /^\s*(?:export\s+)?["']?([\w.-]{2,80})["']?\s*[:=]\s*["']?([^"'\s#,]+)["']?,?\s*$/.exec(line) ?? [];
  return own === undefined || given === undefined ? isSecretValue(undefined, line) : isSecretValue(own, given);
}
