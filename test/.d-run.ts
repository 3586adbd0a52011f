import { referenceCases, runCase, differences } from './support/lockfile-cases.js';
import { lockfileReaders } from '../src/collect/lockfiles/registry.js';
import { InputError } from '../src/support/errors.js';
const ids=['requirements','pip-compile','pipfile-lock','poetry-lock','uv-lock','pdm-lock','pylock','pyproject','conda-env','cargo-lock','go-mod','go-work'];
let ok=0,n=0;
for (const r of lockfileReaders as any) { if(!ids.includes(r.id)) continue; for (const c of referenceCases(r.id)) { n++;
 try { const res=await runCase(r,c.dir,c.expected.files[0]!); const d=differences(res,c.expected); if(d.length) console.log(c.name,d.slice(0,8)); else ok++; if(res.issues.length) console.log('  issues',c.name,JSON.stringify(res.issues.slice(0,4)),res.issues.length);} catch(e){console.log(c.name,e instanceof InputError?e.message:e)} } }
console.log(ok,n);
