import { digestOf } from '../../src/collect/images/sources/digests.js';
import { type TarMember, writeTar } from './tar-writer.js';

/** What `docker save` writes of one image: each layer with its members, lowest first. */
export function dockerArchive(tag: string, layers: readonly (readonly TarMember[])[]): Buffer {
  const tars = layers.map((members) => writeTar(members));
  const config = JSON.stringify({
    os: 'linux',
    architecture: 'amd64',
    rootfs: { type: 'layers', diff_ids: tars.map((tar) => digestOf(tar)) },
  });
  const names = tars.map((_tar, index) => `${index}/layer.tar`);
  return writeTar([
    { name: 'manifest.json', content: JSON.stringify([{ Config: 'config.json', RepoTags: [tag], Layers: names }]) },
    { name: 'config.json', content: config },
    ...tars.map((content, index) => ({ name: names[index] ?? '', content })),
  ]);
}
