import { InputError } from '../../../../support/errors.js';
import type { LockfileReader } from '../../../reader.js';

/** Limit for an environment file; parsing YAML with positions takes many times its size in memory. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * A declaration that `conda env export` turns into a lock, in which every entry names version and build. The entries
 * below `pip` are PyPI packages.
 */
export const condaEnv: LockfileReader = {
  id: 'conda-env',
  title: 'environment.yml (conda), with its pip part',
  ecosystem: 'conda',
  kind: 'manifest',
  resolveHint: 'run `conda env export > environment.yml` in the environment',
  matches: (path) => /(?:^|\/)(?:environment|conda(?!-lock)|conda[-_.](?:env|environment))(?:[-_.][^/]*)?\.ya?ml$/i.test(path),
  recognises: (head) => /^dependencies:\s*$/m.test(head) && /^(?:channels|name|prefix):/m.test(head) && /^\s*- \S/m.test(head),
  read: async (file, context) => {
    if (file.size > MAX_BYTES)
      throw new InputError({
        where: file.path,
        issue: 'too_large',
        message: `environment file larger than ${MAX_BYTES / 1024 / 1024} MiB`,
      });
    const { readCondaEnvironment } = await import('./conda-environment.js');
    return readCondaEnvironment(file, context);
  },
};
