// Preloaded into a measured process: writes its peak memory (MB) and processor time (ms) to CASTELLAN_USED_FILE when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.CASTELLAN_USED_FILE;
  if (!file) return;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeFileSync(file, JSON.stringify({ memory: maxRSS / 1024, processor: (userCPUTime + systemCPUTime) / 1000 }));
});
