import { safeText } from '../support/terminal.js';
import { type Annotation, annotationsOf, verdictAnnotation } from './annotations.js';
import type { Reporter } from './reporter.js';

/** Workflow commands of GitHub Actions: annotations at the lines of the findings. Suppressed findings are left out. */
const reporter: Reporter = {
  *render(report) {
    for (const annotation of annotationsOf(report)) yield githubCommand(annotation);
    yield githubCommand(verdictAnnotation(report));
  },
};

/** GitHub cuts longer messages. */
const MAX_MESSAGE = 4_000;

/** One workflow command, a line. */
export function githubCommand({ level, path, line, title, message }: Annotation): string {
  const parts = [
    ...(path === undefined ? [] : [`file=${property(path)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::${level} ${parts.join(',')}::${data(message)}\n`;
}

/** Escapes of the runner's command format: `%` first, in properties also `:` and `,`. */
function data(text: string): string {
  return safeText(text.slice(0, MAX_MESSAGE)).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

export default reporter;
