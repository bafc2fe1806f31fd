"use strict";
(() => {
  const tools = document.querySelector(".tools");
  if (!tools) return;
  const input = document.getElementById("filter");
  const groups = tools.querySelector(".groups");
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const cards = [...document.querySelectorAll("#results > .card")];
  if (cards.length < 2) return;

  const fold = (text) => text.normalize("NFKC").toLowerCase();
  let texts = null; // read at the first key press: a page of thousands of cards opens at once
  let group = "";

  const apply = () => {
    const words = fold(input.value).split(/\s+/).filter(Boolean);
    if (words.length && !texts) texts = cards.map((card) => fold(card.textContent));
    let count = 0;
    const changing = cards.filter((card, position) => {
      const fits =
        (!group || card.dataset.group === group) && words.every((word) => texts[position].includes(word));
      if (fits) count += 1;
      return card.hidden === fits;
    });
    shown.value = count === cards.length ? `${count} shown` : `${count} of ${cards.length}`;
    nothing.hidden = count > 0;
    clearTimeout(turning);
    turn(changing, 0, 200);
  };

  // Laying out thousands of cards takes longer than a key press may: the first ones turn at once, the rest follow.
  let turning = 0;
  const turn = (changing, from, size) => {
    for (const card of changing.slice(from, from + size)) card.hidden = !card.hidden;
    if (from + size < changing.length) turning = setTimeout(turn, 16, changing, from + size, 1000);
  };

  const choose = (name) => {
    group = group === name ? "" : name;
    for (const button of groups.children) button.setAttribute("aria-pressed", String(button.value === group));
    apply();
  };

  const counts = new Map();
  for (const card of cards) counts.set(card.dataset.group, (counts.get(card.dataset.group) || 0) + 1);
  if (counts.size > 1) {
    for (const [name, count] of counts) {
      const button = document.createElement("button");
      const number = document.createElement("span");
      button.type = "button";
      button.value = name;
      button.dataset.kind = name;
      button.setAttribute("aria-pressed", "false");
      number.textContent = count;
      button.append(name, " ", number);
      button.addEventListener("click", () => choose(name));
      groups.append(button);
    }
  }

  const step = (from, by) => {
    for (let position = from + by; position >= 0 && position < cards.length; position += by) {
      if (!cards[position].hidden) {
        cards[position].focus();
        return;
      }
    }
    if (by < 0) input.focus();
  };

  let pending = 0;
  input.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(apply, cards.length > 2000 ? 80 : 0);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === input;
    const at = cards.indexOf(event.target.closest ? event.target.closest(".card") : null);
    if (event.key === "/" && !typing) {
      input.focus();
      input.select();
    } else if (event.key === "Escape" && (input.value || group)) {
      input.value = "";
      choose(group);
      input.focus();
    } else if (event.key === "ArrowDown" && typing) {
      step(-1, 1);
    } else if (at >= 0 && event.target === cards[at] && (event.key === "ArrowDown" || event.key === "j")) {
      step(at, 1);
    } else if (at >= 0 && event.target === cards[at] && (event.key === "ArrowUp" || event.key === "k")) {
      step(at, -1);
    } else {
      return;
    }
    event.preventDefault();
  });

  tools.hidden = false;
  apply();
})();
