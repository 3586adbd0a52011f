import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import { isObject, jsonIn } from '../../../support/json.js';
import { sourceOfPath } from '../flow/sensitive.js';
import type { BundleHit } from './hits.js';
import { isPlaceholderHost, outsideHost } from './hosts.js';

/** Two settings of a data file that matter together: a path of credentials and an outside address. */
interface Settings {
  file: BundleFile;
  secrets: string[];
  addresses: string[];
}

const SENDS = /\b(?:post|send|upload|submit|push|transmit|forward|deliver|copy|write)\b/i;

/**
 * EXF-02 over several files: a data file names a secret and an address, and a text orders to send the one to the other
 * by their keys.
 */
export function* spreadOrders(bundle: SkillBundle): Generator<BundleHit> {
  for (const settings of bundle.files.flatMap(settingsOf)) {
    for (const file of bundle.files) {
      if (file.text === undefined || (file.role !== 'entry' && file.role !== 'referenced')) continue;
      const at = orderAt(file.text, settings);
      if (at !== undefined)
        yield {
          rule: 'EXF-02',
          file,
          line: file.text.slice(0, at).split('\n').length,
          evidence: `sends \`${settings.secrets[0]}\` of ${settings.file.name} to \`${settings.addresses[0]}\``,
        };
    }
  }
}

function orderAt(text: string, { secrets, addresses }: Settings): number | undefined {
  if (!secrets.some((key) => text.includes(`\`${key}\``))) return undefined;
  for (const key of addresses) {
    const at = text.indexOf(`\`${key}\``);
    if (at !== -1 && SENDS.test(text.slice(Math.max(0, text.lastIndexOf('\n', at)), at))) return at;
  }
  return undefined;
}

function settingsOf(file: BundleFile): Settings[] {
  if (!/\.json$/i.test(file.name) || file.text === undefined || file.text.length > 200_000) return [];
  const value = jsonIn(file.text);
  const entries = isObject(value)
    ? Object.entries(value).flatMap(([key, item]) => (typeof item === 'string' ? [[key, item] as const] : []))
    : [];
  const secrets = entries.filter(([, item]) => sourceOfPath(item) !== undefined).map(([key]) => key);
  const addresses = entries
    .filter(([, item]) => /^https?:\/\//.test(item) && !isPlaceholderHost(outsideHost(item) ?? 'x.example.com'))
    .map(([key]) => key);
  return secrets.length > 0 && addresses.length > 0 ? [{ file, secrets, addresses }] : [];
}
