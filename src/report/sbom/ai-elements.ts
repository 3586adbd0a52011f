import type { Location } from '../../model/component.js';
import type { ScanReport } from '../../model/report.js';

/** A server, model or skill, described for SBOM formats that know only packages. */
export interface AiElement {
  ref: string;
  name: string;
  /** SPDX 2.3, clause 7.24. */
  purpose: 'APPLICATION' | 'FILE' | 'OTHER';
  /** Properties as text: `kind=… key=value …` */
  comment: string;
  places: Location[];
  /** Refs of the components it runs or installs, sorted. */
  dependsOn: string[];
}

/** The servers, models and skills, each once, however many clients configure a server. */
export function aiElements({ servers, models, skills }: ScanReport): AiElement[] {
  const byServer = new Map<string, AiElement>();
  for (const { ref, name, transport, path, line, components } of servers) {
    const place = line === undefined ? { path } : { path, line };
    const known = byServer.get(ref);
    if (known) {
      known.places.push(place);
      known.dependsOn = [...new Set([...known.dependsOn, ...components])].sort();
    } else {
      const comment = `kind=mcp-server transport=${transport}`;
      byServer.set(ref, { ref, name, purpose: 'APPLICATION', comment, places: [place], dependsOn: [...components].sort() });
    }
  }
  return [
    ...byServer.values(),
    ...models.map(({ ref, path, format, verdict, signature }): AiElement => {
      const comment = `kind=model format=${format} verdict=${verdict} signature=${signature}`;
      return { ref, name: path, purpose: 'FILE', comment, places: [{ path }], dependsOn: [] };
    }),
    ...skills.map(({ ref, path, kind, verdict, components = [] }): AiElement => {
      const comment = `kind=${kind} verdict=${verdict}`;
      return { ref, name: path, purpose: 'OTHER', comment, places: [{ path }], dependsOn: [...components].sort() };
    }),
  ];
}
