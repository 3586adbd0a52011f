/**
 * A build file of an image in the words of a shell, line by line: `ARG` and `ENV` are assignments, `RUN` the commands, and `ADD` of an
 * address a download (Dockerfile reference).
 */
export function shellOfDockerfile(text: string): string {
  let instruction = '';
  let continued = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*#/.test(line)) return '';
      const [all, name] = continued ? [] : (/^\s*([A-Za-z]+)[ \t]+/.exec(line) ?? []);
      if (!continued) instruction = name?.toUpperCase() ?? '';
      continued = /\\\s*$/.test(line);
      return AS_COMMAND[instruction]?.(all === undefined ? line : line.slice(all.length)) ?? '';
    })
    .join('\n');
}

const AS_COMMAND: Readonly<Record<string, (rest: string) => string>> = {
  RUN: (rest) => rest.replace(/^(?:--\w+=\S+\s+)+/, ''),
  ARG: assigned,
  ENV: assigned,
  ADD: (rest) => rest.replace(/^(?:--\S+\s+)*(https?:\S+)\s+(\S+)\s*$/i, 'curl -o $2 $1'),
};

/** `NAME=value OTHER=value` is a shell's own form already, and `NAME value` the old one. */
function assigned(rest: string): string {
  return /^\w+=|\\\s*$/.test(rest) ? rest : rest.replace(/^(\w+)[ \t]+(.*)$/, '$1="$2"');
}
