import { type SecretShape, secretShapes } from '../../src/model/secret-shapes.js';
import { crc32 } from '../../src/support/crc32.js';

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const SETS: Readonly<Record<string, string>> = {
  b62: DIGITS + UPPER + LOWER,
  b64: `${UPPER}${LOWER}${DIGITS}+/`,
  b64u: `${UPPER}${LOWER}${DIGITS}-_`,
  b64u64: UPPER + LOWER + DIGITS,
  b64ud: `${UPPER}${LOWER}${DIGITS}`,
  adtail: UPPER + LOWER + DIGITS,
  hex: `${DIGITS}abcdef`,
  hexlong: `${DIGITS}abcdef`,
  hexi: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  a36: LOWER + DIGITS,
  A36: UPPER + DIGITS,
  b32: `${UPPER}234567`,
  a32: `${LOWER}234567`,
  dig: DIGITS,
  let: UPPER + LOWER,
  bech: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  slug: LOWER,
};

/** Random numbers that are the same in every run (mulberry32). */
export class Dice {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  below(limit: number): number {
    return this.next() % limit;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Characters of a set as an issuer would draw them: no three equal ones in a row, no hyphen at an end. */
  chars(set: string, count: number): string {
    const alphabet = [...(SETS[set] ?? '')];
    for (;;) {
      const text = Array.from({ length: count }, () => this.pick(alphabet)).join('');
      if (/(.)\1\1/.test(text) || /^[-_+/]|[-_+/]$/.test(text)) continue;
      if (count >= 20 && alphabet.length > 20 && new Set(text).size < 12) continue;
      return text;
    }
  }

  uuid(): string {
    const hex = this.chars('hex', 32);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${this.pick(['8', '9', 'a', 'b'])}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

const BASE62 = DIGITS + UPPER + LOWER;

function base62(value: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor(left / 62)) text = BASE62.charAt(left % 62) + text;
  return text.padStart(6, '0');
}

function sealed(shape: SecretShape, value: string, dice: Dice): string {
  if (shape.check === 'crc') return value.slice(0, -6) + base62(crc32(value.slice(-36, -6)));
  if (shape.check === 'discord') {
    const id = Buffer.from(`1${Array.from({ length: 17 }, () => dice.below(10)).join('')}`).toString('base64url');
    return `${id}.${dice.chars('b64u', 6)}.${dice.chars('b64u', 38)}`;
  }
  if (shape.check !== 'crc-hex') return value;
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(value.slice(0, value.lastIndexOf('_'))));
  return value.slice(0, -8) + sum.toString('hex');
}

/** A value of the first form of a shape that nobody issued. */
export function madeSecret(shape: SecretShape, dice: Dice): string {
  const [form = ''] = shape.forms.split(' ');
  const value = form.replace(/\{(\w+)(?::(\d+)(?:-\d+)?)?\}/g, (_, set: string, count: string) => {
    if (set === 'uuid') return dice.uuid();
    if (set === 'pad') return '';
    if (set === 'sp') return ' ';
    return set === 'dbot' ? 'M' : dice.chars(set, Number(count));
  });
  return sealed(shape, value, dice);
}

/** The shape with an id without `secret-`. */
export function shapeNamed(id: string): SecretShape {
  const shape = secretShapes.find((one) => one.id === `secret-${id}`);
  if (!shape) throw new Error(`no shape ${id}`);
  return shape;
}

/** A private key in PEM: the outline of a real one around random bytes. */
export function madePem(kind: string, dice: Dice, bytes = 600): string {
  const noise = Buffer.from(Array.from({ length: bytes }, () => dice.below(256)));
  const body = Buffer.concat([Buffer.from([2, 1, 0, 4, 0x82, bytes >> 8, bytes & 255]), noise]);
  const der = kind.startsWith('OPENSSH')
    ? Buffer.concat([Buffer.from('openssh-key-v1\0'), noise])
    : Buffer.concat([Buffer.from([0x30, 0x82, body.length >> 8, body.length & 255]), body]);
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----\n`;
}
