// What a page can try with a server on this machine. Each attempt tells what it got, or "nothing".
const SECONDS = 5;
const NOTHING = "nothing";

function within(promise) {
  const late = new Promise((resolve) => setTimeout(() => resolve(`nothing within ${SECONDS} s`), SECONDS * 1000));
  return Promise.race([promise.catch(() => NOTHING), late]);
}

/** Ask as scripts do; the page may read the answer only if the server allows it. */
globalThis.ask = ({ url, ...options }) => within(fetch(url, options).then((answer) => answer.text()));

/** An element that loads something: an image, a script, a style sheet. */
globalThis.embed = ({ kind, url }) =>
  within(
    new Promise((resolve) => {
      const element = Object.assign(document.createElement(kind), kind === "link" ? { rel: "stylesheet", href: url } : { src: url });
      element.onload = () => resolve(kind === "img" ? `${element.naturalWidth} pixels` : "loaded");
      element.onerror = () => resolve(NOTHING);
      document.body.append(element);
    }),
  );

/** Send a form into a frame; what the frame shows is for the browser's driver to see. */
globalThis.submit = ({ url, method, enctype, fields }) =>
  within(
    new Promise((resolve) => {
      const target = String(Math.random());
      const frame = Object.assign(document.createElement("iframe"), { name: target });
      const form = Object.assign(document.createElement("form"), { action: url, method, enctype, target });
      for (const [name, value] of Object.entries(fields)) {
        form.append(Object.assign(document.createElement("input"), { name, value }));
      }
      document.body.append(frame, form);
      frame.onload = () => resolve("sent");
      form.submit();
    }),
  );

/** Open a WebSocket, say the given things, and tell the type of each answer. */
globalThis.talk = ({ url, protocols, messages }) =>
  within(
    new Promise((resolve) => {
      const socket = new WebSocket(url, protocols);
      const types = [];
      socket.onopen = () => messages.forEach((message) => socket.send(JSON.stringify(message)));
      socket.onmessage = ({ data }) => {
        types.push(JSON.parse(data).type);
        if (types.length === messages.length) resolve(types.join(" "));
      };
      socket.onclose = () => resolve(types.join(" ") || NOTHING);
    }),
  );
