import type { InstalledReader } from '../contract/installed-reader.js';
import { apk } from './apk.js';
import { composer } from './composer.js';
import { conda } from './conda.js';
import { cran } from './cran.js';
import { dotnet } from './dotnet.js';
import { dpkg, dpkgFiles } from './dpkg.js';
import { gems } from './gems.js';
import { java } from './java.js';
import { javaRuntime } from './java-runtime.js';
import { npm } from './npm.js';
import { programs } from './programs.js';
import { python } from './python.js';
import { rpm } from './rpm.js';
import { rpmManifest } from './rpm-manifest.js';
import { sboms } from './sboms.js';
import { unread } from './unread.js';

/** Every reader of installed packages. To add one, write its file and a line here. */
export const installedReaders: readonly InstalledReader[] = [
  dpkg,
  dpkgFiles,
  apk,
  rpm,
  rpmManifest,
  npm,
  python,
  conda,
  gems,
  dotnet,
  composer,
  programs,
  java,
  javaRuntime,
  cran,
  sboms,
  unread,
];
