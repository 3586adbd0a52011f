import type { IacResource } from '../../../model/iac.js';

/** A typed look at resources of one or more formats: the same bucket, written in Terraform or in CloudFormation. */
export interface IacView<Subject> {
  readonly id: string;
  /** The subjects that a resource holds: none if it is of another type. */
  of(resource: IacResource, estate: IacEstate): Iterable<Subject>;
}

/** A subject of a view, and the resource that holds it. */
export interface Viewed<Subject> {
  resource: IacResource;
  subject: Subject;
}

/** Everything that the scanned infrastructure code declares. */
export class IacEstate {
  private readonly byType = new Map<string, IacResource[]>();
  private readonly byAddress = new Map<string, IacResource>();
  private readonly viewed = new Map<string, Viewed<unknown>[]>();
  private readonly answers = new Map<string, unknown>();

  constructor(readonly resources: readonly IacResource[]) {
    for (const resource of resources) {
      const same = this.byType.get(resource.type);
      if (same) same.push(resource);
      else this.byType.set(resource.type, [resource]);
      this.byAddress.set(`${resource.root}\n${resource.address}`, resource);
    }
  }

  /** All resources of a type of a format. */
  ofType(type: string): readonly IacResource[] {
    return this.byType.get(type) ?? [];
  }

  /** The resource of an address in the same root. */
  at(root: string, address: string): IacResource | undefined {
    return this.byAddress.get(`${root}\n${address}`);
  }

  /** What `work` says of this estate, worked out once for each key. */
  once<Answer>(key: string, work: () => Answer): Answer {
    // A key stands for the type of its answer, as the id of a view does.
    if (!this.answers.has(key)) this.answers.set(key, work());
    return this.answers.get(key) as Answer;
  }

  /**
   * The items that have a key among theirs, in their order. Where each of thousands asks for those that name it, going through all of them
   * each time would take the square of that. The items are gone through once for each `name`.
   */
  withKey<Item>(name: string, key: string, items: () => Iterable<Item>, keysOf: (item: Item) => Iterable<string>): readonly Item[] {
    const groups = this.once(`by key: ${name}`, () => {
      const found = new Map<string, Item[]>();
      for (const item of items()) {
        for (const own of new Set(keysOf(item))) {
          const same = found.get(own);
          if (same) same.push(item);
          else found.set(own, [item]);
        }
      }
      return found;
    });
    return groups.get(key) ?? [];
  }

  /** The items that have one of some keys, each once. */
  withAnyKey<Item>(name: string, keys: readonly string[], items: () => Iterable<Item>, keysOf: (item: Item) => Iterable<string>): Item[] {
    return [...new Set(keys.flatMap((key) => this.withKey(name, key, items, keysOf)))];
  }

  /** The subjects of a view, worked out once. */
  view<Subject>(view: IacView<Subject>): readonly Viewed<Subject>[] {
    // A view's id stands for its type: both come from the same object.
    const known = this.viewed.get(view.id) as Viewed<Subject>[] | undefined;
    if (known) return known;
    const found: Viewed<Subject>[] = [];
    for (const resource of this.resources) for (const subject of view.of(resource, this)) found.push({ resource, subject });
    this.viewed.set(view.id, found);
    return found;
  }
}
