import type { Expr } from '../readers/ir.js';
import { sourceOfPath } from '../sensitive.js';
import type { Value } from '../value.js';

/** A name of which a test says what it is. */
interface Known {
  name: string;
  value: Value;
}

/** What a test says about a file's name: `name == ".npmrc"`, `p.suffix in KEYS`, `f.endswith(".pem")`. Only private ones matter. */
export function refined(test: Expr, read: (expr: Expr) => Value): Known | undefined {
  if (test.op === 'any') {
    for (const part of test.parts) {
      const known = refined(part, read);
      if (known !== undefined) return known;
    }
    return undefined;
  }
  const [of, literal] = comparedIn(test);
  if (of === undefined || literal === undefined) return undefined;
  const subject = of.op === 'member' ? of.of : of;
  if (subject.op !== 'name') return undefined;
  const value = read(literal);
  const before = read(subject);
  const folder = of.op === 'member' && before.shape.includes('/') ? before.shape.replace(/[^/]*$/, '') : '';
  for (const { shape } of value.items ?? [value]) {
    const path = `${folder}${shape.startsWith('.') && (test.op === 'call' || (of.op === 'member' && of.name === 'suffix')) ? '*' : ''}${shape}`;
    if (shape.length > 2 && sourceOfPath(`~/${path.replace(/^~\//, '')}`) !== undefined)
      return { name: subject.name, value: { ...before, shape: path } };
  }
  return undefined;
}

function comparedIn(test: Expr): (Expr | undefined)[] {
  if (test.op === 'equal') return [test.of, test.to];
  if (test.op !== 'call' || test.callee.op !== 'member' || !/^(?:endswith|endsWith|startswith|match)$/.test(test.callee.name)) return [];
  return [test.callee.of, test.args[0]?.value];
}
