import type { Ecosystem } from './ecosystem.js';
import { flatNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { pep440Ordering } from './versions/pep440.js';

const ADD: Readonly<Record<string, string>> = {
  'poetry-lock': 'poetry add',
  'uv-lock': 'uv add',
  'pdm-lock': 'pdm add',
  'pipfile-lock': 'pipenv install',
};

/** PyPI: PEP 503 names, PEP 440 versions. */
export const pypi: Ecosystem = {
  name: 'PyPI',
  inOsv: true,
  purlType: 'pypi',
  ordering: pep440Ordering,
  normaliseName: (name) => name.toLowerCase().replace(/[-_.]+/g, '-'),
  ...flatNames,
  publicHosts: ['pypi.org', 'files.pythonhosted.org', 'pypi.python.org'],
  upgradeCommand: (name, version, format = '') => `${ADD[format] ?? 'pip install'} ${shellWord(`${name}==${version}`)}`,
};
