/** A batch file in the words of a shell, line by line: `%NAME%` is `$NAME`, `set NAME=…` an assignment. */
export function shellOfBatch(text: string): string {
  return text
    .replace(/\^\r?\n/g, (all) => `${' '.repeat(all.length - 1)}\\\n`)
    .split('\n')
    .map((line) => ofLine(line))
    .join('\n');
}

function ofLine(line: string): string {
  const plain = line.replace(/\r$/, '').replace(/^\s*@/, '');
  if (/^\s*(?:rem\b|::|:\w)/i.test(plain)) return `#${plain}`;
  return plain
    .replaceAll('\\', '/')
    .replace(/'/g, '"')
    .replace(/%~dp0\/?/gi, './')
    .replace(/%~?(\d)/g, '$$$1')
    .replace(/%(?:USERPROFILE|HOMEPATH|HOMEDRIVE%%HOMEPATH)%/gi, '$HOME')
    .replace(/%(?:APPDATA|LOCALAPPDATA)%/gi, (name) => (/LOCAL/i.test(name) ? '$HOME/AppData/Local' : '$HOME/AppData/Roaming'))
    .replace(/%(?:TEMP|TMP)%/gi, '/tmp')
    .replace(/[%!](\w+)(?::[^%!\n]*)?[%!]/g, '$${$1}')
    .replace(/^(\s*)if\s+(?:not\s+)?exist\s+(?:"[^"]*"|\S+)\s+\(?/i, '$1')
    .replace(/^(\s*)set\s+(?:\/p\s+)?"?(\w+)=([^"\n]*)"?/i, '$1$2="$3"')
    .replace(/^(\s*)start\s+(?:"[^"]*"\s+)?(?:\/\w+\s+)*/i, '$1')
    .replace(/^(\s*)(?:call|cmd(?:\.exe)? \/c)\s+/i, '$1')
    .replace(/^(\s*)(?:del|erase|rmdir|rd)\s+((?:\/\w\s+)*)/i, (_all, blank, flags) => `${blank}rm ${/\/s/i.test(flags) ? '-rf' : '-f'} `)
    .replace(/^(\s*)(?:copy|xcopy|move|robocopy)\s+(?:\/\w+\s+)*/i, '$1cp ')
    .replace(/^(\s*)type\s+/i, '$1cat ')
    .replace(DOWNLOAD, (_all, blank, address, file) => `${blank}curl -o ${file} ${address}`)
    .replace(/^(\s*)certutil(?:\.exe)?\s+(?:-f\s+)?-decode\s+("[^"]+"|\S+)\s+("[^"]+"|\S+)/i, '$1base64 -d $2 > $3')
    .replace(/%%/g, '$');
}

/** Programs of Windows that fetch a file: `certutil -urlcache -f ADDRESS FILE`, `bitsadmin /transfer JOB … ADDRESS FILE`. */
const DOWNLOAD =
  /^(\s*)(?:certutil(?:\.exe)?\s[^\n]{0,100}-urlcache\b(?:\s+-\w+){0,8}|bitsadmin(?:\.exe)?\s+\/transfer\s[^\n]{0,200}?)\s+("[^"\s]+"|https?:\S+|\$\{\w+\})\s+("[^"]+"|\S+)/i;
