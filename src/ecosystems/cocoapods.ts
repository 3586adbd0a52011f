import type { Ecosystem } from './ecosystem.js';
import { flatNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { rubygemsOrdering } from './versions/rubygems.js';

/** CocoaPods: a subspec (`Firebase/Core`) is a part of its pod. Versions are those of RubyGems, because CocoaPods is written in Ruby. */
export const cocoapods: Ecosystem = {
  name: 'cocoapods',
  inOsv: false,
  purlType: 'cocoapods',
  ordering: rubygemsOrdering,
  normaliseName: (name) => name.replace(/\/.*$/s, ''),
  ...flatNames,
  publicHosts: ['cdn.cocoapods.org', 'trunk.cocoapods.org'],
  upgradeCommand: (name) => `pod update ${shellWord(name)}`,
};
