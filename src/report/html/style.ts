import { theme } from '../page/theme.js';

/** Style of the report page. */
export const style = `${theme}
header,main,footer{max-width:84rem;margin:0 auto;padding:0 1.5rem}
.brand{margin:1.5rem 0 .5rem;font-weight:700;letter-spacing:.12em;text-transform:uppercase;font-size:.8rem;color:var(--soft)}
.verdict{background:var(--card);border:1px solid var(--line);border-left:6px solid var(--soft);border-radius:8px;padding:1rem 1.25rem}
.verdict h1{margin:0;font-size:1.5rem}.verdict p{margin:.1rem 0}.verdict ul{margin:.5rem 0 0;padding-left:1.2rem;overflow-wrap:anywhere}
.verdict.good{border-left-color:var(--good)}.verdict.good h1{color:var(--good)}
.verdict.bad{border-left-color:var(--bad)}.verdict.bad h1{color:var(--bad)}
.verdict.warn{border-left-color:var(--warn)}.verdict.warn h1{color:var(--warn)}
.soft{color:var(--soft);font-size:.92em;overflow-wrap:anywhere}b.bad{color:var(--bad)}
.cards{display:flex;flex-wrap:wrap;gap:.6rem;list-style:none;padding:0;margin:1rem 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.5rem .9rem;min-width:7.2rem;color:var(--soft)}
.card b{display:block;font-size:1.45rem;line-height:1.2;color:var(--ink)}
.card.critical b{color:var(--critical)}.card.high b{color:var(--high)}.card.medium b{color:var(--medium)}.card.low b{color:var(--low)}
.card.unknown b{color:var(--unknown)}.card.malicious b{color:var(--malicious)}.card.zero b{color:var(--soft);font-weight:400}
h2{font-size:1.1rem;margin:1.8rem 0 .6rem}
.first{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.2rem 1.25rem .6rem}.first h2{margin:.8rem 0 .4rem}.first li{margin:.35rem 0;overflow-wrap:anywhere}
.command{display:inline-block;background:var(--none-bg);border-radius:4px;padding:.1em .5em;margin-top:.2em}
.filters{display:flex;flex-wrap:wrap;gap:.6rem 1.2rem;align-items:center;margin:.5rem 0 .8rem}.filters[hidden]{display:none}
.filters fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.2rem .8rem}.filters legend{float:left;margin-right:.8rem;color:var(--soft)}
input[type=search]{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.3rem .6rem;width:18rem;max-width:100%}
.scroll{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.5rem .8rem;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.88em;white-space:nowrap}
th button{all:unset;cursor:pointer;color:inherit}th button:focus-visible{outline:2px solid var(--accent)}th button::after{content:" ↕";opacity:.5}
th[aria-sort=ascending] button::after{content:" ↑";opacity:1}th[aria-sort=descending] button::after{content:" ↓";opacity:1}
td{overflow-wrap:anywhere}td code{overflow-wrap:anywhere}td[data-head]{min-width:6.5rem}td[data-head=Given] code{overflow-wrap:break-word}
#findings td:nth-child(5){min-width:0}#findings td:nth-child(4){width:50%;min-width:14rem}#findings td:nth-child(3){min-width:9rem;overflow-wrap:anywhere;max-width:20rem}#findings td:nth-child(2){overflow-wrap:anywhere;min-width:9.5rem}
#findings tbody tr:hover{background:var(--none-bg)}tr.suppressed{opacity:.66}
tbody td p{margin:.2rem 0 0}summary{cursor:pointer;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:8rem 1fr;gap:.3rem .8rem;margin:.6rem 0;padding:.7rem .9rem;background:var(--bg);border-radius:6px}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
.sev+.kev,b.kev{color:var(--critical);font-size:.82em;border:1px solid;border-radius:4px;padding:0 .3em}.fixed{color:var(--good)}
.paths{list-style:none;padding:.4rem 1.2rem;margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px}.paths li{padding:.45rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.paths li:first-child{border-top:0}.node{background:var(--none-bg);border-radius:4px;padding:.05em .45em}.score{display:inline-block;min-width:2.2em}
footer{color:var(--soft);padding-top:2rem;padding-bottom:2rem;font-size:.88em}
@media(max-width:640px){header,main,footer{padding:0 .8rem}dl{grid-template-columns:1fr}dt{margin-top:.4rem}
table,tbody,tr,td{display:block}thead{display:none}tr[hidden]{display:none}tr{padding:.5rem 0;border-top:1px solid var(--line)}tbody tr:first-child{border-top:0}
td,#findings td:nth-child(n){border-top:0;padding:.15rem .8rem;width:auto;min-width:0;max-width:none}td:empty,td.nothing{display:none}
td[data-head]::before{content:attr(data-head) ": ";color:var(--soft);font-size:.88em}}
.graph{width:100%;height:36rem;border:1px solid var(--line);border-radius:8px;background:var(--card)}
@media print{.filters,.graph{display:none}body{background:#fff}}
`;
