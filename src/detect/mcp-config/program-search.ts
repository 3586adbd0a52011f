import type { Severity } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit } from './hits.js';
import { isWrittenByOthers, type ServerSubject, type Variable } from './subject.js';

/** Variables that load another file into the program that starts. */
const LOADERS = /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|PYTHONSTARTUP|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF)$/;
/** Variables that do so when their value contains such an option. */
const OPTIONS = /^(?:NODE_OPTIONS|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS)$/;
const LOADS = /(?:^|\s)(?:--require|--import|--loader|--experimental-loader|-r|-M|-javaagent)/;
/** Variables with search paths for programs and modules. */
const SEARCH = /^(?:PATH|PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH)$/;
const RELATIVE = /(?:^|[:;])(?:\.{1,2}(?:[/\\]|[:;]|$)|[A-Za-z_][\w-]*[/\\])/;

function severityOf({ name, value }: Variable): Severity | undefined {
  if (value === '') return undefined;
  if (LOADERS.test(name) || (OPTIONS.test(name) && LOADS.test(value))) return 'high';
  return SEARCH.test(name) && RELATIVE.test(value.replace(/\b[A-Za-z]:[\\/]/g, '/')) ? 'low' : undefined;
}

/** The program that starts depends on the current folder, or on a variable. */
export const relativeProgramPath: Rule<ServerSubject> = {
  id: 'relative-program-path',
  family: 'mcp-config',
  title: 'Program is looked for, or loaded into',
  severity: 'low',
  confidence: 'high',
  rationale: 'A file in the working folder, or one that a variable names, decides what code runs in the server.',
  fix: 'Name the program by its full path, and remove the variable.',
  references: ['CWE-426', 'CWE-427'],
  *check(subject): Generator<RuleHit> {
    for (const variable of subject.variables) {
      const severity = severityOf(variable);
      if (severity) yield serverHit(subject, variable, `${quote(variable.name, 60)}=${quote(variable.value, 80)}`, { severity });
    }
    // In a project's own file such a path refers to the project, and another rule reports that it starts a program.
    const program = isWrittenByOthers(subject.config) ? undefined : subject.configured.argv[0];
    if (program && /^(?:\.{1,2}[/\\]|[\w-]+[/\\])/.test(program.value)) yield serverHit(subject, program, quote(program.value, 120));
  },
};
