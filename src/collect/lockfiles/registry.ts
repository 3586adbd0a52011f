import type { LockfileReader } from '../reader.js';
import { cargoLock } from './cargo-lock.js';
import { condaEnv } from './conda-env.js';
import { goMod } from './go-mod.js';
import { goWork } from './go-work.js';
import { pdmLock } from './pdm-lock.js';
import { pipCompile } from './pip-compile.js';
import { pipfileLock } from './pipfile-lock.js';
import { poetryLock } from './poetry-lock.js';
import { pylock } from './pylock.js';
import { pyproject } from './pyproject.js';
import { requirements } from './requirements.js';
import { uvLock } from './uv-lock.js';

/** Readers of lockfiles and manifests; of those whose `matches` and `sniff` agree on a file, the first reads it. */
export const lockfileReaders = [
  cargoLock,
  condaEnv,
  goMod,
  goWork,
  pdmLock,
  pipCompile,
  pipfileLock,
  poetryLock,
  pylock,
  pyproject,
  requirements,
  uvLock,
] as const satisfies readonly LockfileReader[];
