import { theme } from '../page/theme.js';

/** Style of the graph page. */
export const pageStyle = `${theme}
html,body{height:100%}body{display:flex;flex-direction:column;overflow:hidden}
header{padding:.6rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}
h1{margin:0;font-size:1.05rem}h1 .soft{font-weight:400;font-size:.85em;margin-left:.6em}
.soft{color:var(--soft)}
form{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;align-items:center;margin-top:.4rem}
fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem .5rem}legend{float:left;color:var(--soft);margin-right:.4rem}
input[type=search]{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:6px;padding:.2rem .6rem;width:14rem}
main{position:relative;flex:1;min-height:0;display:flex}
#canvas{flex:1;min-width:0;height:100%;touch-action:none;cursor:grab}#canvas.pointing{cursor:pointer}
aside{width:22rem;max-width:45vw;overflow:auto;background:var(--card);border-left:1px solid var(--line);padding:.8rem 1rem;overflow-wrap:anywhere}
aside h2{margin:0 0 .2rem;font-size:1.05rem}aside h3{margin:1rem 0 .3rem;font-size:.88rem;color:var(--soft);font-weight:600}
aside p{margin:.3rem 0}aside ul{list-style:none;margin:0;padding:0}aside li{padding:.2rem 0}
aside .soft{font-size:.88em}aside .sev{margin-left:.5em}.fix{border-left:3px solid var(--good);padding-left:.6em}
button{font:inherit;color:inherit;cursor:pointer;background:var(--none-bg);border:1px solid var(--line);border-radius:5px}
button.node,button.path{border:0;text-align:left;padding:.1em .45em;color:var(--link)}button.close{float:right;border:0;font-size:1.2em;line-height:1;padding:.1em .35em}
#legend{position:absolute;left:.8rem;bottom:.7rem;display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.86em;color:var(--soft);pointer-events:none;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.2rem .7rem;opacity:.94;max-width:calc(100% - min(22rem,45vw) - 1.6rem)}
.kind{display:inline-flex;align-items:center;gap:.25rem}.sign{flex:none;width:24px;height:18px}
.score{display:inline-block;min-width:1.9em;text-align:center;font-weight:600;font-size:.86em;border-radius:4px;color:var(--ink);background:var(--line);padding:0 .3em}
#tools{position:absolute;left:.8rem;top:.7rem;display:flex;gap:.3rem}#tools button{min-width:2rem;padding:.15rem .5rem}
@media(max-width:700px){main{flex-direction:column}aside{width:auto;max-width:none;max-height:45%;border-left:0;border-top:1px solid var(--line)}#legend{display:none}}
`;
