extension HTMLPage {
    static let style = """
        :root{color-scheme:light dark;--ink:#1c1e21;--paper:#fff;--soft:#f4f5f7;--line:#d5d8dd;--faint:#5d636c;--error:#b3261e;--warning:#8a5a00;--info:#0b57a4;--ok:#1a6b34}
        @media (prefers-color-scheme:dark){:root{--ink:#e6e7ea;--paper:#17181b;--soft:#222428;--line:#3b3e45;--faint:#a3a8b1;--error:#ff8a80;--warning:#f5c46b;--info:#8ab8ff;--ok:#7fd497}}
        *{box-sizing:border-box}[hidden]{display:none!important}
        body{margin:0 auto;padding:1rem 1.5rem 4rem;max-width:100rem;font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:anywhere}
        h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin:0 0 .6rem}small{font-weight:normal;color:var(--faint)}a{color:var(--info)}code{font-size:.9em;white-space:nowrap}
        .summary{margin:.2rem 0 .6rem;font-size:1.05rem}.note,dl{font-size:.85rem;color:var(--faint)}.clean{color:var(--ok)}.clean::before{content:"\\2713\\FE0E\\2002"}
        dl{display:flex;flex-wrap:wrap;gap:.1rem 1.6rem;margin:.4rem 0 .8rem}dl div{display:flex;gap:.5rem}dd{margin:0;color:var(--ink)}dt{white-space:nowrap}
        form{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;align-items:center;margin:.8rem 0 0}
        fieldset{border:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;margin:0}legend{float:left;padding:0 .4rem 0 0}
        nav ol,.findings,.strip{list-style:none;margin:0;padding:0}nav li{display:flex;gap:.6rem;align-items:baseline;padding:.15rem 0}
        nav a{display:flex;gap:.4rem;flex:1 1 auto;min-width:0;color:inherit;text-decoration:none}nav b{flex:none;max-width:50%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;direction:rtl;text-align:left}nav a:hover{text-decoration:underline}nav code{flex:none;color:var(--faint)}nav li[data-fixable] code::before{content:"fixable\\2002";color:var(--ok)}nav:not(:has(h2:not([hidden]))){display:none}
        nav{background:var(--soft);border-radius:6px;padding:.5rem .9rem .6rem;margin:.4rem 0}nav h2{font-size:1rem;margin:.2rem 0}
        section{border-top:1px solid var(--line);margin-top:1.2rem;padding-top:1rem;scroll-margin-top:.5rem}
        .columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:1.2rem}.columns>*{min-width:0}
        .pictures{position:sticky;top:.5rem;align-self:start}
        .severity{flex:none;font-weight:600}.error>.severity,.severity.error{color:var(--error)}.warning>.severity,.severity.warning{color:var(--warning)}.info>.severity,.severity.info{color:var(--info)}
        .severity.error::before,.error>.severity::before,.strip .error .number::before{content:"\\2716\\FE0E\\2002"}.severity.warning::before,.warning>.severity::before,.strip .warning .number::before{content:"\\25B2\\FE0E\\2002"}.severity.info::before,.info>.severity::before,.strip .info .number::before{content:"\\2139\\FE0E\\2002"}
        .finding{border:1px solid var(--line);border-left:4px solid var(--line);border-radius:6px;padding:.6rem .8rem;margin:0 0 .7rem;scroll-margin-top:.5rem;break-inside:avoid}
        .finding.error{border-left-color:var(--error)}.finding.warning{border-left-color:var(--warning)}.finding.info{border-left-color:var(--info)}
        .finding>p{margin:.3rem 0 0}.fixable{color:var(--ok)}.finding .head{display:flex;flex-wrap:wrap;gap:.1rem .7rem;align-items:baseline;margin:0}.head code{color:var(--faint)}.head b,.head a{font-weight:600}
        .beside{display:flex;flex-wrap:wrap;gap:.7rem;align-items:baseline;margin:.6rem 0 0}
        figure{margin:0;max-width:100%}figcaption{font-size:.8rem;color:var(--faint);max-width:8rem}.good figcaption::before{content:"\\2713\\FE0E\\2002";color:var(--ok)}
        figure a{display:block;color:inherit;text-decoration:none}
        .picture{display:block;width:auto;max-width:100%;outline:1px solid var(--line);background:repeating-conic-gradient(#8c8c8c 0 25%,#b4b4b4 0 50%) 0 0/16px 16px}
        .sharp{image-rendering:pixelated}.beside .picture{height:calc(96px*var(--r,1))}
        .lost{fill:#b3261e;fill-opacity:.35}.damaged{fill:none}.lost,.damaged{stroke:#ff5449;stroke-width:2px;vector-effect:non-scaling-stroke;stroke-dasharray:4 3}
        .none,.absence{display:grid;place-items:center;border:2px dashed var(--error);border-radius:5px;color:var(--ink);text-align:center;line-height:1.2;overflow:hidden;contain:layout}.unseen{border:1px solid var(--line);color:var(--faint)}
        .none{height:72px;min-width:72px;max-width:110px;padding:0 .3rem;font-size:.75rem}.beside .none{height:96px;min-width:96px}.beside .note{flex-basis:100%;margin:0}
        .spot{fill:none;stroke:#ff5449;stroke-width:2px;vector-effect:non-scaling-stroke}.frame .beside .picture{height:auto;width:30rem;max-width:100%}.frame .detail .picture{width:240px}.frame figure{flex:1 1 12rem;max-width:30rem}.frame figcaption{max-width:none}
        .strip{display:flex;align-items:flex-end;gap:.3rem;margin:.6rem 0;padding:.4rem;overflow-x:auto;background:var(--soft);border-radius:6px;position:relative}
        .strip li{flex:none;border-radius:5px;border:3px solid transparent;text-align:center;scroll-margin:340px 5rem 1rem}
        main>.strip li{scroll-margin-top:calc(55vh + 180px)}.strip a{display:block;padding:2px;color:inherit;text-decoration:none}.strip .picture{margin:0 auto;height:calc(72px*var(--r,1));max-width:180px}
        .level{font-size:.75rem}.number{font-size:.75rem;font-variant-numeric:tabular-nums;display:block;max-width:180px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .strip li.error{border-color:var(--error)}.strip li.warning{border-color:var(--warning)}.strip li.info{border-color:var(--info)}.strip .error .number::before{color:var(--error)}.strip .warning .number::before{color:var(--warning)}.strip .info .number::before{color:var(--info)}
        .strip li.unmarked{border-color:transparent}.strip li.unmarked .number::before{content:none}
        .overview{display:block;shape-rendering:crispEdges;width:100%;height:22px;margin:.6rem 0;border-radius:4px}.overview .gap{fill:var(--info)}.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:-.3rem 0 .6rem}.legend i{display:inline-block;width:.9em;height:.9em;margin-right:.4em;border-radius:2px;vertical-align:-.1em;background:var(--info)}
        .strip li[style]{border:0;border-top:8px solid;border-radius:0}
        .strip li:target,.strip li.current,.finding:target{background:color-mix(in oklab,var(--info) 12%,var(--paper))}
        :focus-visible{outline:3px solid var(--info);outline-offset:1px}
        .player{--s:min(var(--h),55vh);--wipe:50%}.screen,.layers{display:grid;place-items:center}.screen{height:calc(var(--s) + 48px);background:var(--soft);border-radius:6px}.layers{width:100%}.layers>*{grid-area:1/1}
        .layers>.picture,.wipe{width:min(100%,calc(var(--s)*var(--a,1)))}.picture+.picture{clip-path:inset(0 calc(100% - var(--wipe)) 0 0)}.picture[hidden]~.wipe{display:none}.wipe{appearance:none;height:100%;margin:0;background:none;cursor:ew-resize}
        .wipe::-webkit-slider-thumb{appearance:none;width:3px;height:100vh;background:var(--error)}.wipe::-moz-range-thumb{width:3px;height:100vh;border:0;background:var(--error)}.absence{margin:0;padding:1rem 1.5rem;font-variant-numeric:tabular-nums}
        .views{margin:.5rem 0 0}kbd{font:.75rem ui-monospace,monospace;color:var(--faint);border:1px solid var(--line);border-radius:3px;padding:0 .3em}.controls{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:.4rem 0 0}
        .scrub{flex:1 1 14rem;display:flex;gap:.5rem;align-items:center}.scrub input{flex:1;min-width:6rem}.rate{width:5rem}
        button,input,select{font:inherit}.caption{margin:.2rem 0;min-height:1.45em;font-variant-numeric:tabular-nums}
        .chart{margin:.6rem 0}.chart p{margin:.2rem 0;font-size:.85rem}.row{display:grid;grid-template-columns:5rem minmax(0,1fr);gap:.6rem;align-items:center;margin:.25rem 0}
        .row span{font-size:.85rem;text-align:right}.row p{grid-column:2}.row svg{width:100%;height:40px;display:block;background:var(--soft);border-radius:6px}
        .chart rect{fill:var(--info)}.chart rect.odd{fill:var(--error)}.chart rect.gap{fill:var(--error);opacity:.25}.chart rect.unknown{fill:var(--faint);opacity:.35}.row .axis{position:relative;height:1.3em;color:var(--faint)}.axis i{position:absolute;transform:translateX(-50%);font-style:normal}
        details{border-bottom:1px solid var(--line);padding:.35rem 0}summary{cursor:pointer}
        table{border-collapse:collapse;margin:.4rem 0 .8rem}th,td{text-align:left;vertical-align:top;padding:.25rem 1.2rem .25rem 0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}th{font-weight:600}th,td{white-space:nowrap}td:first-of-type{white-space:normal}
        .sheet{display:grid}.sheet .picture{width:100%;outline:0;border:1px solid var(--line)}.sheet figcaption{text-align:center;max-width:none}.sheet .none{width:100%;height:auto;max-width:none}.sheet .missing .picture{border:2px dashed var(--error)}.sheet .error .picture{border:2px solid var(--error)}.sheet .warning .none{border-color:var(--warning)}.sheet .warning .picture{border:2px solid var(--warning)}.sheet .info .picture{border:2px solid var(--info)}.sheet .missing figcaption{color:var(--error)}.sheet figure{break-inside:avoid}
        @media (min-width:60rem){.back{display:none}}@media (max-width:60rem){.columns{grid-template-columns:minmax(0,1fr)}.pictures{position:static}}
        @media (max-width:40rem){button,.views label,form label{min-height:2.75rem;display:inline-flex;align-items:center;gap:.3rem}.sheet{justify-content:center}thead{position:absolute;clip-path:inset(50%)}tr{display:flex;flex-wrap:wrap;gap:0 .9rem;border-bottom:1px solid var(--line);padding:.2rem 0}tbody th,td{border:0;padding:0}tbody th{flex-basis:100%}td:first-of-type{flex-basis:100%}.beside{gap:.5rem}.frame .beside{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));align-items:start}.beside .picture{height:calc(72px*var(--r,1))}.finding figcaption{max-width:6.6rem}.beside .none{height:72px;min-width:72px}body{padding:.8rem .8rem 3rem}nav li{flex-wrap:wrap;gap:0 .6rem}nav a{display:block;flex-basis:100%}nav b{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;max-width:none;white-space:normal;direction:ltr}.player{--s:min(var(--h),52vw)}}
        @media print{:root{color-scheme:light;--ink:#000;--paper:#fff;--soft:#fff;--line:#bbb;--faint:#444;--error:#b3261e;--warning:#8a5a00;--info:#0b57a4;--ok:#1a6b34}
        body{padding:0;max-width:none;font-size:10pt}nav li{padding:0}nav a{display:block}nav b{max-width:none;overflow:visible;white-space:normal;direction:ltr}.beside .picture{height:calc(72px*var(--r,1))}.strip li.current{background:none}form,.player{display:none!important}.columns{display:block}.strip{flex-wrap:wrap;overflow:visible;padding:0}.strip li,figure,.row{break-inside:avoid}h2{break-after:avoid}
        .picture,.strip li,.chart rect,.overview,.legend i,.finding{print-color-adjust:exact;-webkit-print-color-adjust:exact}a{color:inherit;text-decoration:none}}
        """
}
