/**
 * As much of WebAssembly's binary format (https://webassembly.github.io/spec/core/binary/) as a loop over bytes needs: one memory and one
 * function, whose numbers are all of 32 bits. Code is written as expressions; each gives its bytes.
 */

export type Code = readonly number[];

const I32 = 0x7f;
const [BLOCK, LOOP, IF, END, NOTHING] = [0x02, 0x03, 0x04, 0x0b, 0x40];

/** A parameter or local variable, by its number. */
export function local(index: number) {
  return { get: [0x20, index], set: (value: Code): Code => [...value, 0x21, index], index } as const;
}

export const number = (value: number): Code => [0x41, ...signed(value)];

const binary =
  (opcode: number) =>
  (one: Code, other: Code): Code => [...one, ...other, opcode];

export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const and = binary(0x71);
export const or = binary(0x72);
export const shiftLeft = binary(0x74);
/** Shifts by the lowest five bits of the second number. */
export const shiftRight = binary(0x76);
export const equal = binary(0x46);
export const greater = binary(0x4b);
export const atLeast = binary(0x4f);
export const isZero = (value: Code): Code => [...value, 0x45];
/** One of two numbers; both are computed. */
export const choose = (condition: Code, one: Code, other: Code): Code => [...one, ...other, ...condition, 0x1b];

/** Addresses need not be aligned. */
const load =
  (opcode: number) =>
  (address: Code, offset = 0): Code => [...address, opcode, 0, ...unsigned(offset)];

export const byteAt = load(0x2d);
export const halfAt = load(0x2f);
export const wordAt = load(0x28);
export const putWord = (address: Code, value: Code, offset = 0): Code => [...address, ...value, 0x36, 0, ...unsigned(offset)];

/** Leaving one ends it, leaving a loop begins its next round; depth 0 is the innermost. */
export const block = (...body: Code[]): Code => [BLOCK, NOTHING, ...body.flat(), END];
export const loop = (...body: Code[]): Code => [LOOP, NOTHING, ...body.flat(), END];
export const when = (condition: Code, ...body: Code[]): Code => [...condition, IF, NOTHING, ...body.flat(), END];
export const leave = (depth: number): Code => [0x0c, depth];
export const leaveIf = (depth: number, condition: Code): Code => [...condition, 0x0d, depth];
export const giveBack = (value: Code): Code => [...value, 0x0f];

/** The bytes of a module that exports `memory`, of so many pages of 64 KiB, and `run`. */
export function moduleOf({ pages, parameters, locals, body }: { pages: number; parameters: number; locals: number; body: Code }) {
  const code = [1, locals, I32, ...body, END];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, parameters, ...Array<number>(parameters).fill(I32), 1, I32]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, ...unsigned(pages)]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('run'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content];
}

function name(text: string): Code {
  return [text.length, ...Buffer.from(text, 'latin1')];
}

/** LEB128: seven bits a byte, lowest first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
