import type { Severity } from '../../model/severity.js';
import type { RenderOptions } from '../reporter.js';

/** What a stretch of text means; how that looks is the painter's affair. */
export type TextStyle = Severity | 'malicious' | 'heading' | 'strong' | 'faint' | 'good' | 'bad' | 'warn' | 'command' | 'badge';

/** Colours a text by its role; on a stream without colour the text itself. */
export type Paint = (role: TextStyle, text: string) => string;

/** Signs beside the words, so that neither colour nor words alone carry the meaning. */
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

/** The signs a terminal can draw. */
export function signsOf(options: RenderOptions): Signs {
  return options.unicode ? UNICODE : ASCII;
}
