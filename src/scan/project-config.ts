/** A file that was read: castellan.yaml, an ignore file. */
export interface NamedText {
  path: string;
  text: string;
}

/** castellan.yaml of the first of the folders that has one; folders and paths are relative to the caller's folder. */
export function projectConfigIn(
  folders: readonly string[],
  exists: (path: string) => boolean,
  read: (path: string) => string,
): NamedText | undefined {
  for (const folder of folders) {
    for (const name of ['castellan.yaml', 'castellan.yml']) {
      const path = folder === '.' ? name : `${folder.replace(/\/+$/, '')}/${name}`;
      if (exists(path)) return { path, text: read(path) };
    }
  }
  return undefined;
}
