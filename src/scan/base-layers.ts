import type { Location } from '../model/component.js';
import type { Fact } from '../model/finding.js';
import type { ContainerImage } from '../model/image.js';
import { baseNames, imagesOfPlaces, type ReadImage } from '../model/image-places.js';
import { quote } from '../support/quote.js';

/** Most of a step of the history that a finding shows. */
const SHOWN_STEP = 160;

/**
 * Says of each fact about images whether the base brought it, where every place is in a layer of which that is known. What the base
 * brought is fixed by another base; of all else the layer is named.
 */
export function markBaseLayers(facts: readonly Fact[], images: readonly ContainerImage[]): Fact[] {
  const imageOf = imagesOfPlaces(images);
  return facts.map((fact) => {
    const { locations } = fact;
    if (locations.length === 0 || locations.some(({ layer }) => layer === undefined)) return fact;
    const inBase = locations.map((place) => imageOf(place)?.layers[place.layer ?? -1]?.in_base ?? null);
    if (inBase.includes(null)) return fact;
    if (inBase.every((one) => one === true)) return ofBase(fact, locations.map(imageOf));
    const own = locations.find((_, at) => inBase[at] === false);
    return { ...fact, in_base: false, why: own ? `${fact.why} ${layerText(own, imageOf(own))}` : fact.why };
  });
}

function ofBase(fact: Fact, images: readonly (ReadImage | undefined)[]): Fact {
  if (fact.kind === 'malicious') return { ...fact, in_base: true };
  const name = baseNames(images);
  const update = `Update the base image${name === '' ? '' : ` ${name}`} and build the image anew.`;
  // A new base ends what its packages have; a secret in it must be revoked all the same.
  return { ...fact, in_base: true, fix: fact.component === undefined ? `${update} ${fact.fix}` : update };
}

/** `Layer 3 brought it: RUN npm install.` */
function layerText({ layer = 0 }: Location, image: ReadImage | undefined): string {
  const command = image?.layers[layer]?.created_by;
  return command === undefined ? `Layer ${layer} brought it.` : `Layer ${layer} brought it: ${quote(command, SHOWN_STEP)}`;
}
