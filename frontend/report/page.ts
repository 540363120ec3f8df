// Assemble the views and follow the address.
import { announce, button, byId, make, named, select, spoken } from "./dom.js";
import { Model, unpack } from "./model.js";
import { hashOf, parsed, placeOf, VIEWS } from "./state.js";
import { MODES } from "./block.js";
import { scoresView } from "./scores.js";
import { besideError, besideSentence } from "./beside.js";
import { errorsView } from "./errors.js";
import { entitiesView } from "./entities.js";
import { TextView } from "./text.js";
import { detail, summary } from "./detail.js";
import { anchor, itemDetail, layerSwitches, sentence } from "./anaphora.js";
import { besidePasses, emptyFilters, errorSwitch, filterControls, passes, usualSize } from "./filters.js";
import { Search } from "./search.js";
import { Moves } from "./moves.js";
import { documentList, legend, notesOf, shortLegend } from "./aside.js";
import { sideName } from "./wording.js";
import { remember, remembered, restoreTheme, themeButton } from "./theme.js";
import type { Layers } from "./anaphora.js";
import type { Place } from "./state.js";

class Page {
  place: Place = { view: "", system: -1, document: 0, side: null, mention: null, token: null, item: null };
  last: Place | null = null;
  drawn: Set<string> = new Set();
  links: HTMLAnchorElement[] = [];
  chooser: HTMLSelectElement | null = null;
  focusing = false;
  clicked = false; // whether a click in the text led to where the reader is
  entitiesOf = 0; // the document whose entities are drawn
  mode = window.innerWidth < 700 ? "over" : (remembered("mode") ?? "over");
  filters: { metric: string; size: string; kind: string; type: string; entity: string; cost: number };
  layers: Layers = { sets: true, bridging: true, nonreferring: true };
  secondSystem = -1; // beside the chosen one
  sized = false; // whether the reader has said which mentions to draw
  order = "text"; // of the documents
  main = byId("main");
  text: TextView;
  search: Search;
  tooltip = make("div", { class: "tip", role: "tooltip", hidden: true });
  detail = make("aside", { class: "detail", "aria-label": "Selected mention", hidden: true });
  documents = make("nav", { class: "documents", "aria-label": "Documents" });
  tools = make("div", { class: "tools" });
  notes = make("div", { class: "notes" });
  marks = make("ul", { class: "samples marks", "aria-label": "Marks" });
  title = make("h2", { class: "title" }); // on paper only; on the screen the list of documents says it
  panels = Object.fromEntries(
    VIEWS.map((view) => [view, make("div", { class: `view ${view}`, "data-view": view })]),
  );
  moves: Moves;

  constructor(public model: Model) {
    if (!MODES[this.mode]) this.mode = "over";
    this.filters = { ...emptyFilters(), metric: usualMetric(model) };
    this.text = new TextView({
      choose: (side, mention, focus) => this.choose(side, mention, focus),
      hover: (side, mention, element) => this.tip(side, mention, element),
      leave: () => (this.tooltip.hidden = true),
      pick: (item) => this.pick(item),
      change: (pair, mention) => {
        this.focusing = true;
        this.go(placeOf(pair, "response", mention));
      },
    });
    this.search = new Search((hits) => this.mark(hits));
    this.panels.text.append(
      this.documents,
      make("div", { class: "reading" },
        this.tools,
        this.title,
        this.notes,
        this.marks,
        make("div", { class: "with-strip" }, this.text.element, this.text.strip.element),
      ),
      this.detail,
    );
    this.main.replaceChildren(...Object.values(this.panels));
    document.body.append(this.tooltip);
    this.header();
    window.addEventListener("hashchange", () => this.arrive());
    this.moves = new Moves(this);
    this.arrive();
  }

  get pair() {
    return this.model.pair(this.place.system);
  }

  // Systems that can stand beside the chosen one: those that share its key.
  get others() {
    const { model, place } = this;
    const key = model.systems[place.system].key;
    return model.systems.map((_, number) => number).filter(
      (number) => number !== place.system && model.systems[number].key === key,
    );
  }

  get otherPair() {
    const { others } = this;
    if (!others.length) return null;
    return this.model.pair(others.includes(this.secondSystem) ? this.secondSystem : others[0]);
  }

  header() {
    const { result } = this.model;
    const names = { scores: "Scores", errors: "Errors", entities: "Entities", text: "Text" };
    this.links = VIEWS.filter((view) => view === "scores" || this.model.keys.length).map((view) =>
      make("a", { "data-view": view }, names[view]),
    );
    const systems = this.model.systems.length > 1;
    const chooser = systems
      ? select(
          "System",
          this.model.systems.map((_, number) => [number, this.model.nameOf(number)]),
          0,
          (value) => this.go({ system: Number(value), side: null, mention: null }),
          { hidden: true },
        )
      : named(this.model.nameOf(0));
    if (chooser instanceof HTMLSelectElement) this.chooser = chooser;
    const title = make("h1", {},
      make("span", { class: "brand" }, "corefscope"),
      make("span", { class: "compared" },
        chooser,
        make("span", { class: "against" }, " against "),
        make("span", { class: "against" }, named(this.model.annotator ?? short(result.key.path ?? "key"))),
        this.model.annotator && make("span", { class: "against" }, ", as the key"),
      ),
    );
    const views = make("nav", { class: "views", "aria-label": "Views" }, this.links);
    const keys = button("?", () => this.moves.help(), { class: "for-keys", "aria-label": "Keys", "aria-keyshortcuts": "?" });
    byId("top").replaceChildren(title, views, keys, themeButton());
    restoreTheme();
  }

  // Move to another place; omitted parts stay, but for what stands beside the entities.
  go(change, replace = false) {
    const hash = hashOf({ ...this.place, item: null, ...change }, this.model);
    if (replace || hash === location.hash) {
      history.replaceState(null, "", hash);
      this.arrive();
    } else location.hash = hash;
  }

  // To the last place in the text, at once, with a step back to where the reader was.
  openText() {
    history.pushState(null, "", hashOf({ ...this.place, ...this.kept, system: this.place.system, view: "text" }, this.model));
    this.arrive();
  }

  arrive() {
    if (location.hash === "#main") return;
    const before = this.place;
    const place = (this.place = parsed(location.hash, this.model));
    if (location.hash.startsWith("#v=text")) history.replaceState(null, "", hashOf(place, this.model));
    const fresh = before.system !== place.system;
    for (const [view, panel] of Object.entries(this.panels)) panel.hidden = view !== place.view;
    for (const link of this.links) {
      const { view = "" } = link.dataset;
      link.href = hashOf(
        view === "text" ? { ...this.kept, system: place.system, view } : { view, system: place.system, document: -1 },
        this.model,
      );
      if (view === place.view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (this.chooser) this.chooser.value = String(place.system);
    if (fresh) {
      if (before.system >= 0 && this.mode === "both") this.secondSystem = before.system;
      this.drawn = new Set();
      this.filters.entity = "all";
    }
    if (this.entitiesOf !== place.document) this.drawn.delete("entities");
    if (place.view !== "text") this.draw(place.view);
    // Keys act on the mention that a link has led to.
    else if (before.view !== "text") this.focusing = true;
    if (place.view === "text") this.read(before, fresh);
    else if (before.view && before.view !== place.view) window.scrollTo(0, 0);
    this.tooltip.hidden = true;
  }

  // Scores and errors are drawn when they are first looked at, and again for another system.
  draw(view) {
    if (this.drawn.has(view)) return;
    this.drawn.add(view);
    const { model, place } = this;
    const go = (change: Partial<Place>) => this.go(change);
    if (view === "entities") this.entitiesOf = place.document;
    const content =
      view === "scores"
        ? scoresView(model, place.system, go)
        : view === "errors"
          ? errorsView(model, place.system, go)
          : entitiesView(model, place.system, place.document, go);
    this.panels[view].replaceChildren(content);
  }

  // The last place in the text, to come back to; at first the document with most errors.
  get kept() {
    return this.last ?? { document: -1, side: null, mention: null, token: null, item: null };
  }

  read(before, fresh) {
    const { place } = this;
    const other = fresh || this.last?.document !== place.document;
    if (other && !fresh) this.filters.entity = "all";
    if (other) this.openDocument();
    else if (before.view !== "text" && !place.side && place.item === null) this.text.light();
    this.last = place;
    for (const link of this.links) if (link.dataset.view === "text") link.href = hashOf(place, this.model);
    if (place.side && place.mention !== null) this.select(place.side, place.mention);
    else if (place.item !== null) this.present(this.pair.anaphora[place.document][place.item]);
    else {
      this.release();
      this.focusing = false;
      if (document.activeElement === document.body) this.text.element.focus({ preventScroll: true });
      if (place.token !== null) this.text.showWord(place.token);
      else if (other && before.view) window.scrollTo(0, 0);
    }
  }

  openDocument() {
    const { model, pair, place } = this;
    this.listDocuments();
    if (!this.sized) this.filters.size = usualSize(pair, place.document);
    this.title.replaceChildren(named(model.documents[place.document]));
    this.drawTools();
    this.search.open(pair, place.document);
    const notes = notesOf(pair, place.document);
    this.notes.replaceChildren(...notes.map((note) => make("p", { class: "note" }, note)));
    this.marks.hidden = !pair.texts[place.document].words.length;
    this.marks.replaceChildren(...shortLegend(model, pair).flat());
    this.redraw();
  }

  redraw() {
    const { pair, place } = this;
    this.text.element.hidden = !pair.texts[place.document].known;
    if (this.text.element.hidden) this.text.chunks = [];
    else {
      this.text.chosen = null;
      const besides = besidePasses(this.filters, this.layers);
      const beside = this.mode === "both" ? this.otherPair : null;
      const second = beside && { pair: beside, shown: passes(beside, { ...this.filters, entity: "all" }) };
      const mode = this.mode === "both" && !second ? "over" : this.mode;
      this.text.open(pair, place.document, mode, passes(pair, this.filters), besides, second);
      this.mark(this.search.hits);
    }
  }

  listDocuments() {
    const sort = (order: string) => {
      this.order = order;
      this.listDocuments();
      this.documents.querySelector("select")?.focus();
    };
    this.documents.replaceChildren(...documentList(this.pair, this.place.document, this.order, sort));
    const box = this.documents;
    const here: HTMLElement | null = box.querySelector("[aria-current]");
    if (!here) return;
    const seen = here.offsetTop >= box.scrollTop && here.offsetTop <= box.scrollTop + box.clientHeight - 60;
    if (!seen) box.scrollTop = here.offsetTop - 120;
  }

  drawTools() {
    const { model, pair, place } = this;
    const choose = select(
      "Document",
      model.shortNames.map((name, number) => [number, name]),
      place.document,
      (value) => this.go({ document: Number(value), side: null, token: null }),
      { hidden: true },
    );
    choose.classList.add("document-select");
    const mode = select(
      "View",
      Object.entries(MODES)
        .filter(([name]) => name !== "both" || this.others.length)
        .map(([name, { title }]) => [name, title]),
      this.mode,
      (value) => {
        this.mode = value;
        remember("mode", value);
        this.drawTools();
        (this.tools.querySelector(".mode-select") as HTMLElement | null)?.focus();
        this.restore();
      },
      { hidden: true },
    );
    mode.classList.add("mode-select");
    const second =
      this.mode === "both" && this.others.length > 1
        ? select(
            "Second system",
            this.others.map((number) => [number, model.nameOf(number)]),
            this.otherPair?.system ?? null,
            (value) => {
              this.secondSystem = Number(value);
              this.restore();
            },
            { hidden: true },
          )
        : "";
    const open = this.tools.querySelector("details")?.open;
    const filters = make("details", { class: "filters", open },
      make("summary", {}, "Filters"),
      make("div", { class: "fields" },
        filterControls(pair, place.document, this.filters, (change) => {
          Object.assign(this.filters, change);
          this.sized ||= "size" in change;
          this.refilter();
        }),
      ),
    );
    const active = Object.entries(emptyFilters()).some(
      ([name, value]) => name !== "metric" && this.filters[name] !== value && this.filters[name] !== "errors",
    );
    filters.classList.toggle("active", active);
    const help = make("details", { class: "legend" }, make("summary", {}, "Legend"), legend(model, pair));
    const onlyErrors = errorSwitch(pair, this.filters.size, (size) => {
      this.filters.size = size;
      this.sized = true;
      this.refilter();
      (this.tools.querySelector(".errors-only input") as HTMLElement | null)?.focus();
    });
    const switches = layerSwitches(pair, this.layers, () => this.restore());
    const whose = this.mode === "both" && make("span", { class: "quiet" }, "of the key and ", named(model.nameOf(pair.system)));
    this.tools.replaceChildren(
      make("div", { class: "row" }, choose, this.search.element, mode, second),
      switches.length ? make("div", { class: "row switches layers" }, switches, whose) : "",
      make("div", { class: "row" }, onlyErrors, filters, help),
    );
  }

  refilter() {
    const label = document.activeElement?.closest(".field")?.firstChild?.textContent;
    this.drawTools();
    const field = [...this.tools.querySelectorAll(".field")].find((each) => each.firstChild?.textContent === label);
    (field?.lastElementChild as HTMLElement | null | undefined)?.focus();
    this.restore();
    const { key, response } = this.text.drawn;
    announce(`${key} key mentions and ${response} response mentions are shown`);
  }

  restore() {
    this.redraw();
    const { side, mention, item, document } = this.place;
    if (side && mention !== null) this.text.show(side, mention, false);
    else if (item !== null) this.text.pick(this.pair.anaphora[document][item]);
  }

  mark(hits) {
    this.text.hits = hits.filter((hit) => hit.document === this.place.document).map((hit) => [hit.from, hit.to]);
    this.text.light();
  }

  choose(side, mention, focus) {
    this.focusing = focus;
    this.go(placeOf(this.pair, side, mention), true);
  }

  select(side, mention) {
    const inText = this.text.element.contains(document.activeElement) || this.focusing;
    if (!this.sized && this.filters.size === "errors" && !this.pair.kindsOf(side, mention).length) {
      this.filters.size = "all"; // a mention that is right was chosen, so the reader wants to see such
      this.drawTools();
      this.redraw();
    }
    this.focusing = false;
    const metric = this.model.metrics.find((each) => each.name === this.filters.metric);
    this.detail.hidden = false;
    this.panels.text.classList.add("with-detail");
    const held = this.detail.contains(document.activeElement) ? document.activeElement?.textContent : null;
    this.detail.replaceChildren(
      ...detail(this.pair, side, mention, {
        metric,
        move: (step) => this.moves.follow(step),
        counterpart: () => this.moves.counterpart(),
        close: () => this.close(),
      }).filter((part) => part !== false),
    );
    if (held) [...this.detail.querySelectorAll("button")].find((each) => each.textContent === held)?.focus();
    const current: HTMLElement | null = this.detail.querySelector('.chain [aria-current="true"]');
    // What is said of the mention stays in sight as long as its place in the chain does, too.
    const below = current && current.offsetTop + current.offsetHeight > this.detail.clientHeight;
    if (current) this.detail.scrollTop = below ? current.offsetTop - this.detail.clientHeight / 2 : 0;
    if (!this.text.element.hidden) this.text.show(side, mention, inText && !held);
    const mine = this.pair.side(side);
    const entity = mine.entity[mention];
    announce(
      `${sideName(this.pair, side)} ${this.pair.labels[side][entity]}: ${this.pair.wordsOf(side, mention)}, ` +
        `${mine.rank[mention] + 1} of ${mine.size[entity]}`,
    );
  }

  // One of what stands beside the entities, in the place of the chosen mention.
  pick(item) {
    this.clicked = true;
    this.go({ side: null, mention: null, token: null, item: this.pair.anaphora[item.document].indexOf(item) }, true);
  }

  present(item) {
    this.text.chosen = null;
    this.focusing = false;
    if (!besidePasses(this.filters, this.layers)(item)) {
      this.layers[item.kind] = true;
      if (!besidePasses(this.filters, this.layers)(item)) this.filters.size = "all";
      this.drawTools();
      this.redraw();
    }
    this.detail.hidden = false;
    this.panels.text.classList.add("with-detail");
    const wrong = besideError(this.pair, item);
    const said = wrong && make("p", { class: "sentence" }, spoken(besideSentence(this.pair, wrong), "q"));
    this.detail.replaceChildren(...itemDetail(this.pair, item, () => this.close(), said));
    this.text.pick(item);
    this.text.light();
    // What was clicked is in sight, but for a phone, where the details cover the text.
    if (!this.clicked || window.innerWidth < 900) this.text.showWord(anchor(item, item.key ? "key" : "response"));
    this.clicked = false;
    announce(sentence(this.pair, item));
  }

  release() {
    this.text.pick(null);
    this.detail.hidden = true;
    this.panels.text.classList.remove("with-detail");
    this.text.chosen = null;
    this.text.light();
  }

  close() {
    this.go({ side: null, mention: null, token: null }, true);
    this.text.element.focus({ preventScroll: true });
  }

  tip(side, mention, element) {
    const metric = this.model.metrics.find((each) => each.name === this.filters.metric);
    this.tooltip.replaceChildren(...summary(this.pair, side, mention, metric));
    this.tooltip.hidden = false;
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.tooltip;
    const left = Math.min(Math.max(8, box.left), window.innerWidth - offsetWidth - 8);
    const below = box.bottom + 8 + offsetHeight < window.innerHeight;
    this.tooltip.style.left = `${left}px`;
    this.tooltip.style.top = `${below ? box.bottom + 6 : box.top - offsetHeight - 6}px`;
  }
}

// Of the metrics that say what a mention costs, B³: it is the one whose costs are easiest to read.
function usualMetric(model) {
  const names = Object.keys(model.systems[0]?.costs ?? {});
  return names.includes("b3") ? "b3" : (names[names.length - 1] ?? "");
}

function short(path) {
  return path.split(/[\\/]/).filter(Boolean).pop() ?? path;
}

// Draw the report from its packed data.
export async function openReport(data: string) {
  const payload = await unpack(data).catch((error) => {
    byId("main").textContent =
      `The data of this report cannot be read (${error.message}). ` +
      "The file may be incomplete, or the browser too old (it needs DecompressionStream).";
  });
  if (!payload) return;
  new Page(new Model(payload));
  document.body.dataset.ready = "true";
}
