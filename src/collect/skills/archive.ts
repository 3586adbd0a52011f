import { InputError } from '../../support/errors.js';
import { dataOf, saysEncrypted } from '../models/archive/zip-data.js';
import { readContents, type ZipMember } from '../models/archive/zip-members.js';
import { Budget, LimitReached } from '../models/contract/budget.js';
import { bufferSource } from '../models/contract/source.js';
import { readContent } from './content.js';
import { isOfficeText, officeText } from './office-text.js';

const MAX_MEMBER = 4 * 1024 * 1024;
const MAX_MEMBERS = 500;

/** A text in an archive, or why it cannot be read. */
export interface MemberText {
  name: string;
  size: number;
  text?: string;
  opaque?: string;
  /** Why the markup of its text could not be read. */
  unread?: string;
}

/**
 * Members of a zip archive within small limits. Throws InputError `archive` when the archive itself is broken or too
 * big.
 */
export function zipMembers(bytes: Uint8Array, where: string): MemberText[] {
  const source = bufferSource(bytes);
  const budget = new Budget(bytes.length);
  try {
    const { members } = readContents(source, budget);
    if (members.length > MAX_MEMBERS)
      throw new InputError({ where, issue: 'archive', message: `archive of more than ${MAX_MEMBERS} members` });
    return members.filter((member) => !nameOf(member).endsWith('/')).map((member) => memberText(source, member, budget));
  } catch (error) {
    if (error instanceof LimitReached) throw new InputError({ where, issue: 'archive', message: error.message, cause: error });
    throw error;
  }
}

function nameOf(member: ZipMember): string {
  return member.central?.name ?? member.local?.name ?? '';
}

function memberText(source: ReturnType<typeof bufferSource>, member: ZipMember, budget: Budget): MemberText {
  const name = nameOf(member);
  if (saysEncrypted(member)) return { name, size: 0, opaque: 'encrypted archive member' };
  const data = dataOf(source, member, budget);
  if (data === undefined || data.fault !== undefined || data.bomb)
    return { name, size: 0, opaque: 'archive member that cannot be unpacked' };
  const { size } = data.source;
  if (size > MAX_MEMBER) return { name, size, opaque: 'archive member larger than 4 MiB' };
  const content = readContent(data.source.read(0, size), name);
  if ('text' in content) return { name, size, ...(isOfficeText(name) ? officeText(name, content.text) : content) };
  return content.media ? { name, size } : { name, size, opaque: content.what };
}
