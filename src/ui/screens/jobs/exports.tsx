import { useState } from 'preact/hooks';
import type { Answer, Input } from '../../client/call.js';
import { download } from '../../client/call.js';
import { save } from '../../client/save.js';
import { Button } from '../../parts/button.js';
import { toastFailure } from '../../parts/toasts.js';

type Job = Answer<'getScan'>;
type ReportFormat = NonNullable<NonNullable<Input<'exportReport'>['query']>['format']>;

interface File {
  label: string;
  /** Ending of its name. */
  ending: string;
  get(jobId: string): Promise<Blob>;
}

/** A report in a format; a format that the API does not know does not compile. */
const report = (format: ReportFormat, label: string, ending: string): File => ({
  label,
  ending,
  get: (job_id) => download('exportReport', { params: { job_id }, query: { format } }),
});

const groups: readonly { title: string; files: readonly File[] }[] = [
  {
    title: 'Report',
    files: [
      report('html', 'HTML page', 'html'),
      report('json', 'JSON', 'json'),
      report('sarif', 'SARIF', 'sarif'),
      report('csv', 'CSV', 'csv'),
      report('markdown', 'Markdown', 'md'),
      report('junit', 'JUnit', 'junit.xml'),
      report('plain', 'Plain text', 'txt'),
    ],
  },
  { title: 'Bill of materials', files: [report('cyclonedx', 'CycloneDX', 'cdx.json'), report('spdx', 'SPDX', 'spdx.json')] },
  {
    title: 'VEX',
    files: (['openvex', 'cyclonedx'] as const).map((format) => ({
      label: format === 'openvex' ? 'OpenVEX' : 'CycloneDX VEX',
      ending: format === 'openvex' ? 'openvex.json' : 'vex.cdx.json',
      get: (job_id) => download('exportVex', { params: { job_id }, query: { format } }),
    })),
  },
  {
    title: 'Graph',
    files: (
      [
        ['graph', 'JSON', 'graph.json'],
        ['graphml', 'GraphML', 'graphml'],
        ['graph-html', 'Page', 'graph.html'],
      ] as const
    ).map(([format, label, ending]) => ({
      label,
      ending,
      get: (job_id) => download('exportGraph', { params: { job_id }, query: { format } }),
    })),
  },
  {
    title: 'Licences and skills',
    files: [
      { label: 'Licences', ending: 'licenses.json', get: (job_id) => download('exportLicenses', { params: { job_id } }) },
      { label: 'Skill audit', ending: 'skill-audit.json', get: (job_id) => download('exportSkillAudit', { params: { job_id } }) },
    ],
  },
];

/** What can be downloaded of a job: its report in every format, made from the evidence that was kept. */
export function Exports({ job, hasReport }: { job: Job; hasReport: boolean }) {
  return (
    <section class="panel stack" aria-label="Exports">
      <h2>Exports</h2>
      {hasReport ? (
        groups.map(({ title, files }) => (
          <div key={title} class="row-of">
            <h3>{title}</h3>
            {files.map((file) => (
              <Download key={file.label} file={file} jobId={job.job_id} />
            ))}
          </div>
        ))
      ) : (
        <p class="quiet">{whyNone(job)}</p>
      )}
    </section>
  );
}

function Download({ file: { label, ending, get }, jobId }: { file: File; jobId: string }) {
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    await get(jobId).then((blob) => save(blob, `${jobId}.${ending}`), toastFailure);
    setBusy(false);
  };
  return (
    <Button busy={busy} onClick={take}>
      {label}
    </Button>
  );
}

function whyNone({ evidence, status }: Job): string {
  if (evidence.some(({ kind, bytes_removed_at }) => kind === 'report' && bytes_removed_at !== null))
    return 'Its report was removed when its time of keeping was over; the hash stays as evidence.';
  if (evidence.length > 0) return 'It left no report but the evidence above.';
  return `It ended as ${status.replaceAll('_', ' ')} and left nothing to export.`;
}
