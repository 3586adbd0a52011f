import type { LockfileReader } from '../reader.js';
import { bunLock } from './bun-lock.js';
import { cabalFreeze } from './cabal-freeze.js';
import { cargoLock } from './cargo-lock.js';
import { cartfileResolved } from './cartfile-resolved.js';
import { composerLock } from './composer-lock.js';
import { conanLock } from './conan-lock.js';
import { condaEnv } from './conda-env.js';
import { denoLock } from './deno-lock.js';
import { depsJson } from './deps-json.js';
import { gemfileLock } from './gemfile-lock.js';
import { githubWorkflow } from './github-workflow.js';
import { goMod } from './go-mod.js';
import { goWork } from './go-work.js';
import { gradleCatalog } from './gradle-catalog.js';
import { gradleLockfile } from './gradle-lockfile.js';
import { gradleVerification } from './gradle-verification.js';
import { mavenPom } from './maven-pom.js';
import { mixLock } from './mix-lock.js';
import { msbuild } from './msbuild.js';
import { msbuildCentral } from './msbuild-central.js';
import { npmLock, npmShrinkwrap } from './npm-lock.js';
import { nugetLock } from './nuget-lock.js';
import { packageJson } from './package-json.js';
import { packageResolved } from './package-resolved.js';
import { packagesConfig } from './packages-config.js';
import { pdmLock } from './pdm-lock.js';
import { pipCompile } from './pip-compile.js';
import { pipfileLock } from './pipfile-lock.js';
import { pnpmLock } from './pnpm-lock.js';
import { podfileLock } from './podfile-lock.js';
import { poetryLock } from './poetry-lock.js';
import { projectAssets } from './project-assets.js';
import { pubspecLock } from './pubspec-lock.js';
import { pylock } from './pylock.js';
import { pyproject } from './pyproject.js';
import { renvLock } from './renv-lock.js';
import { requirements } from './requirements.js';
import { stackLock } from './stack-lock.js';
import { uvLock } from './uv-lock.js';
import { yarnBerry } from './yarn-berry.js';
import { yarnClassic } from './yarn-classic.js';

/** Readers of lockfiles and manifests; of those whose `matches` and `sniff` agree on a file, the first reads it. */
export const lockfileReaders = [
  bunLock,
  cabalFreeze,
  cargoLock,
  cartfileResolved,
  composerLock,
  conanLock,
  condaEnv,
  denoLock,
  depsJson,
  gemfileLock,
  githubWorkflow,
  goMod,
  goWork,
  gradleCatalog,
  gradleLockfile,
  gradleVerification,
  mavenPom,
  mixLock,
  msbuild,
  msbuildCentral,
  npmLock,
  npmShrinkwrap,
  nugetLock,
  packageJson,
  packageResolved,
  packagesConfig,
  pdmLock,
  pipCompile,
  pipfileLock,
  pnpmLock,
  podfileLock,
  poetryLock,
  projectAssets,
  pubspecLock,
  pylock,
  pyproject,
  renvLock,
  requirements,
  stackLock,
  uvLock,
  yarnBerry,
  yarnClassic,
] as const satisfies readonly LockfileReader[];
