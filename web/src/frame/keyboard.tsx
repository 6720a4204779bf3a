import { createContext, use, useEffect, useRef, useState, type ReactNode } from "react";

/** A key, or two one after the other as in `g j`, what it does in words, and the doing. */
export interface Key {
  keys: string;
  does: string;
  run: (event: KeyboardEvent) => void;
}

interface Keyboard {
  add(list: readonly Key[]): () => void;
  /** All keys that work now, the latest first. */
  list(): readonly Key[];
}

const Context = createContext<Keyboard | null>(null);
const PREFIX_MILLISECONDS = 1500;

/** Listens to keys for all pages. Whoever writes into a field is left alone. */
export function KeyboardProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(createKeyboard);
  useEffect(() => {
    let prefix = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
      const pressed = prefix + event.key;
      prefix = "";
      clearTimeout(timer);
      const found = keyboard.list().find(({ keys }) => keys === pressed || keys === event.key);
      if (found) {
        event.preventDefault();
        found.run(event);
      } else if (keyboard.list().some(({ keys }) => keys.startsWith(`${event.key} `))) {
        prefix = `${event.key} `;
        timer = setTimeout(() => (prefix = ""), PREFIX_MILLISECONDS);
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [keyboard]);
  return <Context value={keyboard}>{children}</Context>;
}

function createKeyboard(): Keyboard {
  let lists: (readonly Key[])[] = [];
  return {
    add(list) {
      lists = [list, ...lists];
      return () => void (lists = lists.filter((each) => each !== list));
    },
    list: () => lists.flat(),
  };
}

function isWriting({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement) || target.closest("dialog")) return target instanceof HTMLElement;
  return target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select") && key !== "Escape";
}

export function useKeyboard(): Keyboard {
  const keyboard = use(Context);
  if (!keyboard) throw new Error("useKeyboard needs a KeyboardProvider above it.");
  return keyboard;
}

/** Keys that work while the component is there; they are listed under `?`. Those of the page go before the frame's. */
export function useKeys(keys: readonly Key[]): void {
  const keyboard = useKeyboard();
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  const names = keys.map(({ keys: name, does }) => `${name}\n${does}`).join("\n\n");
  useEffect(() => {
    const list = current.current.map((key, index) => ({ ...key, run: (event: KeyboardEvent) => current.current[index]?.run(event) }));
    return keyboard.add(list);
  }, [keyboard, names]);
}
