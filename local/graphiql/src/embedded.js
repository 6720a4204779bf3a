// Within a page of the same server, which has a header of its own: who acts is decided there, and told here.

/** Whether GraphiQL is a part of another page. */
export const isEmbedded = new URLSearchParams(location.search).has("embedded") && parent !== window;

/** Take over who acts from the page around, and tell it when someone chooses another here. */
export function followPageAround(identity) {
  let known = null;
  addEventListener("message", ({ data, origin, source }) => {
    if (origin !== location.origin || source !== parent || !data?.tessera) return;
    const { who, apiKey, token } = data.tessera;
    known = who;
    identity.apiKey = apiKey;
    identity.ownToken = token;
    identity.chosen.set(who);
  });
  identity.chosen.listen(() => {
    const who = identity.chosen.read();
    if (who !== known) parent.postMessage({ tessera: { who } }, location.origin);
  });
  parent.postMessage({ tessera: { isReady: true } }, location.origin);
}
