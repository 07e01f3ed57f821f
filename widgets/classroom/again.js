// Tells when the server is gone, and loads the page anew when it is back.
//
// A short gap is bridged by Bokeh, which keeps what is on the page. After a restart nothing of the page
// is known to the server any more: it is loaded anew, and shows what the class's file holds.

(() => {
  const OFTEN = 1500;
  const SELDOM = 8000;
  const BRIDGED = 10000;
  const WORDS = "The connection to the class is lost. It comes back by itself; what was sent is kept.";
  let run = null;
  let lost = 0; // when the connection was lost, in ms; 0 while it stands
  let heard = false;

  function tell(words) {
    const place = document.getElementById("lost");
    if (place && place.textContent !== words) {
      place.textContent = words;
    }
  }

  function lose() {
    lost = lost || Date.now();
    tell(WORDS);
  }

  function listen() {
    const page = window.Bokeh?.documents?.[0];
    if (!page || heard) {
      return;
    }
    heard = true;
    page.on_event("connection_lost", lose);
    page.on_event("client_reconnected", () => {
      lost = 0;
      tell("");
    });
  }

  async function look() {
    listen();
    try {
      const answer = await fetch("/alive", { cache: "no-store", signal: AbortSignal.timeout?.(5000) });
      const now = (await answer.json()).run;
      if ((run && now !== run) || (lost && (!heard || Date.now() - lost > BRIDGED))) {
        window.location.reload();
        return;
      }
      run = now;
    } catch {
      lose();
    }
    setTimeout(look, lost || !heard ? OFTEN : SELDOM);
  }

  look();
})();
