import type { Ecosystem } from './ecosystem.js';
import { flatNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { rubygemsOrdering as ordering } from './versions/rubygems.js';

/** RubyGems: case-sensitive names. */
export const rubygems: Ecosystem = {
  name: 'RubyGems',
  inOsv: true,
  purlType: 'gem',
  ordering,
  normaliseName: unchanged,
  ...flatNames,
  publicHosts: ['index.rubygems.org', 'rubygems.org'],
  // `bundle update` takes no version: the Gemfile's requirement decides. So the command names the wanted version besides.
  upgradeCommand: (name, version, format) =>
    format === 'gemfile-lock'
      ? `bundle update --conservative ${shellWord(name)}`
      : `gem install ${shellWord(name)} --version ${shellWord(version)}`,
};
