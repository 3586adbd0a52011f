import type { TemplateValue } from './values.js';

/** The variables of a template; `$` is what it was called with. */
export class Scope {
  private readonly variables = new Map<string, TemplateValue>();

  constructor(
    readonly root: TemplateValue,
    private readonly outer?: Scope,
  ) {}

  value(name: string): TemplateValue {
    if (name === '$') return this.root;
    return this.holder(name)?.variables.get(name) ?? null;
  }

  declare(name: string, value: TemplateValue): void {
    this.variables.set(name, value);
  }

  assign(name: string, value: TemplateValue): void {
    (this.holder(name) ?? this).variables.set(name, value);
  }

  private holder(name: string): Scope | undefined {
    return this.variables.has(name) ? this : this.outer?.holder(name);
  }
}
