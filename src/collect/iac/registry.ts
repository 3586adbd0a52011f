import type { IacReader } from './contract/iac-reader.js';

/** A reader whose code is loaded when the walk meets a file for it. */
export interface IacReaderEntry extends Pick<IacReader, 'id' | 'formats' | 'title' | 'matches' | 'sniff'> {
  load(): Promise<IacReader>;
}

/** Every reader of infrastructure code. */
export const iacReaders: readonly IacReaderEntry[] = [];
