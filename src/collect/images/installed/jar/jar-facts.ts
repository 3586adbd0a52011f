/** Group, artifact and version of a Maven package. */
export interface Coordinates {
  group: string;
  artifact: string;
  version: string;
}

/** Kinds of Java archives: programs, web and enterprise applications, Android libraries, plugins of Jenkins and Rhino. */
const ARCHIVE = /\.(?:jar|war|ear|aar|jpi|hpi|par)$/i;

/** Archives of sources and documentation hold nothing that runs. */
export function isJavaArchive(path: string): boolean {
  return ARCHIVE.test(path) && !/-(?:sources|javadoc)\.jar$/i.test(path);
}

/** What a manifest says about the archive; names are in lower case. */
export type Manifest = ReadonlyMap<string, string>;

/** The main section of a MANIFEST.MF (JAR file specification): lines of at most 72 bytes, continued after a blank. */
export function parseManifest(text: string): Manifest {
  const values = new Map<string, string>();
  const main = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  for (const line of main.replace(/\r?\n /g, '').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) values.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return values;
}

/** Coordinates that Maven wrote into the archive (`pom.properties`); none where one is missing or was left as a variable. */
export function parsePomProperties(text: string): Coordinates[] {
  const value = (key: string) => new RegExp(String.raw`^[ \t]{0,8}${key}[ \t]{0,8}[=:][ \t]{0,8}(\S{1,300})[ \t]*$`, 'm').exec(text)?.[1];
  const group = value('groupId');
  const artifact = value('artifactId');
  const version = value('version');
  if (group === undefined || artifact === undefined || version === undefined) return [];
  return [group, artifact, version].some((part) => part.includes('$')) ? [] : [{ group, artifact, version }];
}

/** A file's name without folder and ending, split where the version begins. */
export interface FileName {
  stem: string;
  artifact: string;
  version?: string;
}

/** `log4j-core-2.14.1.jar` is log4j-core in version 2.14.1. */
export function jarName(path: string): FileName {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const [, artifact = stem, version] = /^(.+?)-((?:v|r)?\d[\w.+-]*)$/.exec(stem) ?? [];
  return { stem, artifact, ...(version !== undefined && { version }) };
}

/** True for the coordinates that the archive's own name goes by. */
export function fitsName({ artifact, version }: Coordinates, name: FileName): boolean {
  return name.stem === artifact || name.stem === `${artifact}-${version}` || name.artifact === artifact || name.version === version;
}

/** Coordinates read off the manifest and the file's name, where Maven left none. Undefined: neither states a name and a version. */
export function guessedCoordinates(manifest: Manifest, name: FileName): (Coordinates & { confidence: 'medium' | 'low' }) | undefined {
  const stated = (key: string) => plain(manifest.get(key));
  const version =
    name.version ??
    stated('plugin-version') ??
    stated('implementation-version') ??
    stated('bundle-version') ??
    stated('specification-version');
  if (version === undefined) return undefined;
  const plugin = stated('short-name');
  const pluginGroup = stated('group-id');
  // Jenkins names its plugins so.
  if (plugin !== undefined && isGroup(pluginGroup)) return { group: pluginGroup, artifact: plugin, version, confidence: 'medium' };
  const symbolic = stated('bundle-symbolicname')?.split(';', 1)[0]?.trim();
  const title = stated('implementation-title');
  const artifact = name.version !== undefined ? name.artifact : artifactOf(title, symbolic, name);
  const vendor = stated('implementation-vendor-id');
  const group = isGroup(vendor) ? vendor : (knownGroup(artifact) ?? groupOf(symbolic ?? stated('automatic-module-name'), artifact));
  if (group !== undefined) return { group, artifact, version, confidence: 'medium' };
  // Packages from before groups were domains have the same name twice: commons-io:commons-io, junit:junit.
  return { group: artifact, artifact, version, confidence: 'low' };
}

/** A single word that is no variable; `Implementation-Title: Apache Commons IO` is none. */
function plain(value: string | undefined): string | undefined {
  return value !== undefined && value !== '' && value.length <= 200 && !/[\s$"]/.test(value) ? value : undefined;
}

function artifactOf(title: string | undefined, symbolic: string | undefined, name: FileName): string {
  const word = title ?? symbolic;
  return word === undefined ? name.stem : (word.split(/[.:#]/).at(-1) ?? word);
}

function isGroup(text: string | undefined): text is string {
  return text !== undefined && /^[a-z][\w-]*(?:\.[\w-]+)+$/i.test(text);
}

/** Spring's builds leave out Maven's files. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^spring-boot(?:-|$)/, 'org.springframework.boot'],
  [/^spring-security-/, 'org.springframework.security'],
  [/^spring-data-/, 'org.springframework.data'],
  [/^spring-cloud-/, 'org.springframework.cloud'],
  [/^spring-session-/, 'org.springframework.session'],
  [
    /^spring-(?:aop|aspects|beans|context|context-support|context-indexer|core|expression|instrument|jcl|jdbc|jms|messaging|orm|oxm|r2dbc|test|tx|web|webflux|webmvc|websocket)$/,
    'org.springframework',
  ],
];

function knownGroup(artifact: string): string | undefined {
  return GROUPS.find(([name]) => name.test(artifact))?.[1];
}

/** `org.acme.util` of `acme-util` or `util` is of the group `org.acme`. A module's short name says nothing. */
function groupOf(symbolic: string | undefined, artifact: string): string | undefined {
  const parts = symbolic?.split('.') ?? [];
  if (parts.length < 3) return undefined;
  const last = parts.at(-1)?.toLowerCase() ?? '';
  return artifact.toLowerCase().endsWith(last) ? parts.slice(0, -1).join('.') : parts.join('.');
}
