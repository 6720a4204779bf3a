// AppSync's own real-time protocol. A browser cannot set headers on a WebSocket: they travel in a subprotocol.

import { away, ConnectionLost } from "./failures.js";

const ACK_SECONDS = 15;

/** Subscribe over a separate connection; returns a function that closes it. */
export function subscribeToAppSync(config, request, headers, observer) {
  const authorization = { host: new URL(config.endpoint).host, ...headers };
  const socket = new WebSocket(config.realtime, ["graphql-ws", `header-${base64url(authorization)}`]);
  const id = crypto.randomUUID();
  let isOver = false;
  let alarm = wake(ACK_SECONDS);

  function wake(seconds) {
    return setTimeout(() => end(new ConnectionLost(`AppSync has sent nothing for ${seconds} s.`)), seconds * 1000);
  }

  function end(error) {
    if (isOver) return;
    isOver = true;
    clearTimeout(alarm);
    socket.close(1000);
    if (error) observer.error(error);
    else observer.complete();
  }

  const start = () => send({ id, type: "start", payload: payloadOf(request, authorization) });
  const send = (message) => socket.send(JSON.stringify(message));
  let silence = ACK_SECONDS;
  const reactions = {
    connection_ack: ({ payload }) => {
      silence = (payload?.connectionTimeoutMs ?? 300_000) / 1000;
      start();
    },
    start_ack: () => observer.open(),
    data: ({ payload }) => observer.next(payload),
    error: ({ payload }) => end(payload?.errors ?? payload),
    connection_error: ({ payload }) => end(payload?.errors ?? payload),
    complete: () => end(),
  };

  socket.onopen = () => send({ type: "connection_init" });
  socket.onmessage = (event) => {
    clearTimeout(alarm);
    const message = JSON.parse(event.data);
    reactions[message.type]?.(message);
    if (!isOver) alarm = wake(silence);
  };
  socket.onclose = () => end(new ConnectionLost(away(config.realtime)));
  return () => {
    if (socket.readyState === WebSocket.OPEN) send({ id, type: "stop" });
    end();
  };
}

function payloadOf({ query, variables }, authorization) {
  return { data: JSON.stringify({ query, variables: variables ?? {} }), extensions: { authorization } };
}

function base64url(value) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
