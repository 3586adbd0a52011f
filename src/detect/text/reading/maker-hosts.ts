import { dataFile } from '../../../support/data-file.js';
import { namesThat } from '../../../support/data-table.js';

const hosts = dataFile('maker-hosts.tsv');
const addresses = namesThat('address', hosts);
const installers = namesThat('installer', hosts);
const accounts = new Set(dataFile('maker-accounts.txt'));

/** True for hosts of well-known makers: their own addresses are what they are for. */
export function isMaker(host: string): boolean {
  return isWithin(host, addresses);
}

/** True for hosts whose installers everybody pipes into a shell: the fetch is the maker's, the pin is missing. */
export function isInstallerHost(host: string): boolean {
  return isWithin(host, installers);
}

/** True for hosts that are a well-known maker's for either. */
export function isOfKnownMaker(host: string): boolean {
  return isMaker(host) || isInstallerHost(host);
}

/** True where anybody can put a file: a storage bucket, an account of a code host, a form, a bot. */
export function isUserContent(host: string, address: string): boolean {
  return !isOfMaker(address) && (USER_CONTENT.test(host) || ACCOUNT_PATH.test(address) || FILE_ON_OTHERS.test(address));
}

/** True for a file that an account of a code host or of a hub of models offers, unless the account is a well-known maker's. */
export function isFileOfAccount(host: string, address: string): boolean {
  return isUserContent(host, address) || (FILE_ON_GITHUB.test(address) && !isOfMaker(address));
}

function isOfMaker(address: string): boolean {
  const account = ON_GITHUB.exec(address)?.[1];
  return account !== undefined && accounts.has(account.toLowerCase());
}

const ON_GITHUB = /(?:^|\/\/|\.)(?:github|raw\.githubusercontent)\.com\/([\w.-]+)\//;
const FILE_ON_GITHUB = /github\.com\/[\w.-]+\/[\w.-]+\/(?:raw|releases|archive)\//;
/** There most programs are somebody's, and few are their maker's. */
const FILE_ON_OTHERS =
  /(?:gitlab\.com|bitbucket\.org|codeberg\.org|gitee\.com|huggingface\.co)\/(?:[\w.-]+\/){2,5}(?:-\/)?(?:raw|releases|archive|downloads|resolve)\/|sourceforge\.net\/projects\//;

const USER_CONTENT =
  /(?:^|\.)(?:cdn\.discordapp\.com|media\.discordapp\.net|s3[\w.-]*\.amazonaws\.com|storage\.googleapis\.com|firebasestorage\.googleapis\.com|blob\.core\.windows\.net|r2\.dev|raw\.githubusercontent\.com|gist\.github(?:usercontent)?\.com|github\.io|gitlab\.io|vercel\.app|netlify\.app|web\.app|firebaseapp\.com|workers\.dev|pages\.dev|herokuapp\.com|onrender\.com|fly\.dev|glitch\.me|repl\.co|replit\.(?:app|dev)|azurewebsites\.net|cloudfunctions\.net|run\.app|lambda-url\.[\w.-]+\.on\.aws|hf\.space|surge\.sh|script\.google\.com)$/;
const ACCOUNT_PATH =
  /hooks\.slack\.com\/|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|docs\.google\.com\/forms|forms\.(?:gle|office\.com)|drive\.google\.com\/|dropbox\.com\//;

/** The domain itself, or any name below it. */
function isWithin(host: string, domains: ReadonlySet<string>): boolean {
  const labels = host.split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}
