/*
 * What a test needs to know of a declarative Jenkinsfile: its variables and its `sh` steps, in order. Groovy itself is not run.
 */

export interface Jenkinsfile {
  /** Of the pipeline and of its stage; credentials by their id. */
  environment: Record<string, string>;
  credentials: Record<string, string>;
  /** Scripts of the stages. */
  stages: string[];
  /** Scripts of `post`. */
  post: string[];
  /** File that `readProperties` reads. */
  properties: string | undefined;
  /** Pattern of the SARIF report that `recordIssues` reads. */
  sarif: string | undefined;
}

/** Reads it; throws where its braces do not match. */
export function readJenkinsfile(text: string): Jenkinsfile {
  const code = text.replace(/^\s*\/\/.*$/gm, '');
  const depth = [...code.replace(/'''[\s\S]*?'''|'[^'\n]*'|"[^"\n]*"/g, '')].reduce((sum, char) => {
    if (sum < 0) throw new Error('a brace too many');
    return sum + (char === '{' ? 1 : char === '}' ? -1 : 0);
  }, 0);
  if (depth !== 0) throw new Error('a brace is missing');
  const [stages = '', post = ''] = code.split(/^ {2}post \{$/m);
  return {
    environment: Object.fromEntries([...code.matchAll(/^ +(\w+) = '([^']*)'$/gm)].map(([, name, value]) => [name, value])),
    credentials: Object.fromEntries([...code.matchAll(/^ +(\w+) = credentials\('([^']*)'\)$/gm)].map(([, name, id]) => [name, id])),
    stages: scriptsIn(stages),
    post: scriptsIn(post),
    properties: /readProperties\(file: '([^']+)'\)/.exec(post)?.[1],
    sarif: /sarif\([^)]*pattern: '([^']+)'/.exec(post)?.[1],
  };
}

function scriptsIn(code: string): string[] {
  return [...code.matchAll(/\bsh (?:'''([\s\S]*?)'''|'([^'\n]*)')/g)].map(([, long, short]) => long ?? short ?? '');
}

/** A file of properties, as `java.util.Properties` reads those that have no comments and no lines that go on. */
export function readProperties(text: string): Record<string, string> {
  const unescaped = (value: string) => value.replace(/\\(.)/g, (_, char: string) => ({ t: '\t', n: '\n', r: '\r', f: '\f' })[char] ?? char);
  const pairs = text
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = /^[ \t\f]*((?:\\.|[^\s=:\\])+)[ \t\f]*[=:]?[ \t\f]*(.*)$/.exec(line) ?? [];
      return [unescaped(name), unescaped(value)] as const;
    });
  return Object.fromEntries(pairs);
}
