import { readFileSync, writeFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { filesOf, readFrom } from './support/memory-files.js';
import { lockfileReaders } from '../src/collect/lockfiles/registry.js';
const root='fixtures/lockfiles/';
for (const r of lockfileReaders as any) { if(!existsSync(root+r.id)) continue; for (const c of readdirSync(root+r.id)) { const d=`${root}${r.id}/${c}`; if(!existsSync(d+'/.main')) continue;
 const names=readFileSync(d+'/.main','utf8').trim().split('\n').filter(Boolean); rmSync(d+'/.main'); const res=await readFrom(r,filesOf(d),names[0]!);
 const keys=new Map(res.packages.map(p=>[p.key??`${p.name}@${p.version??''}`,`${p.name}@${p.version}`]));
 const pk=res.packages.map(p=>({name:p.name,version:p.version,...(p.ecosystem&&{ecosystem:p.ecosystem}),dev:p.scope===undefined||p.scope==='unknown'?null:p.scope==='dev',...(p.scope==='optional'&&{scope:'optional'}),direct:p.direct??null,line:p.line??null,...(p.source&&{source:p.source.kind}),...(p.source?.commit&&{commit:p.source.commit}),...(p.integrity&&{integrity:p.integrity}),...(p.dependencies?.length&&{dependencies:[...new Set(p.dependencies.flatMap(k=>keys.get(k)??[]))].sort()})})).sort((a,b)=>a.name+a.version<b.name+b.version?-1:1);
 const out=`{\n  "format": ${JSON.stringify(r.id)},\n  "ecosystem": ${JSON.stringify(r.ecosystem)},\n  "files": ${JSON.stringify(names)},\n  "unresolved": ${JSON.stringify([...new Set(res.unresolved.map(u=>u.name))].sort())},\n  "local": ${JSON.stringify([...new Set(res.local)].sort())},\n  "packages": [\n${pk.map(p=>'    '+JSON.stringify(p)).join(',\n')}\n  ]\n}\n`;
 writeFileSync(d+'/expected.json',out); console.log('== '+d+' issues '+JSON.stringify(res.issues)+' reg '+JSON.stringify(res.registries)+' members '+res.members+' consumed '+res.consumed); console.log(out.split('\n').slice(3).join('\n')); } }
