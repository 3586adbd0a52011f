import { join } from 'node:path';
import { type Check, notAsked } from '../../check.js';
import { folderState } from '../../folder-state.js';
import { inspection, serverOptions } from '../../server-options.js';

export const evidence: Check = {
  id: 'evidence',
  about: 'where the bytes of evidence go: the folder can be written, the bucket listed',
  of: 'server',
  async run(ground) {
    const options = serverOptions(ground);
    const { evidenceBucket: place } = options;
    if (!place) return folderState(join(options.dataFolder, 'evidence'));
    if (ground.settings.offline) return notAsked;
    await (await inspection()).inspectBucket(options);
    return { state: 'ok', text: `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix}`} can be listed` };
  },
};
