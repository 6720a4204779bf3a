import "./Search.css";
import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { SearchDocument, type SearchQuery } from "../api/generated/graphql.ts";
import { useKeys } from "./keyboard.tsx";
import { placeOf } from "./places.ts";

const TYPING_MILLISECONDS = 200;
type Found = SearchQuery["search"];

/** A name or an id, and where it leads. */
export function Search() {
  const box = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const found = useFound(text.trim());
  const [chosen, setChosen] = useState(0);
  useKeys([{ keys: "/", does: "Search", run: () => box.current?.select() }]);
  const leave = () => {
    setText("");
    box.current?.blur();
  };
  const open = (index: number) => {
    const result = found?.[index];
    if (!result) return;
    leave();
    navigate(placeOf(result));
  };
  const press = (event: React.KeyboardEvent) => {
    const last = (found?.length ?? 0) - 1;
    if (event.key === "ArrowDown") setChosen(Math.min(chosen + 1, last));
    else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else if (event.key === "Enter") open(chosen);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = text.trim() !== "" && found !== null;
  return (
    <div className="search" role="search">
      <input
        ref={box}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={isOpen}
        aria-controls="search-results"
        aria-activedescendant={isOpen && found.length ? `search-${chosen}` : undefined}
        placeholder="Name or id  /"
        value={text}
        onChange={(event) => (setText(event.target.value), setChosen(0))}
        onKeyDown={press}
        onBlur={() => setTimeout(() => document.activeElement !== box.current && setText(""), 150)} // who is back by then has written anew
      />
      <ul id="search-results" role="listbox" aria-label="Results" hidden={!isOpen}>
        {found?.map((result, index) => (
          <li key={index} id={`search-${index}`} role="option" aria-selected={index === chosen} onPointerDown={() => open(index)}>
            <span>{result.text}</span> <small>{result.kind}</small>
          </li>
        ))}
        {found?.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true">
            Nothing begins with “{text.trim()}”. Merchants, novae and jobs are found by name, all else by its id.
          </li>
        )}
      </ul>
    </div>
  );
}

/** What a text may mean, asked once nobody types any more; null until it is known. */
function useFound(text: string): Found | null {
  const client = useApolloClient();
  const [found, setFound] = useState<{ text: string; list: Found } | null>(null);
  useEffect(() => {
    if (!text) return;
    let isOver = false;
    const timer = setTimeout(() => {
      client.query({ query: SearchDocument, variables: { text }, errorPolicy: "ignore" }).then(
        ({ data }) => !isOver && setFound({ text, list: data?.search ?? [] }),
        () => undefined,
      );
    }, TYPING_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, text]);
  return found && text.startsWith(found.text) ? found.list : null;
}
