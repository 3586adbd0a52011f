import { askedRules } from './asked/rules.js';
import { cloudRules } from './cloud/registry.js';
import { type RuleFamily, type RuleInfo, ruleFamilies } from './contract/rule.js';
import { iacRules } from './iac/registry.js';
import { imageRules } from './images/registry.js';
import { licensePolicyRules } from './licenses/rules.js';
import { configRules } from './mcp-config/registry.js';
import { modelRules } from './models/registry.js';
import { signatureRules } from './models/signatures/registry.js';
import { secretRules } from './secrets/registry.js';
import { skillRules } from './skills/registry.js';
import { toolRules } from './tools/registry.js';

/** Every rule of every family once, by family and id, as `castellan rules` and docs/rules.md print them. */
export function ruleCatalogue(): RuleInfo[] {
  const byId = new Map<string, RuleInfo>();
  for (const rule of [
    configRules(),
    toolRules,
    skillRules,
    modelRules,
    signatureRules,
    cloudRules,
    iacRules,
    imageRules,
    Object.values(licensePolicyRules),
    secretRules,
    Object.values(askedRules),
  ].flat())
    byId.set(`${rule.family}\n${rule.id}`, infoOf(rule));
  const rank = (rule: RuleInfo) => ruleFamilies.indexOf(rule.family);
  return [...byId.values()].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
}

/** The rule with an id, ignoring case; undefined for an unknown id. */
export function ruleOf(id: string): RuleInfo | undefined {
  const wanted = id.toLowerCase();
  return ruleCatalogue().find((rule) => rule.id.toLowerCase() === wanted);
}

/** The rule's description without its functions. */
function infoOf({ id, family, title, severity, confidence, rationale, fix, references }: RuleInfo): RuleInfo {
  return { id, family, title, severity, confidence, rationale, fix, references };
}

/** Names of the families for users. */
export const familyTitles: Readonly<Record<RuleFamily, string>> = {
  'mcp-config': 'MCP configuration',
  tools: 'Tool definitions',
  skills: 'Skills and instruction files',
  models: 'Model files',
  cloud: 'Clouds',
  iac: 'Infrastructure code',
  images: 'Container images',
  licenses: 'Licences',
  secrets: 'Secrets',
};
