import type { ContainerImage } from '../model/image.js';
import type { Inventory } from '../model/inventory.js';
import { contain } from '../support/contain.js';

/** Adds what the collected infrastructure code declares, and the images that it runs, to the inventory. */
export async function addDeclared(inventory: Inventory): Promise<void> {
  const { evidence, infrastructure, issues } = inventory;
  if (evidence.iac.length === 0) return;
  const { declaredEstate } = await import('../detect/iac/declared/declared-estate.js');
  const declared = contain(
    () => declaredEstate(evidence.iac),
    (failure) => {
      issues.push({ collector: 'iac', path: '.', ...failure });
      return [];
    },
  );
  for (const thing of declared) infrastructure.push(thing);
  addUsers(inventory.images, declared);
}

/** An image that was read is the one that infrastructure code names by the same reference. */
function addUsers(images: ContainerImage[], declared: Inventory['infrastructure']): void {
  const known = new Map(images.map((image) => [image.reference, image]));
  for (const { ref, images: references } of declared) {
    for (const reference of references) {
      const image = known.get(reference) ?? { reference, used_by: [] };
      image.used_by = [...image.used_by, ref].sort();
      if (known.has(reference)) continue;
      known.set(reference, image);
      images.push(image);
    }
  }
}
