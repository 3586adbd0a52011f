import { parseOsRelease } from '../../os/os-release.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { isSensible, noPackage, onePackage } from './metadata.js';

/** Java runtimes that were unpacked by hand: each has a file of assignments at its top. */
export const javaRuntime: InstalledReader = {
  id: 'java-runtime',
  title: 'Java runtimes: their file `release`',
  ecosystem: 'generic',
  kind: 'program',
  wants: (path) =>
    /(?:^|\/)[^/]*(?:java|jdk|jre|jvm|graalvm|zulu|corretto|temurin)[^/]*\/(?:[^/]+\/)?release$/i.test(path)
      ? { most: 64 * 1024 }
      : undefined,
  read(file) {
    const values = parseOsRelease(imageSource(file).text());
    const version = values.get('JAVA_RUNTIME_VERSION') ?? values.get('JAVA_VERSION');
    return isSensible(version) ? onePackage({ name: 'openjdk', version, confidence: 'low' }) : noPackage();
  },
};
