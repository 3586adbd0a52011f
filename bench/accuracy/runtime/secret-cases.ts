import { readFileSync } from 'node:fs';
import { crc32 } from '../../../src/support/crc32.js';
import { randomOf } from '../../../test/support/fault-rounds.js';
import { referencePath } from '../../../test/support/reference-data.js';

/** A text as a file of a project would be, and whether a provider's secret stands in it. */
export interface SecretCase {
  name: string;
  text: string;
  isSecret: boolean;
}

interface Shape {
  id: string;
  form: string;
  names: string[];
  context?: unknown;
}

interface Template {
  file: string;
  text: string;
  only?: string[];
  not?: string[];
  with?: string[];
}

interface Templates {
  positive: Template[];
  negative: Template[];
  plain: Template[];
}

/** Texts per shape and per harmless template. */
const EACH = 3;

const [DIGITS, UPPER, LOWER] = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'];
const SETS: Readonly<Record<string, string>> = {
  b62: DIGITS + UPPER + LOWER,
  b64: `${UPPER}${LOWER}${DIGITS}+/`,
  b64u: `${UPPER}${LOWER}${DIGITS}-_`,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  a36: LOWER + DIGITS,
  A36: UPPER + DIGITS,
  b32: `${UPPER}234567`,
  a32: `${LOWER}234567`,
  dig: DIGITS,
  let: UPPER + LOWER,
  bech: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
};

/**
 * Secrets of every shape of the reference data in files around them, and files of the same kinds that hold none. A shape that means nothing
 * without a name near it is not one that this detector looks for, and neither is a key of a mode for tests.
 */
export function secretCases(seed: number): SecretCase[] {
  const shapes = JSON.parse(readFileSync(referencePath('secrets', 'shapes.json'), 'utf8')) as Shape[];
  const templates = JSON.parse(readFileSync(referencePath('secrets', 'templates.json'), 'utf8')) as Templates;
  const maker = new Maker(seed);
  const cases = shapes.flatMap((shape) =>
    Array.from({ length: EACH }, () => [maker.secret(shape, templates), maker.harmless(shape, templates)]),
  );
  const plain = templates.plain.flatMap((template) => Array.from({ length: EACH }, () => maker.plain(template)));
  return [...cases.flat(), ...plain].filter((one) => one !== undefined);
}

class Maker {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  secret(shape: Shape, { positive }: Templates): SecretCase | undefined {
    if (shape.context !== undefined || shape.id === 'secret-stripe-test-key') return undefined;
    const template = this.pick(positive.filter((one) => fits(one, shape)));
    const text = template.text.replaceAll('{{N}}', this.pick(shape.names)).replaceAll('{{S}}', this.filled(shape.form));
    return { name: `${shape.id} in ${template.file}`, text, isSecret: true };
  }

  harmless(shape: Shape, { negative }: Templates): SecretCase {
    const template = this.pick(negative.filter((one) => fits(one, shape)));
    const kind = this.pick(template.with ?? ['none']);
    const name = this.pick(shape.names);
    const text = template.text.replaceAll('{{N}}', name).replaceAll('{{X}}', this.standIn(kind, shape, name));
    return { name: `${kind} of ${shape.id} in ${template.file}`, text, isSecret: false };
  }

  plain({ file, text }: Template): SecretCase {
    return { name: file, text: this.inline(text), isSecret: false };
  }

  /** A text in the place of a secret that is none. */
  private standIn(kind: string, { form }: Shape, name: string): string {
    const prefix = /^[^{]*/.exec(form)?.[0] ?? '';
    const made: Readonly<Record<string, string>> = {
      placeholder: this.pick([`your-${name.toLowerCase()}-here`, '<your key>', 'REPLACE_ME', 'changeme', `${prefix}your-key-here`, 'TODO']),
      mask: prefix + this.pick(['x', 'X', '*', '•']).repeat(24),
      repeat: prefix + this.pick(['a'.repeat(36), '1234567890'.repeat(4)]),
      sequence: prefix + 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2).slice(0, 40),
      badcheck: form.includes('{crc') ? this.broken(form) : `${prefix}${'0'.repeat(32)}`,
      shellref: `\${${name}}`,
      templateref: `{{ .Values.${name} }}`,
      vaultref: 'op://prod/app/key',
      sops: `ENC[AES256_GCM,data:${this.chars('b64', 40)},iv:${this.chars('b64', 43)}=,type:str]`,
      ansible: `!vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    ${this.chars('hex', 64)}`,
      coderef: `process${'.env'}.${name}`,
      coderefopt: `process${'.env'}['${name}'] ?? ''`,
      pyref: `os.environ["${name}"]`,
      pynone: 'None',
      word: this.pick(['api-key', 'token', 'test-token', 'dummy', 'fake_key', 'secret-name']),
      ghref: `\${{ secrets.${name} }}`,
      tfref: `var.${name.toLowerCase()}`,
    };
    return made[kind] ?? '';
  }

  private broken(form: string): string {
    const value = this.filled(form);
    return value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');
  }

  private filled(form: string): string {
    let [text, last] = ['', ''];
    for (const [, kind = '', length = '0', literal] of form.matchAll(/\{(\w+)(?::(\d+))?\}|([^{]+)/g)) {
      if (literal !== undefined) text += literal;
      else if (kind === 'crc') text += base62(crc32(last), Number(length));
      else if (kind === 'crchex') text += littleEndian(crc32(text.slice(0, -1)));
      else if (kind === 'uuid') text += this.uuid();
      else if (kind === 'b64id')
        text += Buffer.from(this.chars('dig', 18))
          .toString('base64url')
          .slice(1, 1 + Number(length));
      else {
        last = this.chars(kind, Number(length));
        text += last;
      }
    }
    return text;
  }

  /** The little language of templates that stand for themselves. */
  private inline(text: string): string {
    return text.replace(/\{(\w+)(?::(\d+))?\}/g, (whole, kind: string, length: string | undefined) => {
      if (SETS[kind] !== undefined && length !== undefined) return this.chars(kind, Number(length));
      if (kind === 'uuid') return this.uuid();
      if (kind === 'PK') return 'RSA PRIVATE KEY';
      if (kind === 'AWSEX') return `AKIA${'IOSFODNN7EXAMPLE'}`;
      if (kind === 'AWSSECEX') return `wJalrXUtnFEMI/K7MDENG${'/bPxRfiCYEXAMPLEKEY'}`;
      if (kind === 'JWTEX')
        return `${['{"alg":"HS256"}', '{"sub":"1234567890","iat":1516239022}'].map(encoded).join('.')}.${this.chars('b64u', 43)}`;
      return whole;
    });
  }

  private chars(set: string, length: number): string {
    for (;;) {
      const text = Array.from({ length }, () => this.pick([...(SETS[set] ?? '')])).join('');
      if (!/(.)\1\1/.test(text) && !/^[-_+/]|[-_+/]$/.test(text)) return text;
    }
  }

  private uuid(): string {
    const hex = this.chars('hex', 32);
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }
}

function fits({ only, not }: Template, { id }: Shape): boolean {
  const begins = (prefix: string) => id.startsWith(prefix);
  return not?.some(begins) !== true && (only === undefined || only.some(begins));
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');

function base62(value: number, width: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor(left / 62)) text = (SETS.b62 ?? '').charAt(left % 62) + text;
  return text.padStart(width, '0');
}

function littleEndian(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes.toString('hex');
}
