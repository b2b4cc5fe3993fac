// The page without a server: looks again and again whether it is back.

const again = () => location.reload();

setInterval(again, 5000);
addEventListener("online", again);
document.getElementById("again").addEventListener("click", again);
