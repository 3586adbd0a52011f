/**
 * Colours of both pages as custom properties, light and dark by the system's choice. Text on its background has a contrast of
 * at least 4.5:1 (WCAG 2.2, 1.4.3).
 */
export const theme = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b1f27;--soft:#5a6272;--line:#dde1e8;--link:#1a56b8;--accent:#3a5bd0;
--malicious:#8b0a3a;--critical:#b3123f;--high:#b04a00;--medium:#7d5d00;--low:#1762a8;--none:#5a6272;--unknown:#6d3fb0;--good:#1a7340;--bad:#b3123f;--warn:#8f5200;
--critical-bg:#fde4ea;--high-bg:#ffead8;--medium-bg:#fff3cf;--low-bg:#e2f0ff;--none-bg:#eef0f4;--unknown-bg:#f0e7fd}
@media(prefers-color-scheme:dark){:root{--bg:#12151b;--card:#1a1f28;--ink:#e6e9ef;--soft:#a0a9b8;--line:#303846;--link:#8ab8ff;--accent:#8aa4ff;
--malicious:#ff8fb0;--critical:#ff8fa8;--high:#ffb074;--medium:#f3cf63;--low:#86c1ff;--none:#a0a9b8;--unknown:#cbaaff;--good:#6bd695;--bad:#ff8fa8;--warn:#ffc070;
--critical-bg:#43141f;--high-bg:#422710;--medium-bg:#3a3010;--low-bg:#122d47;--none-bg:#262d39;--unknown-bg:#2f2145}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
code,kbd{font:.92em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.sev{display:inline-block;padding:.05em .6em;border-radius:1em;font-weight:600;font-size:.86em;white-space:nowrap;color:var(--none);background:var(--none-bg)}
.sev.critical{color:var(--critical);background:var(--critical-bg)}.sev.high{color:var(--high);background:var(--high-bg)}
.sev.medium{color:var(--medium);background:var(--medium-bg)}.sev.low{color:var(--low);background:var(--low-bg)}
.sev.unknown{color:var(--unknown);background:var(--unknown-bg)}.sev.malicious{color:#fff;background:#a5103f}
`;

/** The sign beside each severity's word, the same on both pages. */
export const signs: Readonly<Record<string, string>> = {
  malicious: '✖',
  critical: '◆',
  high: '▲',
  medium: '●',
  low: '▪',
  none: '○',
  unknown: '?',
};
