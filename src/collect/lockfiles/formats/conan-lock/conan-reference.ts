/**
 * Name and version of a reference `name/version[@user/channel][#revision][:package][%timestamp]`; everything after the
 * version is dropped. Undefined for other texts.
 */
export function conanReference(text: string): { name: string; version: string } | undefined {
  const [, name, version] = /^([A-Za-z0-9_][A-Za-z0-9_+.-]*)\/([^\s@#:%/]+)(?:[@#:%]\S*)?$/.exec(text) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}
