// The button that opens the browser's print dialog.

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
