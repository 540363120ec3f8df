// Cells carry the value to sort by, so that the text shown can be anything.
document.querySelectorAll("thead button").forEach(function (button) {
  button.addEventListener("click", function () {
    var head = button.closest("th"), table = head.closest("table"), body = table.tBodies[0];
    var place = Array.prototype.indexOf.call(head.parentNode.children, head);
    var down = head.getAttribute("aria-sort") === "descending";
    var numeric = head.hasAttribute("data-numeric");
    if (!head.hasAttribute("aria-sort")) { down = !numeric || head.hasAttribute("data-rank"); }
    var sign = down ? 1 : -1;
    table.querySelectorAll("thead th").forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "ascending" : "descending");
    Array.from(body.rows).sort(function (one, two) {
      var a = one.children[place].getAttribute("data-value"), b = two.children[place].getAttribute("data-value");
      if (a === "" || b === "") { return (a === "") - (b === ""); }
      return sign * (numeric ? a - b : a.localeCompare(b));
    }).forEach(function (row) { body.appendChild(row); });
  });
});
