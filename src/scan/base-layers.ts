import type { Location } from '../model/component.js';
import type { Fact } from '../model/finding.js';
import type { ContainerImage } from '../model/image.js';
import type { ImageEvidence } from '../model/image-evidence.js';
import { baseNames, imagesOfPlaces, partsOfRef, type ReadImage } from '../model/image-places.js';
import type { ScanRequest } from '../model/request.js';
import { quote } from '../support/quote.js';
import type { Files } from '../system/files.js';
import { stepOfPlace } from './image-steps.js';
import { absolutePath } from './plan.js';

/** Most of a step of the history that a finding shows. */
const SHOWN_STEP = 160;

export interface ReadImages {
  images: readonly ContainerImage[];
  /** What reading them told. */
  evidence: readonly ImageEvidence[];
  /** True for a path that may be one of another input, so that it tells nothing of an image. */
  isElsewhere(path: string): boolean;
}

/** Looks whether a path is one of an input that is no image. */
export function placesElsewhere({ targets, cwd }: Pick<ScanRequest, 'targets' | 'cwd'>, files: Files): (path: string) => boolean {
  const folders = targets.filter(({ kind }) => kind !== 'image').map(({ value }) => absolutePath(cwd, value));
  return (path) =>
    folders.some((folder) => {
      try {
        return files.info(`${folder}/${path}`) !== undefined || files.info(absolutePath(cwd, path)) !== undefined;
      } catch {
        return true;
      }
    });
}

/** The facts, with the layer and image of places that collectors of folders found in images. */
export function placeInLayers(facts: readonly Fact[], { evidence, isElsewhere }: ReadImages): Fact[] {
  const placed = (place: Location, meant: string | undefined): Location => {
    if (place.layer !== undefined) return place;
    const holders = evidence.filter(
      ({ fileLayers, reference }) => (meant === undefined || meant === reference) && fileLayers?.has(place.path),
    );
    const [only] = holders;
    const layer = only?.fileLayers?.get(place.path);
    if (!only || layer === undefined || holders.length > 1 || (meant === undefined && isElsewhere(place.path))) return place;
    return { ...place, layer, ...(only.image !== undefined && { image: only.image }) };
  };
  return facts.map((fact) => {
    const { image } = partsOfRef(fact.subject ?? '');
    return { ...fact, locations: fact.locations.map((place) => placed(place, place.image ?? image)) };
  });
}

/**
 * Says of each fact about images whether the base brought it, where that is known of every place: of a layer, or of a step that set the
 * configuration. What the base brought is fixed by another base; of all else the layer is named.
 */
export function markBaseLayers(facts: readonly Fact[], { images, evidence }: Pick<ReadImages, 'images' | 'evidence'>): Fact[] {
  const imageOf = imagesOfPlaces(images);
  const inBaseOf = (fact: Fact, place: Location): boolean | null => {
    if (place.layer !== undefined) return imageOf(place)?.layers[place.layer]?.in_base ?? null;
    const image = evidence.find((one) => one.image === place.image && one.reference === fact.subject);
    const step = image && stepOfPlace(image.steps, place.path);
    return step === undefined || image?.baseSteps === undefined ? null : step < image.baseSteps;
  };
  return facts.map((fact) => {
    const { locations } = fact;
    const inBase = locations.map((place) => inBaseOf(fact, place));
    if (locations.length === 0 || inBase.includes(null)) return fact;
    if (inBase.every((one) => one === true)) return ofBase(fact, locations.map(imageOf));
    const own = locations.find((place, at) => inBase[at] === false && place.layer !== undefined);
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
