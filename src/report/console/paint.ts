import type { Severity } from '../../model/severity.js';
import type { RenderOptions } from '../reporter.js';

/** The meaning of a piece of text; the painter decides how it looks. */
export type TextStyle = Severity | 'malicious' | 'heading' | 'strong' | 'faint' | 'good' | 'bad' | 'warn' | 'command' | 'badge';

/** Colours a text by its style; on a stream without colour it returns the text unchanged. */
export type Paint = (role: TextStyle, text: string) => string;

/** Signs shown beside the words, so that the meaning does not depend on colour or on words alone. */
export interface Signs {
  marks: Record<Severity | 'malicious', string>;
  arrow: string;
  dot: string;
  bar: string;
  cut: string;
  good: string;
  bad: string;
  warn: string;
  branch: string;
  times: string;
}

const UNICODE: Signs = {
  marks: { malicious: '✖', critical: '◆', high: '▲', medium: '●', low: '▪', none: '○', unknown: '?' },
  arrow: '→',
  dot: '·',
  bar: '─',
  cut: '…',
  good: '✔',
  bad: '✖',
  warn: '▲',
  branch: '└',
  times: '×',
};

const ASCII: Signs = {
  marks: { malicious: 'X', critical: '#', high: '^', medium: '*', low: '-', none: '.', unknown: '?' },
  arrow: '->',
  dot: '-',
  bar: '-',
  cut: '...',
  good: 'ok',
  bad: 'X',
  warn: '!',
  branch: '`',
  times: 'x',
};

/** The signs that the terminal can display. */
export function signsOf(options: RenderOptions): Signs {
  return options.unicode ? UNICODE : ASCII;
}
