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
          const cells = [...player.parentElement.querySelectorAll(".strip li")].filter(cell => cell.querySelector("img"));
          const [screen, slider] = [player.querySelector("img"), player.querySelector("input[type=range]")];
          const [play, rate, caption] = [player.querySelector(".play"), player.querySelector(".rate"), player.querySelector(".caption")];
          let [current, timer] = [0, 0];
          function show(index, isFollowed) {
            cells[current].classList.remove("current");
            current = (index + cells.length) % cells.length;
            const cell = cells[current];
            cell.classList.add("current");
            const picture = cell.querySelector("img");
            screen.src = picture.src;
            screen.style.setProperty("--r", picture.style.getPropertyValue("--r"));
            slider.value = current;
            const words = cell.querySelector("button").getAttribute("aria-label");
            slider.setAttribute("aria-valuetext", words);
            caption.textContent = words;
            if (isFollowed) {
              const strip = cell.parentElement;
              strip.scrollLeft = cell.offsetLeft - strip.offsetLeft - (strip.clientWidth - cell.clientWidth) / 2;
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
          cells.forEach((cell, index) => cell.querySelector("button").addEventListener("click", () => { stop(); show(index, false); }));
          player.hidden = false;
          show(0, false);
        }
        """
}
