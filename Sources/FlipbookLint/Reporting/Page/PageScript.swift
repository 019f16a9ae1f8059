import FlipbookLintModel
enum PageScript {
    static let javaScript = """
        "use strict";
        const form = document.getElementById("filters");
        function filter() {
          const severities = new Set([...form.querySelectorAll("input:checked")].map(box => box.value));
          const rule = form.elements.rule.value;
          let shown = 0;
          for (const row of document.querySelectorAll("tr[data-rule]")) {
            row.hidden = !severities.has(row.dataset.severity) || (rule !== "" && rule !== row.dataset.rule);
            if (!row.hidden) shown += 1;
          }
          for (const cell of document.querySelectorAll("li[data-rule]")) {
            const isMarked = cell.dataset.severity.split(" ").some(name => severities.has(name))
              && (rule === "" || cell.dataset.rule.split(" ").includes(rule));
            cell.classList.toggle("unmarked", !isMarked);
          }
          // What the choice leaves nothing of goes; as long as nothing is left out, all is there.
          const isNarrow = rule !== "" || form.querySelector("input:not(:checked)") !== null;
          let hidden = 0;
          for (const section of document.querySelectorAll("main > section")) {
            section.hidden = isNarrow && section.querySelector("tr[data-rule]:not([hidden])") === null;
            if (section.hidden) hidden += 1;
          }
          document.getElementById("shown").textContent = shown + (shown === 1 ? " finding shown" : " findings shown")
            + (hidden === 0 ? "" : ", " + hidden + (hidden === 1 ? " sequence or folder hidden" : " sequences and folders hidden"));
        }
        if (form) {
          form.hidden = false;
          form.addEventListener("change", filter);
          form.addEventListener("submit", event => event.preventDefault());
          filter();
        }
        for (const player of document.querySelectorAll(".player")) {
          // A gap is played as long as the frames that are missing.
          const strip = [...player.parentElement.querySelectorAll(".strip li")];
          const cells = strip.flatMap(cell => Array(Number(cell.dataset.length || 1)).fill(cell));
          const [screen, absence] = [player.querySelector("img"), player.querySelector(".absence")];
          const slider = player.querySelector("input[type=range]");
          const [play, rate, caption] = [player.querySelector(".play"), player.querySelector(".rate"), player.querySelector(".caption")];
          let [current, timer] = [0, 0];
          function show(index, isFollowed) {
            cells[current].classList.remove("current");
            current = (index + cells.length) % cells.length;
            const cell = cells[current];
            cell.classList.add("current");
            const picture = cell.querySelector("img");
            let words = cell.querySelector("button").getAttribute("aria-label");
            [screen.hidden, absence.hidden] = [picture === null, picture !== null];
            if (picture !== null) {
              screen.src = picture.src;
              screen.style.setProperty("--r", picture.style.getPropertyValue("--r"));
            } else if (cell.dataset.first === undefined) {
              absence.textContent = cell.querySelector(".none").textContent;
            } else {
              const place = current - cells.indexOf(cell);
              words = "frame " + (Number(cell.dataset.first) + place * Number(cell.dataset.step)) + " missing";
              absence.textContent = words;
            }
            slider.value = current;
            slider.setAttribute("aria-valuetext", words);
            caption.textContent = words;
            if (isFollowed) {
              const list = cell.parentElement;
              list.scrollLeft = cell.offsetLeft - list.offsetLeft - (list.clientWidth - cell.clientWidth) / 2;
            }
          }
          function stop() {
            clearInterval(timer);
            timer = 0;
            play.textContent = "Play";
            play.setAttribute("aria-pressed", "false");
            caption.setAttribute("aria-live", "polite");
          }
          function start() {
            const perSecond = Math.min(60, Math.max(1, Number(rate.value) || 30));
            timer = setInterval(() => show(current + 1, true), 1000 / perSecond);
            play.textContent = "Pause";
            play.setAttribute("aria-pressed", "true");
            // A screen reader would never come to an end.
            caption.setAttribute("aria-live", "off");
          }
          play.addEventListener("click", () => timer ? stop() : start());
          rate.addEventListener("change", () => { if (timer) { stop(); start(); } });
          slider.addEventListener("input", () => { stop(); show(Number(slider.value), true); });
          for (const cell of strip) {
            cell.querySelector("button").addEventListener("click", () => { stop(); show(cells.indexOf(cell), false); });
          }
          player.hidden = false;
          show(0, false);
        }
        """
}
