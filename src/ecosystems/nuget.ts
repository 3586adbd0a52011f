import type { Ecosystem } from './ecosystem.js';
import { flatNames, lowerCase } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { nugetOrdering as ordering } from './versions/nuget.js';

/** NuGet: the case of ids does not count. */
export const nuget: Ecosystem = {
  name: 'NuGet',
  inOsv: true,
  purlType: 'nuget',
  ordering,
  normaliseName: lowerCase,
  ...flatNames,
  publicHosts: ['api.nuget.org', 'globalcdn.nuget.org', 'nuget.org', 'www.nuget.org'],
  upgradeCommand: (name, version, format) =>
    format === 'packages-config'
      ? `nuget update packages.config -Id ${shellWord(name)} -Version ${shellWord(version)}`
      : `dotnet add package ${shellWord(name)} --version ${shellWord(version)}`,
};
