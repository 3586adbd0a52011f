import { ruleCatalogue } from '../../detect/rule-catalogue.js';

let tags: ReadonlyMap<string, readonly string[]> | undefined;

/** References of every rule by its id. Loads all rules: import this module when it is needed. */
export function ruleTags(): ReadonlyMap<string, readonly string[]> {
  tags ??= new Map(ruleCatalogue().map((rule) => [rule.id, rule.references]));
  return tags;
}
