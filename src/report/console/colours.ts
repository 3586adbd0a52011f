import { Chalk, type ChalkInstance } from 'chalk';
import type { Paint, TextStyle } from './paint.js';

// Uses 256 colours: terminals of the last twenty years have them, and unlike the 16 named colours they look the same in
// each.
const chalk = new Chalk({ level: 2 });

type Palette = Record<TextStyle, ChalkInstance>;

/** Contrast of at least 4.5:1 against black (WCAG 2.2, 1.4.3). */
const DARK: Palette = {
  malicious: chalk.bold.bgAnsi256(161).ansi256(231),
  critical: chalk.bold.ansi256(204),
  high: chalk.bold.ansi256(208),
  medium: chalk.ansi256(221),
  low: chalk.ansi256(117),
  none: chalk.ansi256(250),
  unknown: chalk.ansi256(183),
  heading: chalk.bold,
  strong: chalk.bold,
  faint: chalk.ansi256(246),
  good: chalk.ansi256(114),
  bad: chalk.bold.ansi256(204),
  warn: chalk.ansi256(221),
  command: chalk.ansi256(117),
  badge: chalk.bold.ansi256(213),
};

/** Contrast of at least 4.5:1 against white. */
const LIGHT: Palette = {
  ...DARK,
  critical: chalk.bold.ansi256(161),
  high: chalk.bold.ansi256(166),
  medium: chalk.ansi256(94),
  low: chalk.ansi256(25),
  none: chalk.ansi256(240),
  unknown: chalk.ansi256(91),
  faint: chalk.ansi256(241),
  good: chalk.ansi256(28),
  bad: chalk.bold.ansi256(161),
  warn: chalk.ansi256(94),
  command: chalk.ansi256(25),
  badge: chalk.bold.ansi256(127),
};

/** Paints for a dark or light background. */
export function colourPainter(theme: 'dark' | 'light'): Paint {
  const palette = theme === 'light' ? LIGHT : DARK;
  return (role, text) => palette[role](text);
}
