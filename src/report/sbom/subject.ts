import type { ContainerImage } from '../../model/image.js';
import type { ScanReport } from '../../model/report.js';
import { safeText } from '../../support/terminal.js';

const IMAGE = 'image:';

/** What was scanned; an image by its full name, so that two bills of one image name the same. */
export function subjectName({ scan_run: run, images = [] }: ScanReport): string {
  const names = new Map(images.map((image) => [image.reference, imageName(image)]));
  return safeText(run.targets.map((target) => names.get(target) ?? target).join(', ')) || 'packages';
}

/** `docker.io/library/alpine:latest` for every spelling of it; a file by its path. */
export function imageName(image: ContainerImage): string {
  return imageRef(image).slice(IMAGE.length);
}

/** The image's id in the graph, unless that is the one of a registry's own entry. */
export function imageRef({ ref, reference }: ContainerImage): string {
  return ref?.startsWith(IMAGE) ? ref : IMAGE + reference;
}
