// One page of the class room: named regions of HTML, drawn by the server.
//
// A region that did not change is left alone, so that nobody loses what they are typing. Buttons and
// forms say what they do in data-act; what a person wrote goes to the server as plain text.

const AREAS = ["head", "status", "main", "side", "foot"];

export function render({ model }) {
  const page = document.createElement("div");
  page.className = "page";
  const areas = Object.fromEntries(AREAS.map((name) => [name, page.appendChild(area(name))]));
  page.addEventListener("submit", (event) => submit(event, model));
  page.addEventListener("click", (event) => click(event, model));
  page.addEventListener("change", (event) => change(event, model));
  model.on("msg:custom", (event) => draw(event.data ?? event, page, areas));
  model.send_msg({ act: "ready", data: {} });
  return page;
}

function area(name) {
  const made = document.createElement(name === "main" ? "main" : "div");
  made.className = name;
  if (name === "status") {
    made.setAttribute("role", "status"); // read out politely, whoever caused it
  }
  return made;
}

function draw({ order, html, top, below }, page, areas) {
  if (below) {
    const next = page.getRootNode().host?.nextElementSibling;
    next?.scrollIntoView({ block: "start" });
    return;
  }
  const kept = drafts(page);
  for (const old of page.querySelectorAll("[data-region]")) {
    if (!order.includes(old.dataset.region)) {
      old.remove();
    }
  }
  for (const key of order) {
    const home = areas[key.split(":")[0]];
    let region = page.querySelector(`[data-region="${key}"]`);
    if (!region) {
      region = document.createElement("section");
      region.dataset.region = key;
    }
    if (key in html) {
      region.innerHTML = html[key];
    }
    place(region, home, order, key);
  }
  restore(page, kept);
  for (const address of page.querySelectorAll("[data-origin]")) {
    address.textContent = address.dataset.origin || window.location.host;
  }
  if (top) {
    window.scrollTo(0, 0);
    page.querySelector("[data-top]")?.focus({ preventScroll: true });
  }
}

function place(region, home, order, key) {
  const area = key.split(":")[0];
  const before = order.filter((each) => each.split(":")[0] === area).indexOf(key);
  if (home.children[before] !== region) {
    home.insertBefore(region, home.children[before] ?? null);
  }
}

// What is being typed, what is unfolded and where the focus is survive a region's new content.
function drafts(page) {
  const typed = new Map();
  for (const field of page.querySelectorAll("input[id], textarea[id], select[id]")) {
    const choice = field.type === "radio" || field.type === "checkbox";
    if (choice ? field.checked !== field.defaultChecked : changed(field)) {
      typed.set(field.id, choice ? field.checked : field.value);
    }
  }
  const open = [...page.querySelectorAll("details[id][open]")].map((each) => each.id);
  return { typed, open, focus: page.getRootNode().activeElement?.id };
}

function changed(field) {
  return field.tagName === "SELECT" ? false : field.value !== field.defaultValue;
}

function restore(page, { typed, open, focus }) {
  const find = (id) => page.querySelector(`#${CSS.escape(id)}`);
  for (const [id, value] of typed) {
    const field = find(id);
    if (field && typeof value === "boolean") {
      field.checked = value;
    } else if (field) {
      field.value = value;
    }
  }
  for (const id of open) {
    find(id)?.setAttribute("open", "");
  }
  if (focus && page.getRootNode().activeElement?.id !== focus) {
    find(focus)?.focus({ preventScroll: true });
  }
}

function submit(event, model) {
  event.preventDefault();
  const form = event.target;
  const data = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, `${value}`]));
  // What was sent is no draft any more.
  for (const field of form.querySelectorAll("input, textarea")) {
    field.defaultValue = field.value;
    field.defaultChecked = field.checked;
  }
  if (form.dataset.clear !== undefined) {
    form.reset();
    for (const field of form.querySelectorAll("input, textarea")) {
      field.value = field.defaultValue = "";
    }
  }
  send(model, form.dataset.act, { ...form.dataset, ...data });
}

function click(event, model) {
  const button = event.target.closest("button[data-act]");
  if (button) {
    send(model, button.dataset.act, { ...button.dataset });
  }
}

function change(event, model) {
  const select = event.target.closest("select[data-act]");
  if (select) {
    send(model, select.dataset.act, { ...select.dataset, value: select.value });
  }
}

function send(model, act, data) {
  model.send_msg({ act, data });
}
