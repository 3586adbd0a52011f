/** When a release stops getting fixes that are free of charge, and until when fixes can be bought. Dates are `YYYY-MM-DD`. */
export interface EndOfSupport {
  /** Last day with fixes for everybody. */
  until: string;
  /** Fixes for subscribers. */
  extended?: { name: string; until: string };
}

type Row = readonly [release: string, until: string, extended?: string];

interface Schedule {
  /** The offer behind the third column. */
  extension?: string;
  rows: readonly Row[];
}

/** As the distributions publish them; Debian with its volunteers' long-term support. */
const SCHEDULES: Readonly<Record<string, Schedule>> = {
  debian: {
    extension: 'Freexian ELTS',
    rows: [
      ['7', '2018-05-31', '2020-06-30'],
      ['8', '2020-06-30', '2025-06-30'],
      ['9', '2022-06-30', '2027-06-30'],
      ['10', '2024-06-30', '2029-06-30'],
      ['11', '2026-08-31', '2031-06-30'],
      ['12', '2028-06-30', '2033-06-30'],
      ['13', '2030-06-30', '2035-06-30'],
    ],
  },
  ubuntu: {
    extension: 'Ubuntu Pro (ESM)',
    rows: [
      ['14.04', '2019-04-30', '2024-04-30'],
      ['16.04', '2021-04-30', '2026-04-30'],
      ['18.04', '2023-05-31', '2028-04-30'],
      ['20.04', '2025-05-31', '2030-04-30'],
      ['22.04', '2027-04-30', '2032-04-30'],
      ['24.04', '2029-05-31', '2034-04-30'],
    ],
  },
  alpine: {
    rows: [
      ['3.3', '2017-11-01'],
      ['3.4', '2018-05-01'],
      ['3.5', '2018-11-01'],
      ['3.6', '2019-05-01'],
      ['3.7', '2019-11-01'],
      ['3.8', '2020-05-01'],
      ['3.9', '2020-11-01'],
      ['3.10', '2021-05-01'],
      ['3.11', '2021-11-01'],
      ['3.12', '2022-05-01'],
      ['3.13', '2022-11-01'],
      ['3.14', '2023-05-01'],
      ['3.15', '2023-11-01'],
      ['3.16', '2024-05-23'],
      ['3.17', '2024-11-22'],
      ['3.18', '2025-05-09'],
      ['3.19', '2025-11-01'],
      ['3.20', '2026-04-01'],
      ['3.21', '2026-11-01'],
      ['3.22', '2027-05-01'],
      ['3.23', '2027-11-01'],
    ],
  },
  rhel: {
    extension: 'Red Hat Extended Life Cycle Support',
    rows: [
      ['5', '2017-03-31', '2020-11-30'],
      ['6', '2020-11-30', '2024-06-30'],
      ['7', '2024-06-30', '2028-06-30'],
      ['8', '2029-05-31', '2032-05-31'],
      ['9', '2032-05-31', '2035-05-31'],
      ['10', '2035-05-31', '2038-05-31'],
    ],
  },
  centos: {
    rows: [
      ['5', '2017-03-31'],
      ['6', '2020-11-30'],
      ['7', '2024-06-30'],
      ['8', '2021-12-31'],
      ['stream 8', '2024-05-31'],
      ['stream 9', '2027-05-31'],
      ['stream 10', '2030-05-31'],
    ],
  },
  rocky: {
    rows: [
      ['8', '2029-05-31'],
      ['9', '2032-05-31'],
      ['10', '2035-05-31'],
    ],
  },
  almalinux: {
    rows: [
      ['8', '2029-05-31'],
      ['9', '2032-05-31'],
      ['10', '2035-05-31'],
    ],
  },
  ol: {
    extension: 'Oracle Linux Extended Support',
    rows: [
      ['6', '2021-03-31', '2024-12-31'],
      ['7', '2024-12-31', '2028-06-30'],
      ['8', '2029-07-31', '2032-07-31'],
      ['9', '2032-06-30', '2035-06-30'],
    ],
  },
  amzn: {
    rows: [
      ['2018', '2023-12-31'],
      ['2', '2026-06-30'],
      ['2023', '2029-06-30'],
    ],
  },
  fedora: {
    rows: [
      ['36', '2023-05-16'],
      ['37', '2023-12-05'],
      ['38', '2024-05-21'],
      ['39', '2024-11-26'],
      ['40', '2025-05-13'],
      ['41', '2025-12-15'],
      ['42', '2026-05-13'],
      ['43', '2026-12-02'],
    ],
  },
  sles: {
    extension: 'SUSE LTSS',
    rows: [
      ['12.5', '2024-10-31', '2027-10-31'],
      ['15.1', '2021-01-31', '2024-01-31'],
      ['15.2', '2021-12-31', '2024-12-31'],
      ['15.3', '2022-12-31', '2025-12-31'],
      ['15.4', '2023-12-31', '2026-12-31'],
      ['15.5', '2024-12-31', '2027-12-31'],
      ['15.6', '2025-12-31', '2028-12-31'],
      ['15.7', '2031-07-31', '2034-07-31'],
    ],
  },
  'opensuse-leap': {
    rows: [
      ['42.3', '2019-07-01'],
      ['15.0', '2019-12-03'],
      ['15.1', '2021-02-02'],
      ['15.2', '2022-01-04'],
      ['15.3', '2022-12-31'],
      ['15.4', '2023-12-07'],
      ['15.5', '2024-12-31'],
      ['15.6', '2026-04-30'],
      ['16.0', '2027-10-31'],
    ],
  },
  photon: {
    rows: [
      ['1.0', '2022-02-28'],
      ['2.0', '2022-12-31'],
      ['3.0', '2024-03-01'],
    ],
  },
  mariner: {
    rows: [
      ['1.0', '2023-07-31'],
      ['2.0', '2025-07-31'],
    ],
  },
  azurelinux: { rows: [['3.0', '2027-08-31']] },
};

/** Undefined where the distribution has no releases, or nobody says when this one ends. `release` is a release key: `12`, `3.20`. */
export function endOfSupport(id: string, release: string): EndOfSupport | undefined {
  const schedule = Object.hasOwn(SCHEDULES, id) ? SCHEDULES[id] : undefined;
  const row = schedule?.rows.find(([name]) => name === release);
  if (!row) return id === 'ubuntu' ? ubuntuRelease(release) : undefined;
  const [, until, extended] = row;
  const name = schedule?.extension;
  return { until, ...(extended !== undefined && name !== undefined && { extended: { name, until: extended } }) };
}

const INTERIM_MONTHS = 9;

/** Releases between the long-term ones live nine months; `24.10` came in October 2024. */
function ubuntuRelease(release: string): EndOfSupport | undefined {
  const [, year, month] = /^(\d\d)\.(04|10)$/.exec(release) ?? [];
  if (year === undefined || (month === '04' && Number(year) % 2 === 0)) return undefined;
  const last = new Date(Date.UTC(2000 + Number(year), Number(month) + INTERIM_MONTHS, 0));
  return { until: last.toISOString().slice(0, 10) };
}
