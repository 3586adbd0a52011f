/** Whom a text speaks to: an entry file or a tool definition is read by the agent as its orders; a README is for people. */
export type Addressee = 'agent' | 'unknown' | 'people';

/** What the text belongs to. Orders that fit the subject weigh less, names and hosts of its own are not foreign. */
export interface Subject {
  name: string;
  description: string;
  /** Tools or files of the same thing, as the text would name them. */
  ownNames: readonly string[];
  /** Hosts the thing is about: its home page, the service it wraps. */
  hosts: readonly string[];
}

/** Vouches for no name, host or act: whatever a text says is judged by itself. */
export const NOBODY: Subject = { name: '', description: '', ownNames: [], hosts: [] };

/** One text to judge, decoded but otherwise as its author wrote it. */
export interface TextDocument {
  text: string;
  /** `markup` is SVG, HTML and other XML. */
  kind: 'markdown' | 'plain' | 'code' | 'json-string' | 'markup';
  addressee: Addressee;
  /** What is read right before this text: the end of the tool before it, or the words that lead to this file. */
  lead?: string;
  subject: Subject;
  /** Characters of all texts that this one lies among, where it is one of those that are looked up: the longer, the rarer is the one that matters. */
  among?: number;
  /** The text describes an argument of a tool: what it asks for is handed on. */
  argument?: true;
}
