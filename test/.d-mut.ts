import { referenceCases, runCase } from './support/lockfile-cases.js';
import { filesOf, readFrom } from './support/memory-files.js';
import { lockfileReaders } from '../src/collect/lockfiles/registry.js';
import { InputError } from '../src/support/errors.js';
const ids=['requirements','pip-compile','pipfile-lock','poetry-lock','uv-lock','pdm-lock','pylock','pyproject','conda-env','cargo-lock','go-mod','go-work'];
let seed=7; const rnd=(n:number)=>{seed=(seed*1103515245+12345)&0x7fffffff; return seed%n};
const stat:any={}; const ex:any={};
for (const r of lockfileReaders as any) { if(!ids.includes(r.id)) continue; 
 for (const c of referenceCases(r.id)) { const files=filesOf(c.dir); const main=c.expected.files[0]!; const text=Buffer.from(files[main]!).toString('utf8'); if(text.length>60000) continue;
  const base=await readFrom(r,files,main); const count=(x:any)=>new Set([...x.packages.map((p:any)=>p.name+'@'+p.version),...x.unresolved.map((p:any)=>p.name),...x.local]).size; const n=count(base); if(!n) continue;
  for(let i=0;i<60;i++){ const kind=['cut','del','flip','line'][i%4]!; let t=text; const p=rnd(text.length);
   if(kind==='cut') t=text.slice(0,p); else if(kind==='del') t=text.slice(0,p)+text.slice(p+1+rnd(10)); else if(kind==='flip') t=text.slice(0,p)+'#x"[{=,\n'[rnd(8)]+text.slice(p+1); else {const ls=text.split('\n'); ls.splice(rnd(ls.length),1); t=ls.join('\n');}
   const k=r.id+' '+kind; stat[k]??={n:0,silent:0}; stat[k].n++;
   const t0=performance.now();
   try { const res=await readFrom(r,{...files,[main]:t},main); if(count(res)<n && res.issues.length===base.issues.length && !res.outcome){ stat[k].silent++; (ex[k]??=[]).push(c.name+' @'+p+' '+JSON.stringify(text.slice(Math.max(0,p-40),p+30))); } } catch(e){ if(!(e instanceof InputError)) console.log('CRASH',c.name,kind,e); }
   if(performance.now()-t0>500) console.log('slow',c.name,kind);
  } } }
console.log(stat); for(const k in ex) console.log(k, ex[k].slice(0,4));
