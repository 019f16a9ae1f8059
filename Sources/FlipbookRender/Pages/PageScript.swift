extension HTMLPage {
    static let script = """
        "use strict";
        const form = document.getElementById("filters");
        const shows = new Map();
        const tabStops = new Map();
        // A strip is a single stop for the Tab key. Arrow keys move within it.
        function makeTabStop(cell) {
          const strip = cell.parentElement, link = cell.querySelector("a");
          if (tabStops.has(strip)) tabStops.get(strip).tabIndex = -1;
          tabStops.set(strip, link);
          link.tabIndex = 0;
        }
        for (const strip of document.querySelectorAll(".strip")) {
          for (const link of strip.querySelectorAll("a")) link.tabIndex = -1;
          if (strip.firstElementChild) makeTabStop(strip.firstElementChild);
          strip.addEventListener("keydown", event => {
            const cell = event.target.closest("li");
            const next = {
              ArrowLeft: cell?.previousElementSibling, ArrowRight: cell?.nextElementSibling,
              Home: strip.firstElementChild, End: strip.lastElementChild
            }[event.key];
            if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            makeTabStop(next);
            next.querySelector("a").focus();
            if (shows.has(next.id)) shows.get(next.id)();
          });
        }
        const players = [...document.querySelectorAll(".player")];
        const isOnScreen = player => [player.getBoundingClientRect()].some(box => box.bottom > 0 && box.top < innerHeight);
        for (const player of players) {
          // A gap is played for as long as its missing frames would be.
          const strip = player.nextElementSibling;
          const cells = [...strip.children].flatMap(cell => Array(Number(cell.dataset.length || 1)).fill(cell));
          const [screen, over] = player.querySelectorAll(".screen svg");
          const [absence, slider] = [player.querySelector(".absence"), player.querySelector(".scrub input")];
          const [play, rate, caption] = [player.querySelector(".play"), player.querySelector(".rate"), player.querySelector(".caption")];
          const larger = player.querySelector(".larger");
          const views = [...player.querySelectorAll(".views input")];
          let [current, timer] = [0, 0];
          function put(picture, target) {
            target.toggleAttribute("hidden", picture === null);
            if (picture === null) return;
            const [box, shape] = [picture.viewBox.baseVal, picture.firstElementChild];
            for (const name of ["viewBox", "style", "class"]) target.setAttribute(name, picture.getAttribute(name));
            target.firstElementChild.setAttribute("href", shape.id ? "#" + shape.id : shape.getAttribute("href"));
            player.style.setProperty("--a", Math.min(1.2, picture.style.getPropertyValue("--r")) * box.width / box.height);
          }
          function show(index) {
            cells[current].classList.remove("current");
            current = (index + cells.length) % cells.length;
            const cell = cells[current];
            cell.classList.add("current");
            makeTabStop(cell);
            // A view without content shows the cell's picture. A view after the contents wipes between the first two.
            const [contents, chosen] = [[...cell.querySelectorAll("[data-view]")], views.findIndex(view => view.checked)];
            const pictureOf = view => (view?.hasChildNodes() ? view : cell).querySelector(".picture");
            const sides = contents[chosen] ? [contents[chosen]] : contents.slice(0, 2).filter(pictureOf);
            const view = sides.at(-1), picture = pictureOf(view);
            put(picture, screen);
            put(sides.length > 1 ? pictureOf(sides[0]) : null, over);
            let words = cell.querySelector("a").getAttribute("aria-label");
            absence.hidden = picture !== null;
            absence.classList.toggle("unseen", view !== undefined || cell.querySelector(".unseen") !== null);
            if (picture === null && cell.dataset.first === undefined) {
              absence.textContent = view ? view.textContent : cell.querySelector(".none").textContent;
            } else if (picture === null) {
              const place = current - cells.indexOf(cell);
              words = "frame " + (Number(cell.dataset.first) + place * Number(cell.dataset.step)) + " missing";
              absence.textContent = words;
            }
            if (view) words = sides.map(side => side.dataset.view).join(", ") + " \u{2013} " + words;
            larger.href = cell.querySelector("a").getAttribute("href");
            larger.hidden = larger.hash === "#" + cell.id;
            slider.value = current;
            slider.setAttribute("aria-valuetext", words);
            caption.textContent = words;
            strip.scrollLeft = cell.offsetLeft - (strip.clientWidth - cell.clientWidth) / 2;
          }
          function setPlaying(plays) {
            clearInterval(timer);
            const perSecond = Math.min(120, Math.max(1, Number(rate.value) || 30));
            timer = plays ? setInterval(() => show(current + 1), 1000 / perSecond) : 0;
            play.textContent = plays ? "Pause" : "Play";
            play.setAttribute("aria-pressed", plays);
            // A screen reader would never come to an end.
            caption.setAttribute("aria-live", plays ? "off" : "polite");
          }
          const showAlone = index => { setPlaying(false); show(index); };
          play.addEventListener("click", () => setPlaying(!timer));
          rate.addEventListener("change", () => setPlaying(timer !== 0));
          slider.addEventListener("input", () => showAlone(Number(slider.value)));
          player.querySelector(".wipe")?.addEventListener("input", event => player.style.setProperty("--x", event.target.value + "%"));
          for (const cell of strip.children) shows.set(cell.id, () => showAlone(cells.indexOf(cell)));
          for (const view of views) view.addEventListener("change", () => show(current));
          const steps = {ArrowLeft: -1, ArrowRight: 1};
          addEventListener("keydown", event => {
            const {key, target} = event, view = views[Number(key) - 1];
            if (event.altKey || event.ctrlKey || event.metaKey || target.matches("[type=number], select")) return;
            if (view) {
              view.checked = true;
              return show(current);
            }
            // Without a focus, keys belong to the first player on the screen.
            const isMine = player.contains(target) ? !target.matches(key === " " ? "button" : "input")
              : !target.closest("a, button, input, summary") && player === players.find(isOnScreen);
            if (!isMine || key !== " " && !steps[key]) return;
            event.preventDefault();
            steps[key] ? showAlone(current + steps[key]) : setPlaying(!timer);
          });
          player.hidden = false;
          const finding = player.closest(".columns")?.querySelector("[data-cell]");
          const first = finding ? document.getElementById(finding.dataset.cell)
            : strip.querySelector("li.worst") || strip.querySelector("li.error, li.warning, li.info, li.missing");
          show(Math.max(0, cells.indexOf(first)));
        }
        // A link to a frame, or to a finding about one, has the player show the frame.
        function follow(hash) {
          const id = hash.slice(1), target = document.getElementById(id);
          if (target === null) return;
          if (target.closest("details")) target.closest("details").open = true;
          if (form && target.closest("[hidden]")) {
            form.reset();
            filter();
            target.scrollIntoView();
          }
          // The browser moves the focus along only if the target accepts it.
          target.tabIndex = -1;
          const show = shows.get(target.dataset.cell || id);
          if (show) show();
        }
        document.addEventListener("click", event => {
          const link = event.target.closest("a[href^='#']");
          if (link === null) return;
          // A cell has the player show its frame. Without scripts, it leads to the frame's section.
          const show = shows.get(link.closest(".strip li")?.id);
          if (show) {
            event.preventDefault();
            return show();
          }
          const hash = link.getAttribute("href"), finding = link.closest(".finding");
          follow(hash);
          const player = document.getElementById(hash.slice(1))?.closest(".strip")?.previousElementSibling;
          const back = player?.querySelector(".back");
          if (back && finding) [back.href, back.hidden] = ["#" + finding.id, false];
        });
        addEventListener("hashchange", () => follow(location.hash));
        function filter() {
          const boxes = [...form.querySelectorAll("[name=severity]")];
          const chosen = boxes.filter(box => box.checked).map(box => box.value);
          const rule = form.elements.rule.value, isFixable = form.elements.fixable?.checked;
          const suits = ({dataset}, names = chosen) => dataset.severity.split(" ").some(name => names.includes(name))
            && (rule === "" || dataset.rule.split(" ").includes(rule)) && (!isFixable || "fixable" in dataset);
          const [findings, lines] = [".finding", "nav li"].map(name => [...document.querySelectorAll(name)]);
          for (const finding of findings.concat(lines)) finding.hidden = !suits(finding);
          for (const cell of document.querySelectorAll(".strip li[data-rule]")) cell.classList.toggle("unmarked", !suits(cell));
          const plural = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
          const count = (elements, names = chosen) => elements.filter(element => suits(element, names)).length;
          // Hides sequences without a matching finding, once a filter is set.
          const isNarrow = count(findings) < findings.length;
          const sections = [...document.querySelectorAll("main > section")];
          for (const section of sections) section.hidden = isNarrow && !section.querySelector(".finding:not([hidden])");
          const hidden = sections.filter(section => section.hidden && section.id !== "clean").length;
          for (const box of boxes) box.parentElement.lastChild.textContent = " (" + count(findings, [box.value]) + ")";
          for (const head of document.querySelectorAll("nav h2")) {
            const names = [head.dataset.severity].filter(name => chosen.includes(name));
            const [all, note] = [count(findings, names), head.nextElementSibling.nextElementSibling];
            const left = all - count(lines, names);
            [head.hidden, head.textContent] = [all === 0, plural(all, head.dataset.severity)];
            [note.hidden, note.textContent] = [left === 0, "and " + left + " more below"];
          }
          document.getElementById("shown").textContent = plural(count(findings), "finding") + " shown"
            + (hidden === 0 ? "" : ", " + plural(hidden, "sequence") + " hidden");
        }
        if (form) {
          form.hidden = false;
          form.addEventListener("change", filter);
          form.addEventListener("submit", event => event.preventDefault());
          filter();
        }
        follow(location.hash);
        """
}
