/** The sign beside each severity, the same in the HTML report and the graph page. */
export const signs: Readonly<Record<string, string>> = {
  malicious: '✖',
  critical: '◆',
  high: '▲',
  medium: '●',
  low: '▪',
  none: '○',
  unknown: '?',
};
