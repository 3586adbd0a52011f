import type { ScanReport } from '../model/report.js';

/** What a terminal or file can show. Reports of other formats ignore it. */
export interface RenderOptions {
  /** Columns, 80 when unknown. */
  width: number;
  colour: boolean;
  /** Light or dark background, when the terminal says so. */
  theme: 'dark' | 'light';
  unicode: boolean;
  quiet: boolean;
  verbose: boolean;
  /** True where the reader sees warnings and the program's last line right below the report: it need not say them too. */
  lastLineFollows?: boolean;
}

/** Renders the one report. Pure: same report and options, same bytes; imports only the nouns, computes no count or severity. */
export interface Reporter {
  /** The whole text, ending in one line feed; or in pieces, for formats that may be large. */
  render(report: ScanReport, options: RenderOptions): string | Iterable<string> | Promise<string | Iterable<string>>;
}
