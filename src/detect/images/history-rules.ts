import type { ImageEvidence } from '../../model/image-evidence.js';
import { quote } from '../../support/quote.js';
import type { RuleHit } from '../contract/rule.js';
import { atConfig, type ImageRule } from './image-rule.js';

/** Instructions longer than this are judged by their beginning: real ones are short. */
const MOST = 20_000;

const FETCH = String.raw`\b(?:curl|wget|fetch|aria2c|http|Invoke-WebRequest|iwr)\b`;
const SHELL = String.raw`(?:sudo\s+(?:-\S+\s+)*)?(?:/usr)?(?:/local)?(?:/bin/)?(?:env\s+)?(?:(?:ba|da|a|z|k)?sh|python[\d.]*|perl|ruby|node|php|iex|pwsh)\b`;
/** A download whose output is run: piped into an interpreter, or given to one. */
const PIPED = new RegExp(String.raw`${FETCH}[^|;&\n]{0,2000}\|\s*(?:(?:tee|gunzip|tr|cat|base64)\b[^|;&\n]{0,200}\|\s*)?${SHELL}`, 'i');
const EVALUATED = new RegExp(
  String.raw`(?:\beval\b|\b(?:ba|da|a|z|k)?sh\s+-\w*c|\bsource|\.|\b(?:ba|z)?sh)\s+(?:"|')?(?:\$\(|<\(|${'`'})\s*${FETCH}`,
  'i',
);
const CHECKED = /\b(?:sha(?:1|224|256|384|512)sum|md5sum|shasum|gpgv?2?|minisign|cosign|openssl\s+dgst)\b/;
/** What ADD fetches that can be run. */
const PROGRAM = /\.(?:sh|bash|py|pl|rb|js|jar|deb|rpm|apk|run|bin|exe|AppImage|so)(?:$|[?#\s"'])|\/[^/.\s]+(?:$|[\s"'])/i;

const TLS_OFF: readonly RegExp[] = [
  /\bcurl\b(?:\s+[^\s;|&]+){0,40}?\s+(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)(?=\s|$)/,
  /\bwget\b[^;|&\n]{0,2000}\s--no-check-certificate\b/,
  /\bstrict-ssl[ =]+"?false\b/,
  /\b(?:NODE_TLS_REJECT_UNAUTHORIZED)[ =]+["']?0\b/,
  /\bGIT_SSL_NO_VERIFY[ =]+["']?(?:1|true)\b/i,
  /\bhttp\.sslVerify[ =]+["']?(?:false|0)\b/i,
  /\b(?:pip3?|uv)\b[^;|&\n]{0,2000}\s--(?:trusted-host|allow-insecure-host)\b/,
  /\bPIP_TRUSTED_HOST[ =]/,
  /\bapt(?:-get)?\b[^;|&\n]{0,2000}(?:--allow-unauthenticated|--force-yes|AllowUnauthenticated=(?:true|1|yes))/i,
  /\bapk\b[^;|&\n]{0,2000}\s--allow-untrusted\b/,
  /\b(?:yum|dnf|microdnf)\b[^;|&\n]{0,2000}(?:--nogpgcheck|sslverify=(?:0|false))\b/i,
  /\bPYTHONHTTPSVERIFY[ =]+["']?0\b/,
];

export const historyRules: readonly ImageRule[] = [
  {
    id: 'image-download-and-run',
    family: 'images',
    title: 'The image was built by running what was downloaded',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'Whoever controls the address, or stands on the way to it, decides what is in the image; nothing was checked.',
    fix: 'Download to a file, compare it with a checksum or signature, then run it; `ADD --checksum=sha256:… URL` does both.',
    references: ['CWE-494', 'https://docs.docker.com/reference/dockerfile/#add---checksum'],
    *check(image) {
      yield* stepHits(image, (text) => (runsDownload(text) && !CHECKED.test(text) ? text : undefined));
    },
  },
  {
    id: 'image-tls-verification-off',
    family: 'images',
    title: 'Certificates or signatures were not checked',
    severity: 'high',
    confidence: 'medium',
    rationale: 'Whoever stands on the way to the address can put anything into the image, or read what it sends later.',
    fix: 'Remove the option; add the certificate authority to the image where a private one is needed.',
    references: ['CWE-295'],
    *check(image) {
      yield* stepHits(image, (text) => (TLS_OFF.some((pattern) => pattern.test(text)) ? text : undefined));
      for (const { name, value } of image.env)
        if (TLS_OFF.some((pattern) => pattern.test(`${name}=${value}`)))
          yield atConfig(image, `config.Env.${name}`, quote(`${name}=${value}`, 120));
    },
  },
];

/** A hit for each step whose commands answer the question; environment that the configuration still has is judged there. */
function* stepHits(image: ImageEvidence, judge: (text: string) => string | undefined): Generator<RuleHit> {
  for (const [index, { instruction, layer }] of image.steps.entries()) {
    const text = withoutTalk(instruction.slice(0, MOST));
    if (/^ENV\b/.test(text) || judge(text) === undefined) continue;
    yield atConfig(image, `history.${index}`, quote(instruction, 200), layer === undefined ? {} : { layer });
  }
}

function runsDownload(text: string): boolean {
  if (/^ADD\b/.test(text))
    return /\bhttps?:\/\//.test(text) && !/--checksum=/.test(text) && !/^ADD\s+(?:multi|file|dir):/.test(text) && PROGRAM.test(text);
  return PIPED.test(text) || EVALUATED.test(text);
}

const COMMENT = /(^|[\n;&|])\s*#[^\n]*/g;
const PRINTED =
  /(^(?:RUN\s+(?:--\S+\s+)*)?|[\n;&|]|\bthen\b|\bdo\b)\s*(?:echo|printf)\s+(?:-\w+\s+)?(?:"[^"\n]*"|'[^'\n]*'|[^;|&\n]*)(?!\s*\|)/g;

/** The instruction without comments and without what is only printed; what a command prints is kept. */
function withoutTalk(text: string): string {
  return text.replace(COMMENT, '$1').replace(PRINTED, (talk: string, before: string) => (/\$\(|`/.test(talk) ? talk : before));
}
