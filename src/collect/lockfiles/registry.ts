import type { LockfileReader } from '../reader.js';
import { bunLock } from './formats/bun-lock.js';
import { cabalFreeze } from './formats/cabal-freeze.js';
import { cargoLock } from './formats/cargo-lock/cargo-lock.js';
import { cartfileResolved } from './formats/cartfile-resolved.js';
import { composerLock } from './formats/composer-lock.js';
import { conanLock } from './formats/conan-lock/conan-lock.js';
import { condaEnv } from './formats/conda-env/conda-env.js';
import { denoLock } from './formats/deno-lock.js';
import { depsJson } from './formats/deps-json.js';
import { gemfileLock } from './formats/gemfile-lock.js';
import { githubWorkflow } from './formats/github-workflow/github-workflow.js';
import { goMod } from './formats/go-mod/go-mod.js';
import { goWork } from './formats/go-work.js';
import { gradleCatalog } from './formats/gradle-catalog.js';
import { gradleLockfile } from './formats/gradle-lockfile.js';
import { gradleVerification } from './formats/gradle-verification.js';
import { mavenPom } from './formats/maven-pom/maven-pom.js';
import { mixLock } from './formats/mix-lock.js';
import { msbuild } from './formats/msbuild/msbuild.js';
import { msbuildCentral } from './formats/msbuild/msbuild-central.js';
import { npmLock, npmShrinkwrap } from './formats/npm-lock/npm-lock.js';
import { nugetLock } from './formats/nuget-lock.js';
import { packageJson } from './formats/package-json.js';
import { packageResolved } from './formats/package-resolved.js';
import { packagesConfig } from './formats/packages-config.js';
import { pdmLock } from './formats/pdm-lock.js';
import { pipCompile } from './formats/pip-compile.js';
import { pipfileLock } from './formats/pipfile-lock.js';
import { pnpmLock } from './formats/pnpm-lock/pnpm-lock.js';
import { podfileLock } from './formats/podfile-lock/podfile-lock.js';
import { poetryLock } from './formats/poetry-lock.js';
import { projectAssets } from './formats/project-assets.js';
import { pubspecLock } from './formats/pubspec-lock/pubspec-lock.js';
import { pylock } from './formats/pylock.js';
import { pyproject } from './formats/pyproject.js';
import { renvLock } from './formats/renv-lock.js';
import { requirements } from './formats/requirements.js';
import { stackLock } from './formats/stack-lock/stack-lock.js';
import { uvLock } from './formats/uv-lock/uv-lock.js';
import { yarnBerry } from './formats/yarn-berry/yarn-berry.js';
import { yarnClassic } from './formats/yarn-classic/yarn-classic.js';

/** Readers of lockfiles and manifests. A file is read by the first one whose `matches` and `sniff` accept it. */
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
