import { iacRule } from '../contract/iac-rule.js';
import { any, ask, failIf, not, some } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const capabilitiesKept = iacRule({
  id: 'compose-capabilities-kept',
  formats: ['compose'],
  title: 'Capabilities not dropped',
  severity: 'low',
  confidence: 'high',
  rationale: 'The default set of capabilities still has NET_RAW and others that few services need.',
  fix: 'Drop them all and add what is needed: `cap_drop: [ALL]`.',
  references: ['CWE-250', 'https://docs.docker.com/reference/compose-file/services/#cap_drop'],
  view: composeServices,
  check(service) {
    const isAll = (value: unknown) => /^(?:CAP_)?ALL$/i.test(String(value));
    const dropped = some(service.get('cap_drop'), (item) => ask(item, isAll, { is: false, at: item.at }), service.at);
    const added = some(service.get('cap_add'), (item) => ask(item, isAll, { is: false, at: item.at }), service.at);
    return failIf(any([not(dropped), added], service.at), { at: service.at, evidence: `${service.name} has no cap_drop: [ALL]` });
  },
});
