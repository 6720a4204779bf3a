import "./KeyList.css";
import { useRef, useState } from "react";
import { useKeyboard, useKeys, type Key } from "./keyboard.tsx";

const SIGNS: Readonly<Record<string, string>> = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc" };

/** All keys that work here, under `?`. */
export function KeyList() {
  const keyboard = useKeyboard();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<readonly Key[]>([]);
  const show = () => {
    setShown(keyboard.list());
    dialog.current?.showModal();
  };
  useKeys([{ keys: "?", does: "List the keys", run: show }]);
  return (
    <dialog ref={dialog} className="key-list" aria-labelledby="key-list">
      <h2 id="key-list">Keys on this page</h2>
      <dl>
        {shown.map(({ keys, does }) => (
          <div key={keys + does}>
            <dt>
              {keys.split(" ").map((each) => (
                <kbd key={each}>{SIGNS[each] ?? each}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
