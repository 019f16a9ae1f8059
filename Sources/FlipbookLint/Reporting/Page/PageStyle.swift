import FlipbookLintModel
/// The look of a page, light or dark as its reader prefers.
enum PageStyle {
    static let css = """
        :root{--ink:#1c1e21;--paper:#fff;--soft:#f3f4f6;--line:#d5d8dd;--error:#b3261e;--warning:#8a5a00;--info:#0b57a4;--ok:#1a6b34}
        @media (prefers-color-scheme:dark){:root{--ink:#e6e7ea;--paper:#17181b;--soft:#222428;--line:#3b3e45;--error:#ff8a80;--warning:#f5c46b;--info:#8ab8ff;--ok:#7fd497}}
        *{box-sizing:border-box}
        body{margin:0 auto;padding:1rem 1.5rem 4rem;max-width:110rem;font:15px/1.45 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
        h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin:0 0 .6rem;overflow-wrap:anywhere}small{font-weight:normal;opacity:.75}
        .summary{margin:.2rem 0 .8rem}
        form{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;align-items:center}form[hidden]{display:none}
        fieldset{border:1px solid var(--line);border-radius:6px;display:flex;gap:1rem;padding:.2rem .8rem .4rem}
        section{border-top:1px solid var(--line);margin-top:1.2rem;padding-top:1rem}
        .columns{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1.5rem}
        @media (max-width:70rem){.columns{grid-template-columns:minmax(0,1fr)}}
        .strip{list-style:none;margin:.6rem 0;padding:.3rem;display:flex;gap:.3rem;overflow-x:auto;background:var(--soft);border-radius:6px}
        .strip li{flex:none;border-radius:5px;border:3px solid transparent;text-align:center}
        .strip button{font:inherit;color:inherit;background:none;border:0;padding:2px;cursor:pointer;display:block}
        .strip li{display:flex;align-items:flex-end}.strip img{display:block;margin:0 auto;height:calc(72px*var(--r,1));width:auto;max-width:180px;object-fit:contain;image-rendering:pixelated}
        .strip img,.screen img{background:repeating-conic-gradient(#8c8c8c 0 25%,#b4b4b4 0 50%) 0 0/16px 16px;outline:1px solid var(--line)}
        .strip .none{display:grid;place-items:center;height:72px;min-width:72px;max-width:110px;padding:0 .3rem;overflow:hidden;font-size:.75rem;line-height:1.2;border:1px dashed var(--line);border-radius:4px}
        .strip .number{font-size:.75rem;font-variant-numeric:tabular-nums;display:block;max-width:180px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        .strip li.error{border-color:var(--error)}.strip li.warning{border-color:var(--warning)}.strip li.info{border-color:var(--info)}
        .strip li.error .number::before{content:"\\2716 ";color:var(--error)}.strip li.warning .number::before{content:"\\25B2 ";color:var(--warning)}.strip li.info .number::before{content:"\\2139 ";color:var(--info)}
        .strip li.unmarked{border-color:transparent}.strip li.unmarked .number::before{content:none}
        .strip li.missing .none{border:0}.strip li.missing{border:3px dashed var(--error);flex-direction:column;align-items:center;justify-content:end}
        .strip li.current{background:var(--line)}
        :focus-visible{outline:3px solid var(--info);outline-offset:1px}
        .player[hidden]{display:none}
        .screen{display:grid;place-items:center;height:260px;background:var(--soft);border-radius:6px}
        .screen img{max-width:100%;height:calc(240px*var(--r,1));object-fit:contain;image-rendering:pixelated}
        .controls{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:.4rem 0 0}
        .controls .scrub{flex:1 1 16rem;display:flex;gap:.5rem;align-items:center}.controls input[type=range]{flex:1;min-width:6rem}.rate{width:4rem}
        .caption{margin:.2rem 0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        .chart{margin:.6rem 0}.chart p{margin:.2rem 0;font-size:.85rem}.row{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:.6rem;align-items:center;margin:.25rem 0}
        .row span{font-size:.85rem;text-align:right;font-variant-numeric:tabular-nums}.row svg{width:100%;height:40px;display:block;background:var(--soft);border-radius:6px}
        .chart rect{fill:var(--info)}.chart rect.odd{fill:var(--error)}.chart rect.gap{fill:var(--error);opacity:.18}
        table{border-collapse:collapse;width:100%}caption{text-align:left;font-weight:600;padding-bottom:.3rem}
        th,td{text-align:left;vertical-align:top;padding:.3rem .5rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
        th:first-child,td:first-child{white-space:nowrap;overflow-wrap:normal}
        td.error,span.error{color:var(--error);font-weight:600}td.warning,span.warning{color:var(--warning);font-weight:600}td.info,span.info{color:var(--info);font-weight:600}
        .fix{opacity:.8}.clean{color:var(--ok)}.note{font-size:.85rem;opacity:.8}code{font-size:.9em}
        """
}
