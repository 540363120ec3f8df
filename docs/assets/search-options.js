// In the search, "-word" means "without this word". Readers search for options, as --preset, so dashes before a word
// are left out of what the search reads; the field shows them as they were typed.
const field = document.querySelector(".md-search__input")
const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")
if (field)
  Object.defineProperty(field, "value", {
    get() {
      return get.call(this).replace(/(^|\s)-+(?=\w)/g, "$1")
    },
    set(text) {
      set.call(this, text)
    },
  })

// The suggested word is drawn over what was typed, and would not fit it.
const suggested = document.querySelector(".md-search__suggest")
if (field && suggested)
  field.addEventListener("input", () => {
    suggested.style.visibility = get.call(field) === field.value ? "" : "hidden"
  })
