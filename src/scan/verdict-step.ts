import type { Fact } from '../model/finding.js';
import type { Inventory } from '../model/inventory.js';

/** Sets the verdicts of skills and models from the rules. Loads nothing when there are none. */
export async function setVerdicts(inventory: Inventory, facts: readonly Fact[]): Promise<void> {
  if (inventory.skills.length > 0) {
    const { skillVerdict } = await import('../detect/skills/verdict.js');
    for (const skill of inventory.skills) skill.verdict = skillVerdict(facts.filter((fact) => fact.subject === skill.ref));
  }
  if (inventory.models.length === 0) return;
  const { modelVerdict } = await import('../detect/models/verdict.js');
  const files = new Map(inventory.evidence.modelFiles.map((file) => [file.ref, file]));
  for (const model of inventory.models) {
    const file = files.get(model.ref);
    if (file) model.verdict = modelVerdict(file, facts);
  }
}
