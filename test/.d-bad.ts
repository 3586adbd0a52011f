import { readdirSync, readFileSync } from 'node:fs';
import { runCase } from './support/lockfile-cases.js';
import { lockfileReaders } from '../src/collect/lockfiles/registry.js';
import { InputError } from '../src/support/errors.js';
const ids=['requirements','pip-compile','pipfile-lock','poetry-lock','uv-lock','pdm-lock','pylock','pyproject','conda-env','cargo-lock','go-mod','go-work'];
const root='/work/shared/data/lockfiles/visible/bad/';
for (const d of readdirSync(root)) { const exp=JSON.parse(readFileSync(root+d+'/expected.json','utf8')); const f=exp.files[0]; const r=(lockfileReaders as any).find((r:any)=>ids.includes(r.id)&&r.matches(f)&&!r.sniff); if(!r) continue;
 const t=performance.now(); let out; try { const res=await runCase(r,root+d,f); out=`${res.outcome??'scanned'} ${JSON.stringify(res.packages.map(p=>p.name+p.version))} ${JSON.stringify(res.issues)}`;} catch(e){out=e instanceof InputError?`InputError ${e.issue} ${e.line} ${e.message}`:`CRASH ${e}`}
 console.log(d,exp.outcome,exp.any_of,'=>',out,(performance.now()-t).toFixed(0)+'ms'); }
