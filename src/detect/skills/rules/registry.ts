import type { SkillRule } from '../checks/rule.js';
import { apr01InCode } from './apr-01.js';
import { apr04 } from './apr-04.js';
import { apr05 } from './apr-05.js';
import { apr06 } from './apr-06.js';
import { coverageGap } from './coverage.js';
import { crd04 } from './crd-04.js';
import { crd05 } from './crd-05.js';
import { crd06 } from './crd-06.js';
import { des01InCode } from './des-01.js';
import { enc04 } from './enc-04.js';
import { exf01 } from './exf-01.js';
import { exf02InCode } from './exf-02.js';
import { exf06InCode } from './exf-06.js';
import { exf07 } from './exf-07.js';
import { exf08 } from './exf-08.js';
import { exf09 } from './exf-09.js';
import { inj07InCode } from './inj-07.js';
import { per02 } from './per-02.js';
import { per04 } from './per-04.js';
import { per06InCode } from './per-06.js';
import { rce04 } from './rce-04.js';
import { rce06 } from './rce-06.js';
import { sup01 } from './sup-01.js';
import { sup02 } from './sup-02.js';
import { sup03 } from './sup-03.js';
import { sup04 } from './sup-04.js';
import { sup05InCode } from './sup-05.js';
import { sup06 } from './sup-06.js';
import { sup07 } from './sup-07.js';

/** Every rule that judges the code or the files of a bundle; some also judge its text (`detect/text/rules`). */
export const scriptRules: readonly SkillRule[] = [
  exf01,
  exf02InCode,
  exf06InCode,
  exf07,
  exf08,
  exf09,
  rce04,
  rce06,
  crd04,
  crd05,
  crd06,
  per02,
  per04,
  per06InCode,
  des01InCode,
  inj07InCode,
  apr04,
  apr05,
  apr01InCode,
  apr06,
  enc04,
  sup01,
  sup02,
  sup03,
  sup04,
  sup05InCode,
  sup06,
  sup07,
  coverageGap,
];
