import { writeFileSync } from 'node:fs';
import { digestOf } from '../../src/collect/images/sources/digests.js';
import { type TarMember, writeTar } from './tar-writer.js';

/** An image that a test writes; each layer has its step, and steps without members change nothing. */
export interface ImageDraft {
  tag: string;
  steps: { command: string; members?: TarMember[] }[];
  config?: Record<string, unknown>;
}

/** Writes images as `docker save` does. */
export function writeImages(path: string, drafts: readonly ImageDraft[]): void {
  const members: TarMember[] = [];
  const images = drafts.map(({ tag, steps, config = {} }, at) => {
    const layers = steps.flatMap(({ members: own }) => (own ? [writeTar(own)] : []));
    const names = layers.map((_, layer) => `${at}-${layer}/layer.tar`);
    members.push(...layers.map((content, layer) => ({ name: names[layer] ?? '', content })));
    const whole = {
      os: 'linux',
      architecture: 'amd64',
      config: { User: '10001', ...config },
      rootfs: { type: 'layers', diff_ids: layers.map((bytes) => digestOf(bytes)) },
      history: steps.map((step) => ({ created_by: step.command, ...(step.members === undefined && { empty_layer: true }) })),
    };
    members.push({ name: `${at}.json`, content: JSON.stringify(whole) });
    return { Config: `${at}.json`, RepoTags: [tag], Layers: names };
  });
  writeFileSync(path, writeTar([...members, { name: 'manifest.json', content: JSON.stringify(images) }]));
}

/** What npm leaves behind for one package. */
export function npmPackage(name: string, version: string): TarMember {
  return { name: `app/node_modules/${name}/package.json`, content: JSON.stringify({ name, version }) };
}
