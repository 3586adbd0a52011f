import type { TextRule } from '../checks/rule.js';
import { crd01 } from './danger/crd-01.js';
import { crd02 } from './danger/crd-02.js';
import { crd03 } from './danger/crd-03.js';
import { des01 } from './danger/des-01.js';
import { des02 } from './danger/des-02.js';
import { des03 } from './danger/des-03.js';
import { exf02 } from './danger/exf-02.js';
import { exf03 } from './danger/exf-03.js';
import { exf04 } from './danger/exf-04.js';
import { exf05 } from './danger/exf-05.js';
import { exf06 } from './danger/exf-06.js';
import { per01 } from './danger/per-01.js';
import { per03 } from './danger/per-03.js';
import { per06 } from './danger/per-06.js';
import { rce01 } from './danger/rce-01.js';
import { rce02 } from './danger/rce-02.js';
import { rce03 } from './danger/rce-03.js';
import { rce05 } from './danger/rce-05.js';
import { sup05 } from './danger/sup-05.js';
import { enc01 } from './hidden/enc-01.js';
import { enc02 } from './hidden/enc-02.js';
import { enc03 } from './hidden/enc-03.js';
import { hid01 } from './hidden/hid-01.js';
import { hid02 } from './hidden/hid-02.js';
import { hid03 } from './hidden/hid-03.js';
import { hid04 } from './hidden/hid-04.js';
import { hid05 } from './hidden/hid-05.js';
import { hid06 } from './hidden/hid-06.js';
import { hid07 } from './hidden/hid-07.js';
import { hid08 } from './hidden/hid-08.js';
import { apr01 } from './orders/apr-01.js';
import { apr02 } from './orders/apr-02.js';
import { apr03 } from './orders/apr-03.js';
import { inj01 } from './orders/inj-01.js';
import { inj02 } from './orders/inj-02.js';
import { inj03 } from './orders/inj-03.js';
import { inj04 } from './orders/inj-04.js';
import { inj05 } from './orders/inj-05.js';
import { inj06 } from './orders/inj-06.js';
import { inj07 } from './orders/inj-07.js';
import { inj08 } from './orders/inj-08.js';
import { inj09 } from './orders/inj-09.js';
import { inj10 } from './orders/inj-10.js';
import { lrn01 } from './orders/lrn-01.js';
import { per05 } from './orders/per-05.js';
import { trg01 } from './orders/trg-01.js';
import { trg02 } from './orders/trg-02.js';
import { trg03 } from './orders/trg-03.js';

/** Every rule that judges prose. */
export const textRules: readonly TextRule[] = [
  inj01,
  inj02,
  inj03,
  inj04,
  inj05,
  inj06,
  inj07,
  inj08,
  inj09,
  inj10,
  lrn01,
  apr01,
  apr02,
  apr03,
  trg01,
  trg02,
  trg03,
  exf02,
  exf03,
  exf04,
  exf05,
  exf06,
  rce01,
  rce02,
  rce03,
  rce05,
  crd01,
  crd02,
  crd03,
  per01,
  per03,
  per05,
  per06,
  des01,
  des02,
  des03,
  sup05,
  hid01,
  hid02,
  hid03,
  hid04,
  hid05,
  hid06,
  hid07,
  hid08,
  enc01,
  enc02,
  enc03,
];

const BY_ID = new Map(textRules.map((rule) => [rule.id, rule]));

/** The rule of an id. An id without an entry is a programming error. */
export function textRule(id: string): TextRule {
  const rule = BY_ID.get(id);
  if (rule === undefined) throw new TypeError(`no text rule ${id}`);
  return rule;
}
