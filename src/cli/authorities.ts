import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { UsageError } from '../support/errors.js';
import type { CommandContext } from './command.js';
import { readNamedFile } from './named-file.js';

/** The certificate authorities that Node trusts, those that the environment adds, and those of the file. */
export function believedAuthorities(path: string, { cwd, environment }: Pick<CommandContext, 'cwd' | 'environment'>): string[] {
  const extra = environment.NODE_EXTRA_CA_CERTS;
  return [...rootCertificates, ...(extra ? [readNamedFile(extra, cwd)] : []), ...certificatesOf(readNamedFile(path, cwd), path)];
}

function certificatesOf(text: string, where: string): string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (found.length === 0) throw new TypeError('no certificate');
    for (const one of found) new X509Certificate(one);
  } catch (cause) {
    throw new UsageError({ where, message: 'expected certificates in PEM form', cause });
  }
  return found;
}
