import type { ScanReport } from '../model/report.js';

/** What the terminal or file can display. Only the terminal formats use it. */
export interface RenderOptions {
  /** Columns, 80 when unknown. */
  width: number;
  colour: boolean;
  /** Light or dark background, when known. */
  theme: 'dark' | 'light';
  unicode: boolean;
  quiet: boolean;
  verbose: boolean;
  /**
   * True when the program prints warnings and its last line right below the report, so that the report need not repeat
   * them.
   */
  lastLineFollows?: boolean;
}

/**
 * Renders a report. Pure: the same report and options give the same bytes. It imports only the model and computes no
 * counts or severities.
 */
export interface Reporter {
  /** The whole text, ending in one line feed; in pieces for formats that may be large. */
  render(report: ScanReport, options: RenderOptions): string | Iterable<string> | Promise<string | Iterable<string>>;
}
