import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { member } from '../contract/values.js';

/** The resources of some types. */
export function resourcesOf(id: string, types: Iterable<string>): IacView<IacResource> {
  const known = new Set(types);
  return {
    id,
    *of(resource) {
      if (known.has(resource.type)) yield resource;
    },
  };
}

/** The dialect of an attribute's names, and of a fix. */
export type Syntax = 'terraform' | 'cloudformation';

/** A thing of a cloud with the attributes that rules ask for, by the same names in every format. */
export interface Thing<Field extends string> {
  resource: IacResource;
  syntax: Syntax;
  /** Where it starts. */
  at: SourcePlace;
  /** An attribute. Undefined: it is not there, or the type has none of the kind. */
  get(field: Field): IacValue | undefined;
  /** Whether the type has such an attribute at all. */
  has(field: Field): boolean;
  /** The attribute's own name: `publicly_accessible`. */
  nameOf(field: Field): string;
}

/** For each type, the way to each attribute: `metadata_options.http_tokens`. */
export type FieldTable<Field extends string> = Readonly<Record<string, Readonly<Partial<Record<Field, string>>>>>;

/** Things of the types of a table. */
export function thingsOf<Field extends string>(id: string, table: FieldTable<Field>): IacView<Thing<Field>> {
  return {
    id,
    *of(resource) {
      const fields = Object.hasOwn(table, resource.type) ? table[resource.type] : undefined;
      if (fields) yield thing(resource, resource.body, fields);
    },
  };
}

export function thing<Field extends string>(
  resource: IacResource,
  body: IacValue,
  fields: Readonly<Partial<Record<Field, string>>>,
): Thing<Field> {
  return {
    resource,
    syntax: syntaxOf(resource),
    at: body === resource.body ? resource.at : body.at,
    get: (field) => {
      const way = fields[field];
      return way === undefined ? undefined : member(body, ...way.split('.'));
    },
    has: (field) => fields[field] !== undefined,
    nameOf: (field) => fields[field]?.split('.').at(-1) ?? field,
  };
}

export function syntaxOf({ format }: IacResource): Syntax {
  return format === 'cloudformation' ? 'cloudformation' : 'terraform';
}
