import type { IacValue } from '../../../model/iac.js';

/** True, false, or the value that it depends on. */
export type Truth = boolean | Extract<IacValue, { kind: 'unknown' }>;

/** What functions of a template may ask about the rest of it. */
export interface Scope {
  /** The value of a name that `Ref` and `${Name}` give; undefined: no such name. */
  ref(name: string): IacValue | undefined;
  /** An attribute of a resource or of a nested stack; undefined: no such resource. */
  attribute(resource: string, attribute: string): IacValue | undefined;
  condition(name: string): Truth;
  mapping(name: string): IacValue | undefined;
}
