import { mitreAtlas } from './frameworks/atlas.js';
import { cisControls } from './frameworks/cis-controls.js';
import { euAiAct } from './frameworks/eu-ai-act.js';
import type { Framework } from './frameworks/framework.js';
import { iso27001 } from './frameworks/iso-27001.js';
import { nistAiRmf, nistCsf } from './frameworks/nist.js';
import { owaspAgentic, owaspLlm, owaspMcp } from './frameworks/owasp.js';
import { soc2 } from './frameworks/soc2.js';

/** Every framework, in the order lists show them. */
export const frameworks: readonly Framework[] = [
  owaspLlm,
  owaspMcp,
  owaspAgentic,
  nistAiRmf,
  nistCsf,
  iso27001,
  soc2,
  cisControls,
  euAiAct,
  mitreAtlas,
];
