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
    .replace(/[%!](\w+)(?::[^%!\n]*)?[%!]/g, '$${$1}')
    .replace(/^(\s*)set\s+(?:\/p\s+)?"?(\w+)=([^"\n]*)"?/i, '$1$2="$3"')
    .replace(/^(\s*)start\s+(?:"[^"]*"\s+)?(?:\/\w+\s+)*/i, '$1')
    .replace(/^(\s*)(?:call|cmd(?:\.exe)? \/c)\s+/i, '$1')
    .replace(/^(\s*)(?:del|erase|rmdir|rd)\s+((?:\/\w\s+)*)/i, (_all, blank, flags) => `${blank}rm ${/\/s/i.test(flags) ? '-rf' : '-f'} `)
    .replace(/^(\s*)(?:copy|xcopy|move|robocopy)\s+(?:\/\w+\s+)*/i, '$1cp ')
    .replace(/^(\s*)type\s+/i, '$1cat ')
    .replace(/%%/g, '$');
}

/** Offsets of the lines of a text. */
export class LineStarts {
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  startOf(line: number): number {
    return this.starts[line] ?? 0;
  }

  /** 0-based line of an offset. */
  lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
