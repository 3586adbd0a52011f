import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Component } from '../../model/component.js';
import type { Fact } from '../../model/finding.js';
import type { Inventory } from '../../model/inventory.js';
import type { Detector } from '../detector.js';
import { confusionSignals } from './dependency-confusion.js';
import { lookAlike } from './look-alike.js';
import { popularIn } from './popular.js';
import type { Signal } from './signal.js';

/**
 * Packages that look wrong without any record of them. One signal is `suspicious_package`; two independent ones, at least one
 * of them strong, are malicious with medium confidence and fail closed.
 */
export const suspiciousPackages: Detector = {
  id: 'suspicious-packages',
  detect({ inventory, matched }) {
    const known = new Set(matched.matches.filter((match) => match.advisory.malicious).map((match) => match.component));
    const confusion = confusionSignals(inventory);
    return inventory.components.flatMap((component) => {
      // A confirmed one needs no guess beside it.
      if (known.has(component.ref)) return [];
      const signals = [...lookAlikeSignals(component, inventory), ...(confusion.get(component.ref) ?? [])];
      return signals.length === 0 ? [] : [factOf(component, signals)];
    });
  },
};

const HOW = {
  homoglyph: 'is spelt with letters that only look like those of',
  separators: 'differs only in separators from',
  scope: 'differs only in its scope from',
  edit: 'is one letter away from',
  order: 'has the words of another order than',
  affix: 'adds a word to the name of',
} as const;

function lookAlikeSignals(component: Component, inventory: Inventory): Signal[] {
  const ecosystem = ecosystemOf(component.ecosystem);
  const popular = ecosystem && popularIn(ecosystem.name);
  if (!popular) return [];
  const found = lookAlike(ecosystem.normaliseName(component.name), popular);
  if (!found) return [];
  const strong = found.how === 'homoglyph' && /[^\x20-\x7e]/.test(component.name);
  const signals: Signal[] = [
    {
      rule: 'look-alike',
      strong,
      text: `the name ${HOW[found.how]} the popular ${found.target}`,
      fix: `If you meant ${found.target}, install that; else record why ${component.name} is right.`,
    },
  ];
  const { source } = component;
  const stray = source !== undefined && source.kind !== 'file' && !inventory.local.some((own) => own.name === component.name);
  if (stray && source.kind === 'url')
    signals.push({
      rule: 'odd-source',
      strong: true,
      text: 'it is fetched from an address of its own instead of a registry',
      fix: 'Look at where it comes from.',
    });
  return signals;
}

function factOf(component: Component, signals: readonly Signal[]): Fact {
  const isMalicious = signals.length > 1 && signals.some((signal) => signal.strong);
  const [first] = [...signals].sort((a, b) => Number(b.strong) - Number(a.strong));
  const rule = first?.rule ?? 'look-alike';
  return {
    kind: isMalicious ? 'malicious' : 'suspicious_package',
    rule,
    id: rule,
    aliases: [],
    advisories: [],
    severity: isMalicious ? 'critical' : first?.strong ? 'high' : 'medium',
    confidence: isMalicious || first?.strong ? 'medium' : 'low',
    component: component.ref,
    locations: component.locations.map((location) => ({ ...location })),
    kev: 'not_listed',
    cwes: rule === 'dependency-confusion' ? ['CWE-427'] : ['CWE-506'],
    title: `${component.name} ${rule === 'dependency-confusion' ? 'may be confused with a private package' : 'looks like another package'}`,
    why: `${component.name}@${component.version ?? '?'}: ${signals.map((signal) => signal.text).join('; ')}.`,
    fix: first?.fix ?? '',
    references: [],
  };
}
