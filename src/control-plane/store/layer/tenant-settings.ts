import type { TenantStore } from './store.js';
import { tenantTable } from './table.js';

/** Settings of one tenant by name; each is a text or JSON. */
export class TenantSettings {
  private readonly settings;

  constructor(store: TenantStore) {
    this.settings = tenantTable(store, 'tenant_settings');
  }

  async text(name: string): Promise<string | undefined> {
    return (await this.settings.find(name))?.value;
  }

  /** The value stored under the name as JSON; the caller states its type. */
  async json<T>(name: string): Promise<T | undefined> {
    const value = await this.text(name);
    return value === undefined ? undefined : JSON.parse(value);
  }

  keepText(name: string, value: string, now: string): Promise<void> {
    return this.settings.put({ name, value, updated_at: now });
  }

  keepJson(name: string, value: unknown, now: string): Promise<void> {
    return this.keepText(name, JSON.stringify(value), now);
  }

  has(name: string): Promise<boolean> {
    return this.settings.has({ name });
  }

  /** Stores a text unless there is one already. */
  async note(name: string, value: string, now: string): Promise<void> {
    await this.settings.createNew({ name, value, updated_at: now });
  }
}
