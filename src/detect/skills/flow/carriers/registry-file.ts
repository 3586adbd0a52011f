/** A file of registry entries as the commands that make them, line by line (the format of `regedit`, version 5). */
export function shellOfRegistryFile(text: string): string {
  let key = '';
  return text
    .split('\n')
    .map((line) => {
      key = /^\s*\[-?([^\]\n]+)\]/.exec(line)?.[1] ?? key;
      const [, name, value = ''] = /^\s*(?:"([^"\n]+)"|@)\s*=(.*)/.exec(line) ?? [];
      return name === undefined ? '' : `reg add '${quoted(key)}' /v '${quoted(name)}' /d ${dataOf(value.trim())}`;
    })
    .join('\n');
}

function dataOf(value: string): string {
  const number = /^dword:([\da-f]{1,8})/i.exec(value)?.[1];
  return number === undefined ? `'${quoted(value.replace(/^"|"$/g, ''))}'` : String(Number.parseInt(number, 16));
}

function quoted(text: string): string {
  return text.replaceAll("'", '');
}
