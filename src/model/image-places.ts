import type { Location } from './component.js';
import type { ContainerImage, ImageContents } from './image.js';

/** How locations name the image: only where the scan has more than one input. */
export type ImagePlace = Pick<Location, 'image'>;

/** An image whose layers were read. */
export type ReadImage = ContainerImage & Pick<ImageContents, 'layers'>;

/** Finds the image that a place is in. Undefined for places that are in no layer of one. */
export function imagesOfPlaces(images: readonly ContainerImage[]): (place: Location) => ReadImage | undefined {
  const read = images.filter((image): image is ReadImage => image.layers !== undefined);
  const byReference = new Map(read.map((image) => [image.reference, image]));
  const only = read.length === 1 ? read[0] : undefined;
  return ({ image, layer }) => (layer === undefined ? undefined : image === undefined ? only : byReference.get(image));
}

/** The bases of images: `debian:12`. Empty where no name and no digest is known. */
export function baseNames(images: readonly (ReadImage | undefined)[]): string {
  return [...new Set(images.flatMap((image) => image?.base?.name ?? image?.base?.digest ?? []))].sort().join(', ');
}

const IN_IMAGE = '#image=';

/** The ref of a thing that lies in an image, so that the same path in two images is two things. */
export function refInImage(ref: string, image: string): string {
  return `${ref}${IN_IMAGE}${image}`;
}

/** The ref without the image, and the image; undefined for things that lie in none. */
export function partsOfRef(ref: string): { ref: string; image: string | undefined } {
  const at = ref.indexOf(IN_IMAGE);
  return at === -1 ? { ref, image: undefined } : { ref: ref.slice(0, at), image: ref.slice(at + IN_IMAGE.length) };
}
