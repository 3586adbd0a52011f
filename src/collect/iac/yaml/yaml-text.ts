import type { Event } from 'js-yaml';
import type { IacValue } from '../../../model/iac.js';
import type { ReadIssue } from '../../reader.js';

/** One document of a YAML text. */
export interface YamlDocument {
  value: IacValue;
  /** 1-based, of its first and last line. */
  line: number;
  endLine: number;
}

export interface YamlText {
  /** Those that could be read; empty documents are left out. */
  documents: YamlDocument[];
  issues: ReadIssue[];
}

export interface YamlOptions {
  /** Makes a value of a node with a tag of its own: `!Ref`, `!reset`. Undefined: the tag says nothing. */
  tag?(name: string, value: IacValue): IacValue | undefined;
  /** True: unquoted `yes`, `no`, `on` and `off` are texts, as YAML 1.2 says. Most formats of infrastructure code still read them as booleans. */
  strictBooleans?: true;
}

/** What the parser says; where another one says it, with its own words for what stands in the text. */
export type YamlEvent = Event & { said?: { anchor?: string; tag?: string; text?: string } };
