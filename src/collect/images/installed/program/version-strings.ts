import type { ByteSource } from '../../../models/contract/source.js';
import type { PackageRecord } from '../../../reader.js';

interface KnownProgram {
  /** Of the file, without its folder. */
  file: RegExp;
  name: string;
  /** Bytes as Latin-1; the first group is the version. */
  version: RegExp;
}

const NUMBER = String.raw`(\d{1,3}\.\d{1,3}(?:\.\d{1,4})?)`;
const says = (before: string, after = '') => new RegExp(before + NUMBER + after);

/** Programs that people put into images by hand, and what they say about themselves. */
const PROGRAMS: readonly KnownProgram[] = [
  { file: /^node(?:js)?$/, name: 'node', version: says(String.raw`node\.js/v`) },
  { file: /^(?:python3?(?:\.\d+)?|libpython3\.\d+m?\.so\.1\.0)$/, name: 'python', version: /\0(3\.\d{1,2}\.\d{1,2})\0/ },
  { file: /^redis-server$/, name: 'redis', version: says(String.raw`payload %5[\s\S]{0,400}?\b`, '[a-z0-9-]{12,40}-0') },
  { file: /^valkey-server$/, name: 'valkey', version: says(String.raw`payload %5[\s\S]{0,400}?\b`, '[a-z0-9-]{12,40}-0') },
  { file: /^nginx$/, name: 'nginx', version: says('nginx/') },
  { file: /^(?:httpd|apache2)$/, name: 'httpd', version: says('Apache/') },
  { file: /^(?:php(?:\d\.\d)?|php-fpm(?:\d\.\d)?|libphp\.so)$/, name: 'php', version: says('PHP/') },
  { file: /^haproxy$/, name: 'haproxy', version: says('HAProxy version ') },
  { file: /^postgres$/, name: 'postgresql', version: says(String.raw`\(PostgreSQL\) `) },
  { file: /^mysqld$/, name: 'mysql', version: says('/mysql-') },
  { file: /^mariadbd$/, name: 'mariadb', version: says('', '-MariaDB') },
  { file: /^memcached$/, name: 'memcached', version: says('memcached ') },
  { file: /^(?:ruby|libruby\.so\.\d+\.\d+)$/, name: 'ruby', version: says('ruby ', String.raw`(?:p\d{1,4})? \(`) },
  { file: /^perl$/, name: 'perl', version: says('/perl5/') },
  { file: /^busybox$/, name: 'busybox', version: says('BusyBox v') },
  { file: /^bash$/, name: 'bash', version: says(String.raw`@\(#\)Bash version `) },
  { file: /^(?:openssl|libcrypto\.so\.[\d.]+)$/, name: 'openssl', version: /OpenSSL (\d\.\d{1,2}\.\d{1,2}[a-z]?) / },
  { file: /^(?:curl|libcurl\.so\.[\d.]+)$/, name: 'curl', version: says('libcurl/') },
];

/** The program by its own version string. It is found only by its words, so it is of low confidence. */
export function programByVersion(path: string, source: ByteSource): PackageRecord | undefined {
  const program = programOf(path);
  if (!program) return undefined;
  for (let at = 0; at < source.size; at += PIECE) {
    const version = program.version.exec(source.read(at, PIECE + OVERLAP).toString('latin1'))?.[1];
    if (version !== undefined) return { name: program.name, version, ecosystem: 'generic', confidence: 'low' };
  }
  return undefined;
}

/** Programs are read in pieces, so that a large one is not in memory twice. */
const PIECE = 4 * 1024 * 1024;
const OVERLAP = 1024;

function programOf(path: string): KnownProgram | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return PROGRAMS.find((program) => program.file.test(file));
}
