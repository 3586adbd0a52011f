import { sampleReports } from './test/support/sample-reports.js';
const [,, mod, name, width='80', ...flags] = process.argv;
const { default: r } = await import(`./src/report/${mod}.ts`);
const out = await r.render(sampleReports[name](), { width: +width, colour: flags.includes('c'), theme: flags.includes('l')?'light':'dark', unicode: !flags.includes('a'), quiet: flags.includes('q'), verbose: flags.includes('v') });
for (const p of typeof out==='string'?[out]:out) process.stdout.write(p);
