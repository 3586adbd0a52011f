import { filesOf, readFrom } from './support/memory-files.js';
import { poetryLock } from '../src/collect/lockfiles/poetry-lock.js';
import { pylock } from '../src/collect/lockfiles/pylock.js';
for (const [r,d,m] of [[poetryLock,'173-poetry-lock-project-happy-v2','poetry.lock'],[pylock,'451-pylock-own-odd','pylock.toml'],[pylock,'201-pylock-pip-full-toml','pylock.toml']] as any) {
const dir='/work/shared/data/lockfiles/visible/'+d; const files=filesOf(dir); const text=Buffer.from(files[m]!).toString(); const ls=text.split('\n');
const base=await readFrom(r,files,m);
for(let i=0;i<ls.length;i++){const t=[...ls.slice(0,i),...ls.slice(i+1)].join('\n'); try{const x=await readFrom(r,{...files,[m]:t},m); if(x.packages.length+x.local.length<base.packages.length+base.local.length&&!x.issues.length) console.log(d,i+1,ls[i]);}catch{}}
}
