import { crc32 } from '../../src/support/crc32.js';
import { Dice, madePem } from '../../test/support/made-secrets.js';

/** A file around one value (`{{S}}` a secret, `{{X}}` something harmless, `{{N}}` its name), or with values of its own. */
export interface Template {
  file: string;
  text: string;
  /** Prefixes of ids of shapes that do not fit. */
  not?: readonly string[];
  only?: readonly string[];
  /** Kinds of harmless values. */
  with?: readonly string[];
  /** Findings of low severity are allowed. */
  may?: boolean;
  expect?: readonly (readonly [rule: string, line: number])[];
}

export interface Templates {
  positive: readonly Template[];
  negative: readonly Template[];
  plain: readonly Template[];
  formats: readonly Template[];
}

export interface LabelledShape {
  id: string;
  severity: string;
  form: string;
  names: readonly string[];
}

/** A made file and all that must be found in it, as `rule:line`. */
export interface MadeFile {
  path: string;
  text: string;
  findings: string[];
  /** What a harmless file holds: `placeholder`, `badcheck`, `plain`. */
  what?: string;
  may: boolean;
}

const SETS = new Set('b62 b64 b64u hex HEX a36 A36 b32 a32 dig let bech'.split(' '));
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const WORDS = 'tulip otter brick hazel comet maple raven stone cedar lemon tiger ocean pixel quartz velvet walnut'.split(' ');

function base62(value: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor(left / 62)) text = BASE62.charAt(left % 62) + text;
  return text.padStart(6, '0');
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Makes files by templates; equal seeds make equal files. */
export class SecretFiles {
  private readonly dice: Dice;

  constructor(
    private readonly shapes: readonly LabelledShape[],
    private readonly templates: Templates,
    seed: number,
  ) {
    this.dice = new Dice(seed);
  }

  *all(per = 3): Generator<MadeFile> {
    const { positive, negative, plain, formats } = this.templates;
    for (const shape of this.shapes) {
      for (let round = 0; round < per; round++) yield this.positive(shape, positive);
      for (let round = 0; round < per; round++) yield this.negative(shape, negative);
    }
    for (const template of Array.from({ length: per * 2 }, () => plain).flat())
      yield { path: template.file, text: this.inline(template.text), findings: [], what: 'plain', may: template.may ?? false };
    for (const template of Array.from({ length: per }, () => formats).flat())
      yield {
        path: template.file,
        text: this.inline(template.text),
        findings: (template.expect ?? []).map(([rule, line]) => `${rule}:${line}`),
        may: false,
      };
  }

  private positive(shape: LabelledShape, templates: readonly Template[]): MadeFile {
    const template = this.dice.pick(templates.filter((one) => fits(one, shape)));
    const [name, value] = [this.dice.pick(shape.names), this.fill(shape.form)];
    const text = template.text.replaceAll('{{N}}', name).replaceAll('{{S}}', () => value);
    const line = text.slice(0, text.indexOf(value)).split('\n').length;
    return { path: template.file, text, findings: [`${shape.id}:${line}`], may: false };
  }

  private negative(shape: LabelledShape, templates: readonly Template[]): MadeFile {
    const template = this.dice.pick(templates.filter((one) => fits(one, shape)));
    const [what, name] = [this.dice.pick(template.with ?? ['none']), this.dice.pick(shape.names)];
    const text = template.text.replaceAll('{{N}}', name).replaceAll('{{X}}', () => this.harmless(what, shape, name));
    return { path: template.file, text, findings: [], what, may: false };
  }

  private fill(form: string): string {
    let last = '';
    let made = '';
    for (const [, set, count, literal] of form.matchAll(/\{(\w+)(?::(\d+))?\}|([^{]+)/g)) {
      if (literal !== undefined) made += literal;
      else if (set === 'crc') made += base62(crc32(last));
      else if (set === 'crchex') {
        const sum = Buffer.alloc(4);
        sum.writeUInt32LE(crc32(made.slice(0, -1)));
        made += sum.toString('hex');
      } else if (set === 'uuid') made += this.dice.uuid();
      else if (set === 'b64id')
        made += Buffer.from(Array.from({ length: 18 }, () => this.dice.below(10)).join(''))
          .toString('base64url')
          .slice(1, 1 + Number(count));
      else {
        last = this.dice.chars(set ?? '', Number(count));
        made += last;
      }
    }
    return made;
  }

  private harmless(what: string, shape: LabelledShape, name: string): string {
    const { dice } = this;
    const first = /^[^{]*/.exec(shape.form)?.[0] ?? '';
    const count = Math.max(
      20,
      [...shape.form.matchAll(/:(\d+)\}/g)].reduce((sum, [, size]) => sum + Number(size), 0),
    );
    const kinds: Readonly<Record<string, () => string>> = {
      placeholder: () =>
        dice.pick([
          `your-${name.toLowerCase().replaceAll('_', '-')}-here`,
          '<your key>',
          'REPLACE_ME',
          'changeme',
          `${first}your-key-here`,
          'insert-key-here',
          'TODO',
          `<${name}>`,
          `YOUR_${name}`,
        ]),
      mask: () => first + dice.pick(['x', 'X', '*', '•']).repeat(24),
      repeat: () => first + (count % 2 ? 'a'.repeat(count) : '1234567890'.repeat(Math.floor(count / 10))),
      sequence: () => first + 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(5).slice(0, count),
      shellref: () => dice.pick([`\${${name}}`, `$${name}`, `\${${name}:-}`, `%${name}%`]),
      templateref: () => dice.pick([`'{{ .Values.${name.toLowerCase()} }}'`, `"{{ lookup('env', '${name}') }}"`, `@@${name}@@`]),
      vaultref: () =>
        dice.pick([
          'vault:secret/data/app#key',
          'op://prod/app/key',
          'ref+awssecrets://app/key',
          'arn:aws:secretsmanager:eu-west-1:123456789012:secret:app',
        ]),
      sops: () => `ENC[AES256_GCM,data:${dice.chars('b64', 40)},iv:${dice.chars('b64', 43)}=,tag:${dice.chars('b64', 22)}==,type:str]`,
      ansible: () => `!vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    ${dice.chars('hex', 64)}`,
      badcheck: () => {
        const value = this.fill(shape.form);
        return shape.form.includes('{crc') ? value.slice(0, -1) + (value.endsWith('0') ? '1' : '0') : first + '0'.repeat(count);
      },
      coderef: () => `process.env.${name}`,
      coderefopt: () => `process.env['${name}'] ?? ''`,
      pyref: () => dice.pick([`os.environ["${name}"]`, `os.getenv("${name}", "")`, `get_secret("${name.toLowerCase()}")`]),
      pynone: () => 'None',
      word: () => dice.pick(['api-key', 'token', 'test-token', 'dummy', 'fake_key', 'secret-name']),
      ghref: () => `\${{ secrets.${name} }}`,
      tfref: () => `var.${name.toLowerCase()}`,
      hash: () => dice.chars('hex', dice.pick([32, 40, 64])),
      uuid: () => dice.uuid(),
      none: () => '',
      empty: () => '',
    };
    return (kinds[what] ?? kinds.none)?.() ?? '';
  }

  private password(): string {
    const { dice } = this;
    const words = `${capital(dice.pick(WORDS))}-${dice.pick(WORDS)}`;
    return `${words}-${10 + dice.below(89)}!${dice.chars('b62', 5)}`;
  }

  private inline(text: string): string {
    return text.replace(/\{(\w+)(?::([\w ]+))?\}/g, (whole, kind: string, more: string | undefined) => this.part(kind, more) ?? whole);
  }

  private part(kind: string, more: string | undefined): string | undefined {
    const { dice } = this;
    if (SETS.has(kind) && more) return dice.chars(kind, Number(more));
    const encoded = (value: string | Buffer) => Buffer.from(value).toString('base64');
    const noise = () => Buffer.from(Array.from({ length: 200 }, () => dice.below(256)));
    const parts: Readonly<Record<string, () => string | undefined>> = {
      uuid: () => dice.uuid(),
      pw: () => this.password(),
      'b64of pw': () => encoded(this.password()),
      'b64of userpw': () => encoded(`robot:${this.password()}`),
      'b64of cert': () => encoded(Buffer.concat([Buffer.from('-----BEGIN CERTIFICATE-----\n'), noise()])),
      'b64of pem': () => encoded(madePem(PEM, dice)),
      PK: () => PEM,
      AWSEX: () => `AKIA${'IOSFODNN7EXAMPLE'}`,
      AWSSECEX: () => `wJalrXUtnFEMI/K7MDENG${'/bPxRfiCYEXAMPLEKEY'}`,
      JWT: () => madeToken({ sub: `1${dice.chars('dig', 6)}`, iat: 1_760_000_000 + dice.below(9_999_999), scope: 'admin' }, dice),
      JWTEX: () => madeToken({ sub: '1234567890', name: 'John Doe', iat: 1_516_239_022 }, dice),
    };
    if (kind === 'PEM') return madePem(more ?? PEM, dice, more?.includes('EC') ? 110 : 600);
    if (kind === 'PEMESC') return madePem(more ?? PEM, dice).replaceAll('\n', '\\n');
    return parts[more === undefined ? kind : `${kind} ${more}`]?.();
  }
}

const PEM = `RSA ${'PRIVATE'} KEY`;

function madeToken(payload: object, dice: Dice): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.${dice.chars('b64u', 43)}`;
}

function fits({ not = [], only = [] }: Template, { id }: LabelledShape): boolean {
  return !not.some((prefix) => id.startsWith(prefix)) && (only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
}
