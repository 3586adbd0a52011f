// Preloaded into a measured process: writes its peak memory (MB) to CASTELLAN_PEAK_FILE when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.CASTELLAN_PEAK_FILE;
  if (file) writeFileSync(file, String(process.resourceUsage().maxRSS / 1024));
});
