import type { CloudAccessLevel } from '../../../model/cloud.js';
import type { Google } from './google.js';
import { isReadPermission } from './rights.js';

/** Rights of roles, each asked for once. */
export class Roles {
  private readonly known = new Map<string, Promise<CloudAccessLevel>>();

  constructor(private readonly google: Google) {}

  level(role: string): Promise<CloudAccessLevel> {
    const known = this.known.get(role);
    if (known) return known;
    const asked = this.ask(role);
    this.known.set(role, asked);
    return asked;
  }

  /** A role that cannot be found may do anything. */
  private async ask(role: string): Promise<CloudAccessLevel> {
    if (role === 'roles/owner' || role === 'roles/editor') return 'admin';
    const answer = await this.google.get(`https://iam.googleapis.com/v1/${role}`, 'Google Cloud: roles');
    const permissions = answer?.['includedPermissions'];
    if (!Array.isArray(permissions)) return answer ? 'read' : 'admin';
    if (permissions.some((one) => typeof one === 'string' && one.endsWith('.setIamPolicy'))) return 'admin';
    return permissions.every((one) => typeof one === 'string' && isReadPermission(one)) ? 'read' : 'write';
  }
}
