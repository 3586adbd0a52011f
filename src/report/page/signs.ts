/** The sign beside each severity's word, the same on both pages. */
export const signs: Readonly<Record<string, string>> = {
  malicious: '✖',
  critical: '◆',
  high: '▲',
  medium: '●',
  low: '▪',
  none: '○',
  unknown: '?',
};
