"use strict";
const form = document.getElementById("filters"), all = (name, parent = document) => [...parent.querySelectorAll(name)];
const [shows, tabStops, controls] = [new Map(), new Map(), new Map()];
const isModified = event => event.altKey || event.ctrlKey || event.metaKey;
// A strip is a single stop for the Tab key. Arrow keys move within it.
function makeTabStop(cell) {
  const strip = cell.parentElement, link = cell.querySelector("a");
  tabStops.get(strip)?.setAttribute("tabindex", -1);
  tabStops.set(strip, link).get(strip).tabIndex = 0;
}
for (const strip of all(".strip")) {
  for (const link of all("a", strip)) link.tabIndex = -1;
  if (strip.firstElementChild) makeTabStop(strip.firstElementChild);
  strip.addEventListener("keydown", event => {
    const cell = event.target.closest("li");
    const {previousElementSibling: ArrowLeft, nextElementSibling: ArrowRight} = cell ?? {};
    // In a grid, the vertical arrow keys go to the same column of the next row.
    const column = all("li", strip).filter(({offsetLeft}) => offsetLeft === cell?.offsetLeft);
    const [ArrowUp, ArrowDown] = [-1, 1].map(step => column[column.indexOf(cell) + step]);
    const [Home, End] = [strip.firstElementChild, strip.lastElementChild];
    const next = {ArrowLeft, ArrowRight, ArrowUp, ArrowDown, Home, End}[event.key];
    if (!next || isModified(event)) return;
    event.preventDefault();
    makeTabStop(next);
    next.querySelector("a").focus();
    shows.get(next.id)?.();
  });
}
const players = all(".player"), playerOf = cell => cell?.closest(".strip")?.previousElementSibling;
const isOnScreen = player => [player.getBoundingClientRect()].some(box => box.bottom > 0 && box.top < innerHeight);
for (const player of players) {
  // A cell plays for as long as its frames would. A variant, which does not play, follows its frame.
  const strip = player.nextElementSibling, cells = [], places = new Map();
  for (const cell of strip.children) {
    places.set(cell, cell.dataset.length === "0" ? Math.max(0, cells.length - 1) : cells.length);
    cells.push(...Array(Number(cell.dataset.length ?? 1)).fill(cell));
  }
  const [screen, over] = all(".screen svg", player), views = all(".views input", player);
  const names = ["absence", "play", "rate", "caption", "larger", "scrub input", "scrub b"];
  const [absence, play, rate, caption, larger, slider, place] = names.map(name => player.querySelector("." + name));
  let [current, shown, timer] = [0, cells[0], 0];
  function put(picture, target) {
    if (target.toggleAttribute("hidden", picture === null)) return;
    const [box, shape] = [picture.viewBox.baseVal, picture.firstElementChild];
    for (const name of ["viewBox", "style", "class"]) target.setAttribute(name, picture.getAttribute(name));
    target.firstElementChild.setAttribute("href", shape.id ? "#" + shape.id : shape.getAttribute("href"));
    player.style.setProperty("--a", Math.min(1.2, picture.style.getPropertyValue("--r")) * box.width / box.height);
  }
  function show(index, cell = cells[(index + cells.length) % cells.length]) {
    shown.classList.remove("current");
    [current, shown] = [(index + cells.length) % cells.length, cell];
    cell.classList.add("current");
    makeTabStop(cell);
    // A view without content shows the cell's picture. A view after the last content wipes between the first two.
    const contents = all("[data-view]", cell), chosen = contents[views.findIndex(view => view.checked)];
    const pictureOf = view => (view?.hasChildNodes() ? view : cell).querySelector(".picture");
    const sides = chosen ? [chosen] : contents.slice(0, 2).filter(pictureOf);
    const view = sides.at(-1), picture = pictureOf(view), {first, step} = cell.dataset;
    put(picture, screen);
    put(sides.length > 1 ? pictureOf(sides[0]) : null, over);
    const link = cell.querySelector("a"), number = Number(first) + (current - places.get(cell)) * Number(step);
    let words = first === undefined ? link.getAttribute("aria-label") : "frame " + number + " is missing";
    place.textContent = first === undefined ? cell.querySelector(".number").textContent : number;
    absence.hidden = picture !== null;
    absence.classList.toggle("unseen", (view ?? cell.querySelector(".unseen")) !== null);
    const box = picture ? "" : (view ?? cell.querySelector(".none")).textContent;
    absence.textContent = box === "missing" ? words : box;
    if (view) words = sides.map(side => side.dataset.view).join(", ") + " \u{2013} " + words;
    [larger.href, larger.hidden, slider.value] = [link.getAttribute("href"), link.hash === "#" + cell.id, current];
    slider.setAttribute("aria-valuetext", caption.textContent = words);
    strip.scrollLeft = cell.offsetLeft - (strip.clientWidth - cell.clientWidth) / 2;
  }
  function setPlaying(plays) {
    clearInterval(timer);
    timer = plays ? setInterval(() => show(current + 1), 1000 / Math.min(120, Math.max(1, rate.value || 30))) : 0;
    play.textContent = plays ? "Pause" : "Play";
    play.setAttribute("aria-pressed", plays);
    // During playback, a screen reader would never finish reading.
    caption.setAttribute("aria-live", plays ? "off" : "polite");
  }
  const showAlone = (index, cell) => { setPlaying(false); show(index, cell); }, toggle = () => setPlaying(!timer);
  function step(by) {
    let next = (current + by + cells.length) % cells.length;
    while (next !== current && cells[next] === shown && !shown.dataset.first) next = (next + by + cells.length) % cells.length;
    showAlone(next);
  }
  play.addEventListener("click", toggle);
  rate.addEventListener("change", () => setPlaying(timer !== 0));
  slider.addEventListener("input", () => showAlone(Number(slider.value)));
  for (const wipe of all(".wipe", player)) {
    wipe.addEventListener("input", () => player.style.setProperty("--x", wipe.value + "%"));
  }
  for (const cell of strip.children) shows.set(cell.id, () => showAlone(places.get(cell), cell));
  for (const view of views) view.addEventListener("change", () => show(current, shown));
  if (cells.length > 1) controls.set(player, {ArrowLeft: () => step(-1), ArrowRight: () => step(1), " ": toggle});
  player.hidden = false;
  const odd = all("li.error, li.warning, li.info, li.missing", strip);
  const start = all("li.worst", strip)[0] ?? odd.find(cell => cell.querySelector(".picture")) ?? odd[0];
  const {cell: id} = player.closest(".columns")?.querySelector("[data-cell]")?.dataset ?? {};
  const first = id ? document.getElementById(id) : start;
  show(places.get(first) ?? 0, first ?? undefined);
  if (views.length && !absence.hidden) views[0].click();
}
addEventListener("keydown", event => {
  const {key, target} = event;
  if (event.defaultPrevented || isModified(event) || event.shiftKey || target.matches("[type=number], select")) return;
  // If no player has the focus, keys belong to the first player on the screen.
  const owner = target.closest(".player") ?? playerOf(target);
  const player = owner ?? players.find(isOnScreen), view = player && all(".views input", player)[key - 1];
  const action = view ? () => view.click() : controls.get(player)?.[key];
  const isTaken = owner ? target.matches(key === " " ? "button" : "input, .strip a")
    : target.closest("a, button, input, summary");
  if (!action || isTaken && !view) return;
  event.preventDefault();
  action();
});
// Scrolling to a frame, or to one of the last findings beside a player, keeps the player on the screen.
function makeRoom(target, cell) {
  const player = playerOf(cell), pictures = cell?.closest(".pictures"), columns = cell?.closest(".columns");
  if (!player?.matches(".player") || player.hidden) return;
  const [own, top, end] = [target, player, columns ?? target].map(part => part.getBoundingClientRect());
  const isBeside = pictures && getComputedStyle(pictures).position === "sticky";
  const room = target === cell ? own.top - top.top : isBeside ? pictures.offsetHeight - (end.bottom - own.top) : 0;
  if (target === cell || isBeside) target.style.scrollMarginTop = 8 + Math.max(0, room) + "px";
}
// A link to a frame, or to a finding about one, makes the player show the frame.
function follow(hash) {
  const id = hash.slice(1), target = document.getElementById(id), details = target?.closest("details");
  if (target === null) return;
  const isHidden = target.closest("[hidden]"), cell = document.getElementById(target.dataset.cell || id);
  details?.setAttribute("open", "");
  for (let part = isHidden && target; part; part = part.parentElement) part.hidden = false;
  // The browser moves the focus to the target only if the target accepts it.
  target.tabIndex = -1;
  shows.get(cell?.id)?.();
  makeRoom(target, cell);
  if (isHidden) target.scrollIntoView();
}
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='#']");
  if (link === null || isModified(event) || event.shiftKey) return;
  const hash = link.getAttribute("href"), own = link.closest(".strip li"), target = document.getElementById(hash.slice(1));
  const player = playerOf(own ?? target), back = player?.querySelector(".back");
  const isWhole = player && [player.getBoundingClientRect()].every(box => box.top >= 0 && box.bottom <= innerHeight);
  // A cell makes the player show its frame, and so does a link to a cell beside the player. Without scripts, a cell leads to
  // the frame's section.
  const show = shows.get(own?.id) ?? (isWhole ? shows.get(target?.id) : undefined);
  if (show) event.preventDefault();
  const origin = back && (show ? (isOnScreen(player) ? null : own) : link.closest(".finding"));
  // The link back is part of the player, so it is shown before room is made for the player.
  if (back) back.hidden = !origin;
  if (origin) back.href = "#" + origin.id;
  show ? show() : follow(hash);
  if (show && origin) player.scrollIntoView();
});
addEventListener("hashchange", () => follow(location.hash));
// The numbers of frames in the head of a page lead to the frames' cells.
for (const part of all(".summary, header .error, .notes li")) {
  for (const text of [...part.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)) {
    const words = text.data.split(/(\d+)/), linked = words.map((word, place) => {
      const isNumber = /(\bframes?|shown:|differs?|compared|than [\d.]+) \(?[-\d, ]*$/.test(words.slice(0, place).join(""));
      const link = place % 2 && isNumber && shows.has("c" + word) && document.createElement("a");
      return link ? Object.assign(link, {href: "#c" + word, textContent: word}) : word;
    });
    text.replaceWith(...linked);
  }
}
function filter() {
  const boxes = all("[name=severity]", form), chosen = boxes.filter(box => box.checked).map(box => box.value);
  form.hidden = false;
  const {rule, fixable} = form.elements, findings = all(".finding"), lines = all("nav li"), sections = all("main > section");
  const suits = ({dataset}, names = chosen, isFixable = fixable?.checked) => (!isFixable || "fixable" in dataset)
    && dataset.severity.split(" ").some(name => names.includes(name))
    && (rule.value === "" || dataset.rule.split(" ").includes(rule.value));
  for (const finding of findings.concat(lines)) finding.hidden = !suits(finding);
  for (const cell of all(".strip li[data-rule]")) cell.classList.toggle("unmarked", !suits(cell));
  const plural = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");
  const count = (elements, ...choice) => elements.filter(element => suits(element, ...choice)).length;
  const label = (box, text) => { box.parentElement.lastChild.textContent = text; };
  // Hides sequences without a matching finding, once a filter is set. The player shows the first one that matches.
  const isNarrow = count(findings) < findings.length;
  for (const section of sections) {
    section.hidden = isNarrow && !section.querySelector(".finding:not([hidden])");
    shows.get(section.querySelector(".finding[data-cell]:not([hidden])")?.dataset.cell)?.();
  }
  for (const details of all("#rules details")) {
    details.hidden = !findings.some(({hidden, dataset}) => !hidden && "rule-" + dataset.rule === details.id);
  }
  for (const section of all("#rules")) section.hidden = !section.querySelector("details:not([hidden])");
  for (const box of boxes) label(box, " (" + count(findings, [box.value]) + ")");
  if (fixable) label(fixable, " only fixable (" + count(findings, chosen, true) + ")");
  for (const head of all("nav h2")) {
    const {severity} = head.dataset, names = chosen.filter(name => name === severity), total = count(findings, names);
    const note = head.nextElementSibling.nextElementSibling, left = total - count(lines, names);
    [head.hidden, head.textContent] = [total === 0, plural(total, severity)];
    [note.hidden, note.textContent] = [left === 0, "and " + left + " more below"];
  }
  const hidden = sections.filter(section => section.hidden && section.id !== "clean").length;
  document.getElementById("shown").textContent = plural(count(findings), "finding") + " shown"
    + (hidden === 0 ? "" : ", " + plural(hidden, "sequence") + " hidden");
}
form?.addEventListener("change", filter);
form?.addEventListener("submit", event => event.preventDefault());
if (form) filter();
follow(location.hash);
