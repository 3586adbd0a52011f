import type { TemplateMap, TemplateValue } from '../values.js';
import { type FunctionTable, known, mapArg, textArg } from './table.js';

export const urlFunctions: FunctionTable = known({
  urlParse: ([text]) => partsOf(textArg(text)),
  urlJoin: ([parts]) => joined(mapArg(parts)),
  // A form's way to write a blank.
  urlquery: (args) => new URLSearchParams({ q: args.map(textArg).join('') }).toString().slice(2),
});

const ADDRESS = /^(?:([A-Za-z][\w+.-]*):)?(?:\/\/(?:([^@/?#]*)@)?([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** What stands in an address, without what browsers make of it. */
function partsOf(text: string): TemplateMap {
  const [, scheme = '', userinfo = '', host = '', path = '', query = '', fragment = ''] = ADDRESS.exec(text) ?? [];
  const opaque = host === '' && scheme !== '' && !path.startsWith('/') ? path : '';
  const hostname = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  const parts = { scheme: scheme.toLowerCase(), userinfo, host, hostname, path: opaque === '' ? path : '', query, opaque, fragment };
  return new Map(Object.entries(parts) as [string, TemplateValue][]);
}

function joined(parts: TemplateMap): string {
  const part = (name: string, before: string, after = '') => {
    const text = textArg(parts.get(name));
    return text === '' ? '' : `${before}${text}${after}`;
  };
  const host = part('host', '');
  const opaque = part('opaque', '');
  const address = opaque === '' ? `${host === '' ? '' : `//${part('userinfo', '', '@')}${host}`}${part('path', '')}` : opaque;
  return `${part('scheme', '', ':')}${address}${part('query', '?')}${part('fragment', '#')}`;
}
